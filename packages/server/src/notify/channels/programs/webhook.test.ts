import { createHmac } from "node:crypto";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { expect, test } from "vitest";
import { aMessage, aNotice } from "../../../domain/alerts/testing/messages.ts";
import { PolicedDialer } from "../../../net/dial.ts";
import { createNotifier } from "../../notifier.ts";
import { startReceiver } from "../../testing/receiver.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const OLD_SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwd";

async function delivered(previous: string | null) {
	await using receiver = await startReceiver();
	const dialer = new PolicedDialer({ allowPrivateTargets: true, resolvers: null });
	const notifier = createNotifier({
		dialer,
		userAgent: "x",
		publicUrl: null,
		smtp: null,
		now: Date.now,
		onFault: () => {},
	});
	const settings = { type: "webhook", url: `${receiver.url}/hook?a=1`, secret: SECRET } as const;
	const destination = { settings, previous: previous === null ? null : { ...settings, secret: previous } };
	const outcome = await notifier.deliver(destination, aMessage(aNotice()), new AbortController().signal);
	dialer.close();
	expect(outcome).toEqual({ kind: "sent" });
	const [request] = receiver.received;
	if (!request) throw new Error("Nothing came");
	return { body: request.body, headers: request.headers as Record<string, string>, path: request.path };
}

test("a receiver that follows Standard Webhooks accepts the signature, and no other body or secret", async () => {
	const { body, headers, path } = await delivered(null);
	expect(path).toBe("/hook?a=1");
	expect(new Webhook(SECRET).verify(body, headers)).toEqual(JSON.parse(body));
	expect(() => new Webhook(SECRET).verify(`${body} `, headers)).toThrow(WebhookVerificationError);
	expect(() => new Webhook(OLD_SECRET).verify(body, headers)).toThrow(WebhookVerificationError);
	expect(() => new Webhook(SECRET).verify(body, { ...headers, "webhook-id": "evt_02" })).toThrow(
		WebhookVerificationError,
	);
});

test("the signature is the HMAC-SHA256 of id, timestamp and body, in base64", async () => {
	const { body, headers } = await delivered(null);
	const key = Buffer.from(SECRET.slice("whsec_".length), "base64");
	const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
	expect(headers["webhook-signature"]).toBe(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
	expect(Math.abs(Number(headers["webhook-timestamp"]) - Date.now() / 1000)).toBeLessThan(60);
});

test("during a rotation both the new and the old secret verify", async () => {
	const { body, headers } = await delivered(OLD_SECRET);
	expect(headers["webhook-signature"]?.split(" ")).toHaveLength(2);
	for (const secret of [SECRET, OLD_SECRET]) expect(new Webhook(secret).verify(body, headers)).toBeTypeOf("object");
});
