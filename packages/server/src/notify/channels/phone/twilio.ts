/**
 * Twilio: an SMS (https://www.twilio.com/docs/messaging/api/message-resource), and a call that reads the message
 * (https://www.twilio.com/docs/voice/api/call-resource, `Twiml`, at most 4,000 characters). One request for each
 * recipient and way, one after the other. A recipient is reached by the most urgent way that is not refused for good:
 * an SMS alone does not wake whoever was to be called. What was not taken for the moment is tried again, and what was
 * taken is not. A key (`SK…`) can stand in for the account's own token. 429 is error 20429.
 */

import { linesOf, type MessageText, textOf } from "../../../domain/alerts/texts/message-text.ts";
import { shortened } from "../../../domain/alerts/texts/words.ts";
import type { Channel, Post, Tools } from "../../channel.ts";
import { type Delivery, keeping } from "../../interface.ts";

/** Twilio takes 1,600 characters and bills each 70 (or 153 of the plain alphabet): three lines and a link. */
const SMS_ROOM = 320;
/** What is read aloud, twice: half a minute. An escape may make five characters of each. */
const CALL_ROOM = 390;

type Settings = Parameters<Channel<"twilio">["deliver"]>[1]["settings"];

export const twilio: Channel<"twilio"> = {
	gathers: true,
	async deliver(message, { settings }, tools) {
		const text = textOf(message, tools.link);
		const settled: Record<string, string | null> = { ...message.settled };
		const recipients: Delivery[][] = [];
		for (const to of settings.to) {
			const ways: Delivery[] = [];
			for (const [way, post] of postsTo(to, text, settings, tools)) {
				const key = `${way} ${to}`;
				const known = settled[key];
				const delivery = known === undefined ? await tools.post(post) : knownAs(known);
				if (delivery.kind === "aborted") return { ...delivery, settled };
				if (delivery.kind === "sent") settled[key] = null;
				else if (!delivery.again) settled[key] = delivery.message;
				ways.push(delivery);
			}
			recipients.push(ways);
		}
		const outcome = summed(recipients);
		return outcome.kind === "failed" && outcome.again ? keeping(outcome, settled) : outcome;
	},
};

/** What an earlier attempt came to. */
function knownAs(refusal: string | null): Delivery {
	return refusal === null ? { kind: "sent" } : { kind: "failed", again: false, retryAfterMs: null, message: refusal };
}

/** The most urgent way last. */
function postsTo(to: string, text: MessageText, settings: Settings, { endpoints }: Pick<Tools, "endpoints">) {
	const { accountSid, apiKeySid, authToken, from, by } = settings;
	const account = `${endpoints.twilio}/2010-04-01/Accounts/${accountSid}`;
	const headers = {
		authorization: `Basic ${Buffer.from(`${apiKeySid ?? accountSid}:${authToken}`).toString("base64")}`,
		"content-type": "application/x-www-form-urlencoded",
	};
	const form = (fields: Record<string, string>) => new URLSearchParams({ To: to, From: from, ...fields }).toString();
	const sms: Post = { url: `${account}/Messages.json`, headers, body: form({ Body: smsOf(text) }) };
	const call: Post = { url: `${account}/Calls.json`, headers, body: form({ Twiml: twimlOf(text) }) };
	const ways: (readonly [way: "sms" | "call", Post])[] = [
		["sms", sms],
		["call", call],
	];
	return ways.filter(([way]) => by === way || by === "sms_and_call");
}

function smsOf(text: MessageText): string {
	const lines = linesOf({ ...text, details: [] }, SMS_ROOM);
	return [shortened(text.title, SMS_ROOM / 2), ...lines, ...(text.link === null ? [] : [text.link])].join("\n");
}

/** Said twice: whoever is woken misses the beginning. */
function twimlOf(text: MessageText): string {
	const lines = linesOf({ ...text, details: [] }, CALL_ROOM);
	const said = escaped(shortened(["This is Lapwing", text.title, ...lines].join(". "), CALL_ROOM));
	return `<Response><Say>${said}</Say><Pause length="1"/><Say>Again: ${said}</Say></Response>`;
}

/** XML 1.0 has no control characters; `shortened` has taken them out. */
function escaped(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

const isRefused = (delivery: Delivery) => delivery.kind === "failed" && !delivery.again;
const isTransient = (delivery: Delivery) => delivery.kind === "failed" && delivery.again;

/** What the most urgent way to one recipient came to that was not refused for good; the last refusal if all were. */
function decisiveOf(ways: readonly Delivery[]): Delivery | undefined {
	return ways.findLast((delivery) => !isRefused(delivery)) ?? ways.at(-1);
}

/** @param recipients what each way to each of them came to */
function summed(recipients: readonly (readonly Delivery[])[]): Delivery {
	const all = recipients.flat();
	const failed = all.filter((delivery) => delivery.kind === "failed");
	const [first] = failed;
	if (first === undefined) return { kind: "sent" };
	const isAnySent = failed.length < all.length;
	const message = isAnySent ? `Twilio refused ${failed.length} of ${all.length}: ${first.message}` : first.message;
	const wanting = recipients.map(decisiveOf).find((delivery) => delivery !== undefined && isTransient(delivery));
	if (wanting?.kind === "failed") return { ...wanting, message };
	return isAnySent ? { kind: "sent", warning: message } : first;
}
