/** Services that send to telephones: Gotify, Pushover, Signal, Twilio, Home Assistant. */

import { z } from "zod";
import type { Answering, Received } from "../receiver.ts";
import { json, TOKEN, unmet } from "./service.ts";

const oneLine = (max: number) =>
	z
		.string()
		.min(1)
		.max(max)
		.regex(/^[^\r\n]*$/);

export function gotify(request: Received): Answering {
	const refused = unmet(request, {
		path: "/message",
		headers: { "x-gotify-key": TOKEN },
		body: z.strictObject({
			title: z.string(),
			message: z.string().min(1),
			priority: z.int(),
			extras: z.strictObject({
				"client::display": z.strictObject({ contentType: z.enum(["text/plain", "text/markdown"]) }),
				"client::notification": z.strictObject({ click: z.strictObject({ url: z.url() }) }).optional(),
			}),
		}),
	});
	return refused ?? json(200, { id: 25, appid: 5, date: "2026-05-01T12:00:00Z", ...request.json });
}

export const PUSHOVER_KEYS = { appToken: "a".repeat(30), userKey: "u".repeat(30) };

/** The service, with what it sounds: the tags of emergencies. */
export function pushoverServer() {
	const sounding: string[] = [];
	return {
		sounding,
		answer(request: Received): Answering {
			const tag = /^\/1\/receipts\/cancel_by_tag\/(\w{1,40})\.json$/.exec(request.path)?.[1];
			if (tag === undefined) {
				const answer = pushover(request);
				if (answer.status === 200 && request.json.priority === 2) sounding.push(request.json.tags);
				return answer;
			}
			const refused = unmet(request, { path: request.path, body: z.strictObject({ token: z.string().length(30) }) });
			if (refused) return refused;
			const kept = sounding.filter((one) => one !== tag);
			const canceled = sounding.length - kept.length;
			sounding.splice(0, sounding.length, ...kept);
			return json(200, { status: 1, canceled, request: "r" });
		},
	};
}

export function pushover(request: Received): Answering {
	const characters = (max: number) => z.string().refine((text) => [...text].length <= max && text.length > 0);
	const refused = unmet(request, {
		path: "/1/messages.json",
		body: z
			.strictObject({
				token: z.string().length(30),
				user: z.string().length(30),
				device: z.string().optional(),
				title: characters(250),
				message: characters(1_024),
				timestamp: z.int(),
				priority: z.int().min(-2).max(2),
				retry: z.int().min(30).optional(),
				expire: z.int().max(10_800).optional(),
				tags: z.string().max(40).optional(),
				url: characters(512).optional(),
				url_title: characters(100).optional(),
			})
			.refine(({ priority, retry, expire }) => (priority === 2) === (retry !== undefined && expire !== undefined)),
	});
	if (refused) return refused;
	if (request.json.token !== PUSHOVER_KEYS.appToken || request.json.user !== PUSHOVER_KEYS.userKey) {
		return json(400, { token: "invalid", errors: ["application token is invalid"], status: 0, request: "r" });
	}
	return json(200, { status: 1, request: "647d2300-702c-4b38-8b2f-d56326ae460b" });
}

export function signal(request: Received): Answering {
	const refused = unmet(request, {
		path: "/v2/send",
		body: z.strictObject({
			number: z.string().regex(/^\+\d+$/),
			recipients: z.array(z.string()).min(1),
			text_mode: z.enum(["normal", "styled"]),
			// signal-cli makes an attachment of a longer one.
			message: z.string().refine((text) => text !== "" && Buffer.byteLength(text) <= 2_000),
		}),
	});
	return refused ?? json(201, { timestamp: "1777636800000" });
}

export const TWILIO_ACCOUNT = `AC${"0".repeat(32)}`;

export function twilio(request: Received): Answering {
	const kind = /^\/2010-04-01\/Accounts\/AC0{32}\/(Messages|Calls)\.json$/.exec(request.path)?.[1];
	const refused = unmet(request, {
		path: kind === undefined ? "/" : request.path,
		headers: {
			authorization: `Basic ${btoa(`${TWILIO_ACCOUNT}:${TOKEN}`)}`,
			"content-type": "application/x-www-form-urlencoded",
		},
	});
	if (refused) return refused;
	const form = Object.fromEntries(new URLSearchParams(request.body));
	const phone = z.string().regex(/^\+[1-9]\d{6,14}$/);
	const ours =
		kind === "Messages"
			? z.strictObject({ To: phone, From: phone, Body: z.string().min(1).max(1_600) })
			: z.strictObject({
					To: phone,
					From: phone,
					Twiml: z
						.string()
						.max(4_000)
						.regex(/^<Response>.*<\/Response>$/s),
				});
	if (!ours.safeParse(form).success) return json(400, { code: 21658, message: "Parameter", status: 400 });
	// A number that has answered STOP.
	if (form["To"] === "+15550000000") return json(400, { code: 21610, message: "unsubscribed recipient", status: 400 });
	return json(201, { sid: `SM${"0".repeat(32)}`, status: "queued" });
}

export function homeAssistant(request: Received): Answering {
	const service = /^\/api\/services\/([a-z_]+\/[a-z0-9_]+)$/.exec(request.path)?.[1] ?? "";
	const common = { title: oneLine(255), message: z.string().min(1) };
	const data = z.strictObject({
		tag: z.string(),
		group: z.string(),
		url: z.url().optional(),
		clickAction: z.url().optional(),
		ttl: z.literal(0).optional(),
		priority: z.literal("high").optional(),
		push: z.strictObject({ "interruption-level": z.enum(["time-sensitive", "critical"]) }).optional(),
	});
	const bodies: Readonly<Record<string, z.ZodType>> = {
		"notify/notify": z.strictObject(common),
		// What Firebase carries.
		"notify/mobile_app_pixel": z
			.strictObject({ ...common, data })
			.refine((payload) => Buffer.byteLength(JSON.stringify(payload)) <= 4_096),
		"notify/send_message": z.strictObject({ ...common, entity_id: z.string().regex(/^notify\./) }),
		"persistent_notification/create": z.strictObject({ ...common, notification_id: z.string().regex(/^\w+$/) }),
	};
	// Its answer to a service that does not exist.
	if (bodies[service] === undefined) return json(400, { message: "Bad Request" });
	const refused = unmet(request, {
		path: request.path,
		headers: { authorization: `Bearer ${TOKEN}` },
		body: bodies[service],
	});
	return refused ?? json(200, []);
}

/** ntfy: each message has an id, and a sequence, which is the id of its first message. */
export function ntfyServer() {
	const shown = new Map<string, string>();
	let last = 0;
	const body = z.strictObject({
		topic: z.literal("ops"),
		title: z.string(),
		message: z.string().refine((text) => Buffer.byteLength(text) <= 4_096),
		priority: z.int().min(1).max(5),
		tags: z.array(z.string()).optional(),
		click: z.url().optional(),
		actions: z
			.array(z.strictObject({ action: z.literal("view"), label: z.string(), url: z.url(), clear: z.boolean() }))
			.max(3)
			.optional(),
		sequence_id: z
			.string()
			.regex(/^[-_A-Za-z0-9]{1,64}$/)
			.optional(),
	});
	const answer = (request: Received): Answering => {
		const refused = unmet(request, { path: "/", headers: { authorization: `Bearer ${TOKEN}` }, body });
		if (refused) return refused;
		last += 1;
		const id = `id${last}`;
		shown.set(request.json.sequence_id ?? id, request.json.title);
		return json(200, { id, time: 0, event: "message", topic: "ops" });
	};
	return { answer, shown };
}
