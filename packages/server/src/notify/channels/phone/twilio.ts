/**
 * Twilio: an SMS (https://www.twilio.com/docs/messaging/api/message-resource), and a call that reads the message
 * (https://www.twilio.com/docs/voice/api/call-resource, `Twiml`, at most 4,000 characters). One request for each
 * recipient, one after the other; the message counts as sent once one of them is accepted, as a mail does, so that
 * nobody is called twice. A key (`SK…`) can stand in for the account's own token. 429 is error 20429.
 */

import { linesOf, type MessageText, textOf } from "../../../domain/alerts/texts/message-text.ts";
import { shortened } from "../../../domain/alerts/texts/words.ts";
import type { Channel, Post, Tools } from "../../channel.ts";
import type { Delivery } from "../../interface.ts";

/** Twilio takes 1,600 characters and bills each 70 (or 153 of the plain alphabet): three lines and a link. */
const SMS_ROOM = 320;
/** What is read aloud: half a minute. */
const CALL_ROOM = 500;

type Settings = Parameters<Channel<"twilio">["deliver"]>[1]["settings"];

export const twilio: Channel<"twilio"> = {
	gathers: true,
	async deliver(message, { settings }, tools) {
		const text = textOf(message, tools.link);
		const deliveries: Delivery[] = [];
		for (const post of settings.to.flatMap((to) => postsTo(to, text, settings, tools))) {
			const delivery = await tools.post(post);
			if (delivery.kind === "aborted") return deliveries.some(isSent) ? summed(deliveries) : delivery;
			deliveries.push(delivery);
		}
		return summed(deliveries);
	},
};

function postsTo(to: string, text: MessageText, settings: Settings, { endpoints }: Pick<Tools, "endpoints">): Post[] {
	const { accountSid, apiKeySid, authToken, from, by } = settings;
	const account = `${endpoints.twilio}/2010-04-01/Accounts/${accountSid}`;
	const headers = {
		authorization: `Basic ${Buffer.from(`${apiKeySid ?? accountSid}:${authToken}`).toString("base64")}`,
		"content-type": "application/x-www-form-urlencoded",
	};
	const form = (fields: Record<string, string>) => new URLSearchParams({ To: to, From: from, ...fields }).toString();
	const sms: Post = { url: `${account}/Messages.json`, headers, body: form({ Body: smsOf(text) }) };
	const call: Post = { url: `${account}/Calls.json`, headers, body: form({ Twiml: twimlOf(text) }) };
	return by === "sms" ? [sms] : by === "call" ? [call] : [sms, call];
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

const isSent = ({ kind }: Delivery) => kind === "sent";

function summed(deliveries: readonly Delivery[]): Delivery {
	const failed = deliveries.filter((delivery) => delivery.kind === "failed");
	if (failed.length === 0) return { kind: "sent" };
	const { length } = deliveries;
	const [first] = failed;
	if (failed.length < length) {
		return { kind: "sent", warning: `Twilio refused ${failed.length} of ${length}: ${first?.message}` };
	}
	const retryable = failed.find(({ again }) => again);
	return retryable ?? (first as Delivery);
}
