/**
 * Matrix (https://spec.matrix.org/latest/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid): one
 * `m.room.message` in a room that the account has joined; the room must not be encrypted, for we hold no keys. The
 * transaction is the message's id, so a repeated delivery is the same event. `m.mentions` is empty: nobody is mentioned
 * by a name. An edit is an event of its own that replaces the first one
 * (https://spec.matrix.org/latest/client-server-api/#event-replacements). Refused with 429, a server says for how long
 * in Retry-After, and older ones in the body.
 */

import { createHash } from "node:crypto";
import type { ChannelSettings } from "../../../domain/alerts/channels.ts";
import { retryAfterMs } from "../../../domain/alerts/retry.ts";
import { linesOf, linksOf, type MessageText, textOf } from "../../../domain/alerts/texts/message-text.ts";
import { type Answer, byPost, replacedAs, sentAs } from "../../channel.ts";
import type { Delivery } from "../../interface.ts";
import { serviceUrl } from "../../service-url.ts";

/** An event has 65,536 bytes at most, signatures included; the text stands four times in an edit, escaped twice. */
const ROOM = 2_500;

type Settings = Extract<ChannelSettings, { type: "matrix" }>;

export const matrix = byPost<"matrix">(
	true,
	(message, { settings }, { link, now }) => ({
		...event(settings, message.id),
		body: contentOf(textOf(message, link)),
		read: (answer) => limited(answer, now()) ?? sentAs(({ event_id }) => event_id)(answer),
	}),
	(messageRef, message, { settings }, { link, now }) => {
		const content = contentOf(textOf(message, link));
		const body = {
			...content,
			// For clients that know no edits.
			body: `* ${content.body}`,
			formatted_body: `* ${content.formatted_body}`,
			"m.new_content": content,
			"m.relates_to": { rel_type: "m.replace", event_id: messageRef },
		};
		// One message can be updated often, under one id.
		const version = createHash("sha256").update(JSON.stringify(body)).digest("hex").slice(0, 16);
		return {
			...event(settings, `${message.id}.${version}`),
			body,
			// Later edits refer to the first event, never to an edit.
			read: (answer) => limited(answer, now()) ?? replacedAs(messageRef)(answer),
		};
	},
);

function event({ serverUrl, roomId, accessToken }: Settings, transaction: string) {
	const path = [roomId, "send", "m.room.message", transaction].map(encodeURIComponent).join("/");
	return {
		url: serviceUrl(serverUrl, `/_matrix/client/v3/rooms/${path}`),
		method: "PUT",
		headers: { authorization: `Bearer ${accessToken}` },
	} as const;
}

function contentOf(text: MessageText) {
	const lines = linesOf(text, ROOM);
	const links = linksOf(text);
	const html = links.map(({ label, url }) => `<a href="${escaped(url)}">${label}</a>`).join(" · ");
	return {
		// `m.notice` would make no sound: clients take it for a bot's remark.
		msgtype: "m.text",
		body: [text.title, ...lines, ...links.map(({ label, url }) => `${label}: ${url}`)].join("\n"),
		format: "org.matrix.custom.html",
		formatted_body: [`<strong>${escaped(text.title)}</strong>`, ...lines.map(escaped), html]
			.filter(Boolean)
			.join("<br>"),
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
