/** Chats: Matrix, Mattermost, Rocket.Chat, Google Chat, Zulip. */

import { z } from "zod";
import type { Answering, Received } from "../receiver.ts";
import { json, TOKEN, unmet } from "./service.ts";

/** A homeserver with one room, which knows its transactions as homeservers do. */
export function matrixServer() {
	const events = new Map<string, { eventId: string; content: unknown }>();
	const content = z.strictObject({
		msgtype: z.enum(["m.text", "m.notice"]),
		body: z.string().min(1),
		format: z.literal("org.matrix.custom.html"),
		formatted_body: z.string().min(1),
		"m.mentions": z.strictObject({}),
	});
	const answer = (request: Received): Answering => {
		const path = /^\/_matrix\/client\/v3\/rooms\/!ops%3Amatrix\.example\/send\/m\.room\.message\/([^/]+)$/;
		const refused = unmet(request, {
			method: "PUT",
			path,
			headers: { authorization: `Bearer ${TOKEN}` },
			body: content,
		});
		if (refused) return refused.status === 401 ? json(401, { errcode: "M_UNKNOWN_TOKEN", error: "" }) : refused;
		if (Buffer.byteLength(request.body) > 65_536 - 1_000) return json(413, { errcode: "M_TOO_LARGE", error: "" });
		const transaction = path.exec(request.path)?.[1] ?? "";
		const eventId = events.get(transaction)?.eventId ?? `$event${events.size}`;
		events.set(transaction, { eventId, content: request.json });
		return json(200, { event_id: eventId });
	};
	return { answer, events };
}

const attachment = z.strictObject({
	color: z.string().regex(/^#[0-9a-f]{6}$/),
	title: z.string().optional(),
	title_link: z.url().optional(),
	text: z.string(),
	fields: z.array(z.strictObject({ title: z.string(), value: z.string(), short: z.boolean() })).optional(),
});

export function mattermost(request: Received): Answering {
	const refused = unmet(request, {
		path: `/hooks/${TOKEN}`,
		body: z
			.strictObject({ text: z.string().min(1), attachments: z.array(attachment).min(1) })
			.refine(({ text }) => text.length <= 16_383)
			.refine((post) => JSON.stringify(post).length <= 300_000),
	});
	return refused ?? { status: 200, headers: { "content-type": "text/plain" }, body: "ok" };
}

export function rocketchat(request: Received): Answering {
	const refused = unmet(request, {
		path: `/hooks/65/${TOKEN}`,
		body: z.strictObject({
			alias: z.string(),
			// Message_MaxAllowedSize, 5,000 as Rocket.Chat is installed.
			text: z.string().min(1).max(5_000),
			attachments: z.array(attachment).min(1),
		}),
	});
	// Some versions answer a request that they can't use with 200.
	if (refused?.status === 400) return json(200, { success: false, error: "invalid" });
	return refused ?? json(200, { success: true });
}

export function googleChat(request: Received): Answering {
	const url = new URL(request.path, "https://chat.googleapis.com");
	const option = url.searchParams.get("messageReplyOption");
	if (url.searchParams.get("token") !== TOKEN || url.searchParams.get("key") !== "k") {
		return json(400, { error: { code: 400, status: "INVALID_ARGUMENT" } });
	}
	const refused = unmet(request, {
		path: /^\/v1\/spaces\/AAA\/messages\?/,
		body: z
			.strictObject({
				text: z.string().min(1).max(4_096),
				thread: z.strictObject({ threadKey: z.string().max(4_000) }).optional(),
			})
			.refine(({ thread }) => (thread === undefined) === (option === null)),
	});
	if (refused) return refused;
	if (Buffer.byteLength(request.body) > 32_000) return json(400, { error: { code: 400 } });
	return json(200, { name: "spaces/AAA/messages/BBB.CCC", text: request.json.text });
}

export const ZULIP_BOT = "lapwing-bot@zulip.example";

export function zulip(request: Received): Answering {
	const refused = unmet(request, {
		path: "/api/v1/messages",
		headers: {
			authorization: `Basic ${btoa(`${ZULIP_BOT}:${TOKEN}`)}`,
			"content-type": "application/x-www-form-urlencoded",
		},
	});
	if (refused) return json(refused.status, { code: "INVALID_API_KEY", msg: "Invalid API key", result: "error" });
	const form = z.strictObject({
		type: z.enum(["stream", "channel", "direct"]),
		to: z.string().min(1),
		topic: z.string().min(1).max(60),
		content: z.string().min(1).max(10_000),
	});
	const read = form.safeParse(Object.fromEntries(new URLSearchParams(request.body)));
	if (!read.success) return json(400, { code: "BAD_REQUEST", msg: read.error.message, result: "error" });
	return json(200, { id: 42, msg: "", result: "success" });
}
