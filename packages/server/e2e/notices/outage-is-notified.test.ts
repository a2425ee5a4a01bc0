import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { Lapwing, until } from "../testing/lapwing.ts";

interface Delivered {
	readonly id: string;
	readonly at: number;
	// biome-ignore lint/suspicious/noExplicitAny: a receiver reads what it is sent.
	readonly body: any;
}

/** A receiver that verifies signatures, and answers with the statuses in `answers`, then 204. */
async function startReceiver(secret: string) {
	const delivered: Delivered[] = [];
	const answers: number[] = [];
	const webhook = new Webhook(secret);
	const target = await startHttpTarget((request, response) => {
		let text = "";
		request.setEncoding("utf8").on("data", (piece: string) => {
			text += piece;
		});
		request.on("end", () => {
			const body = webhook.verify(text, request.headers as Record<string, string>);
			delivered.push({ id: String(request.headers["webhook-id"]), at: Date.now(), body });
			response.writeHead(answers.shift() ?? 204).end();
		});
	});
	return Object.assign(target, { delivered, answers });
}

test.concurrent("an outage and its end are each notified once by a signed webhook and by mail, and listed as alert events", async () => {
	const secret = `whsec_${randomBytes(32).toString("base64")}`;
	await using receiver = await startReceiver(secret);
	const mails: { subject?: string | undefined; text?: string | undefined }[] = [];
	const mailbox = new SMTPServer({
		authOptional: true,
		disabledCommands: ["STARTTLS"],
		onData(stream, _session, done) {
			buffer(stream)
				.then((bytes) => PostalMime.parse(bytes))
				.then((mail) => {
					mails.push(mail);
					done();
				}, done);
		},
	});
	await new Promise<void>((resolve) => mailbox.listen(0, "127.0.0.1", resolve));
	const { port } = mailbox.server.address() as { port: number };

	let status = 200;
	let failedAt = 0;
	await using target = await startHttpTarget((_request, response) => {
		if (status !== 200) failedAt = Date.now();
		response.writeHead(status).end();
	});
	await using service = await Lapwing.start({
		env: { SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: "https://lapwing.example" },
	});
	try {
		const id = await service.watch(target.url, { name: "Shop <b>&" });
		await service.untilStatus(id, "up");
		const alert = await service.ask("POST", "/api/v1/alerts", {
			name: "On call",
			channel: { type: "webhook", url: receiver.url, secret },
		});
		expect(alert.status).toBe(201);
		expect(JSON.stringify(alert.body)).not.toContain(secret);
		expect(
			(
				await service.ask("POST", "/api/v1/alerts", {
					name: "Mail",
					channel: { type: "email", to: ["ops@example.com"] },
				})
			).status,
		).toBe(201);

		// The first attempt is answered 503; the second one carries the same id.
		receiver.answers.push(503);
		status = 500;
		await service.checkAgain(id, 11);
		await service.untilStatus(id, "down");
		await until(() => (receiver.delivered.length >= 1 ? true : undefined), { what: "the webhook" });
		const latencyMs = (receiver.delivered[0]?.at ?? 0) - failedAt;
		expect(latencyMs).toBeLessThan(5_000);
		await until(() => (mails.length >= 1 ? true : undefined), { what: "the mail" });
		expect(mails[0]?.subject).toContain("Shop <b>&");
		await until(() => (receiver.delivered.length >= 2 ? true : undefined), {
			what: "the second attempt",
			withinMs: 60_000,
		});
		expect(receiver.delivered[1]?.id).toBe(receiver.delivered[0]?.id);

		status = 200;
		await service.checkAgain(id, 12);
		await service.untilStatus(id, "up");
		await until(() => (receiver.delivered.length >= 3 ? true : undefined), { what: "the recovery" });
		await until(() => (mails.length >= 2 ? true : undefined), { what: "the mail of the recovery" });

		const events = (await service.ask("GET", `/api/v1/monitors/${id}/alert-events`)).body.data.events;
		const ofWebhook = events.filter((event: { alertId: string }) => event.alertId === alert.body.data.id);
		expect(ofWebhook.map((event: { eventType: string; status: string }) => [event.eventType, event.status])).toEqual([
			["up", "sent"],
			["down", "sent"],
		]);
		expect(ofWebhook.map((event: { id: string }) => event.id)).toEqual([
			receiver.delivered[2]?.id,
			receiver.delivered[0]?.id,
		]);
		expect(service.log).not.toContain(secret);
	} finally {
		await new Promise<void>((resolve) => mailbox.close(() => resolve()));
	}
});

test.concurrent("a notice that was pending when the service was killed is delivered after the restart", async () => {
	const secret = `whsec_${randomBytes(32).toString("base64")}`;
	await using receiver = await startReceiver(secret);
	await using target = await startHttpTarget((_request, response) => response.writeHead(500).end());
	await using service = await Lapwing.start();
	receiver.answers.push(...Array<number>(20).fill(503));
	await service.ask("POST", "/api/v1/alerts", {
		name: "On call",
		channel: { type: "webhook", url: receiver.url, secret },
	});
	const id = await service.watch(target.url);
	await service.untilStatus(id, "down");
	await until(() => (receiver.delivered.length >= 1 ? true : undefined), { what: "the first attempt" });
	await service.kill();
	receiver.answers.length = 0;
	const before = receiver.delivered.length;
	await using again = await service.restart();
	await until(() => (receiver.delivered.length > before ? true : undefined), { what: "the notice", withinMs: 90_000 });
	expect(new Set(receiver.delivered.map((each) => each.id)).size).toBe(1);
	await until(
		async () => {
			const { events } = (await again.ask("GET", `/api/v1/monitors/${id}/alert-events`)).body.data;
			return events.length === 1 ? true : undefined;
		},
		{ what: "the event" },
	);
});
