/**
 * Matrix (https://spec.matrix.org/latest/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid): one
 * `m.room.message` in a room that the account has joined; the room must not be encrypted, for we hold no keys. The
 * transaction is the message's id, so a repeated delivery is the same event. `m.mentions` is empty: nobody is mentioned
 * by a name. Refused with 429, a server says for how long in Retry-After, and older ones in the body.
 */

import { retryAfterMs } from "../../domain/alerts/retry.ts";
import { linesOf, type MessageText, textOf } from "../../domain/alerts/texts/message-text.ts";
import { type Answer, byPost } from "../channel.ts";
import type { Delivery } from "../interface.ts";
import { serviceUrl } from "../service-url.ts";

/** An event has 65,536 bytes at most, signatures included; the text stands in it twice, escaped the second time. */
const ROOM = 4_000;

export const matrix = byPost<"matrix">(true, (message, { settings }, { link, now }) => {
	const text = textOf(message, link);
	const room = encodeURIComponent(settings.roomId);
	const transaction = encodeURIComponent(message.id);
	return {
		url: serviceUrl(settings.serverUrl, `/_matrix/client/v3/rooms/${room}/send/m.room.message/${transaction}`),
		method: "PUT",
		headers: { authorization: `Bearer ${settings.accessToken}` },
		body: contentOf(text),
		read: (answer) => limited(answer, now()),
	};
});

function contentOf(text: MessageText) {
	const lines = linesOf(text, ROOM);
	const link = text.link === null ? [] : [text.link];
	const html = text.link === null ? [] : [`<a href="${escaped(text.link)}">Open in Lapwing</a>`];
	return {
		// `m.notice` would make no sound: clients take it for a bot's remark.
		msgtype: "m.text",
		body: [text.title, ...lines, ...link].join("\n"),
		format: "org.matrix.custom.html",
		formatted_body: [`<strong>${escaped(text.title)}</strong>`, ...lines.map(escaped), ...html].join("<br>"),
		"m.mentions": {},
	};
}

function limited({ status, headers, json }: Answer, now: number): Delivery | null {
	if (status !== 429) return null;
	const { retry_after_ms: inBody } = (json ?? {}) as { retry_after_ms?: unknown };
	const asked = retryAfterMs(headers.get("retry-after"), now);
	return {
		kind: "failed",
		again: true,
		retryAfterMs: asked ?? (typeof inBody === "number" && inBody >= 0 ? inBody : null),
		message: "The receiver answered with status 429.",
	};
}

function escaped(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
