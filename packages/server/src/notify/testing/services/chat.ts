/** Chats: Matrix, Mattermost, Rocket.Chat, Google Chat, Zulip. */

import { z } from "zod";
import type { Answering, Received } from "../receiver.ts";
import { json, TOKEN, unmet } from "./service.ts";

/** Discord's webhooks: what each message shows, by its id. */
export function discordServer() {
	const messages = new Map<string, string>();
	const embed = z.strictObject({
		title: z.string().max(256),
		color: z.int().max(0xffffff),
		timestamp: z.iso.datetime(),
		url: z.url().optional(),
		description: z.string().max(4_096).optional(),
		fields: z
			.array(z.strictObject({ name: z.string().max(256), value: z.string().max(1_024) }))
			.max(25)
			.optional(),
	});
	const sizeOf = ({ title, description = "", fields = [] }: z.infer<typeof embed>) =>
		title.length + description.length + fields.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
	const body = z.strictObject({
		embeds: z.array(embed.refine((one) => sizeOf(one) <= 6_000)).max(10),
		allowed_mentions: z.strictObject({ parse: z.array(z.enum(["roles", "users", "everyone"])) }),
	});
	const answer = (request: Received): Answering => {
		const edited = /^\/api\/webhooks\/1\/t0ken\/messages\/(\d+)$/.exec(request.path)?.[1];
		if (edited !== undefined && !messages.has(edited)) return json(404, { message: "Unknown Message", code: 10008 });
		const refused = unmet(request, {
			method: edited === undefined ? "POST" : "PATCH",
			path: edited === undefined ? `/api/webhooks/1/${TOKEN}?wait=true` : request.path,
			body,
		});
		if (refused) return refused;
		const id = edited ?? String(100 + messages.size);
		messages.set(id, request.json.embeds[0].title);
		return json(200, { id, type: 0, embeds: request.json.embeds });
	};
	return { answer, messages };
}

export function telegramServer() {
	const messages = new Map<number, string>();
	const common = {
		chat_id: z.literal("-100"),
		parse_mode: z.literal("HTML"),
		// After its entities are read.
		text: z
			.string()
			.refine((text) => text !== "" && [...text.replace(/<[^>]*>/g, "").replace(/&\w+;/g, "x")].length <= 4_096),
		link_preview_options: z.strictObject({ is_disabled: z.boolean() }),
	};
	const refusal = (error_code: number, description: string) => json(error_code, { ok: false, error_code, description });
	const answer = (request: Received): Answering => {
		const edits = request.path === "/bot1:abc/editMessageText";
		const body = edits ? z.strictObject({ ...common, message_id: z.int() }) : z.strictObject(common);
		const refused = unmet(request, { path: edits ? request.path : "/bot1:abc/sendMessage", body });
		if (refused) return refusal(refused.status === 404 ? 401 : 400, "Bad Request");
		const { text } = request.json;
		const id = edits ? request.json.message_id : messages.size + 1;
		if (edits && !messages.has(id)) return refusal(400, "Bad Request: message to edit not found");
		if (messages.get(id) === text) {
			return refusal(400, "Bad Request: message is not modified: specified new message content and reply markup …");
		}
		messages.set(id, text);
		return json(200, { ok: true, result: { message_id: id, date: 0, chat: { id: -100, type: "group" } } });
	};
	return { answer, messages };
}

/** A homeserver with one room, which knows its transactions as homeservers do. */
export function matrixServer() {
	const events = new Map<string, { eventId: string; content: unknown }>();
	const plain = z.strictObject({
		msgtype: z.enum(["m.text", "m.notice"]),
		body: z.string().min(1),
		format: z.literal("org.matrix.custom.html"),
		formatted_body: z.string().min(1),
		"m.mentions": z.strictObject({}),
	});
	const edit = plain.extend({
		"m.new_content": plain,
		"m.relates_to": z.strictObject({ rel_type: z.literal("m.replace"), event_id: z.string().startsWith("$event") }),
	});
	const content = z.union([plain, edit]);
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
	const edits = request.method === "PATCH";
	const refused = unmet(request, {
		method: edits ? "PATCH" : "POST",
		path: edits ? /^\/api\/v1\/messages\/\d+$/ : "/api/v1/messages",
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
	if (edits && request.path !== "/api/v1/messages/42") {
		return json(400, { code: "BAD_REQUEST", msg: "Invalid message(s)", result: "error" });
	}
	const read = (edits ? form.pick({ content: true }) : form).safeParse(
		Object.fromEntries(new URLSearchParams(request.body)),
	);
	if (!read.success) return json(400, { code: "BAD_REQUEST", msg: read.error.message, result: "error" });
	return json(200, { id: 42, msg: "", result: "success" });
}
