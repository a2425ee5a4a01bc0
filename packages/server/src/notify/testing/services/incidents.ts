/** Services that keep incidents or pass messages on: Jira Service Management, incident.io, Alertmanager, Apprise. */

import { z } from "zod";
import type { Answering, Received } from "../receiver.ts";
import { json, TOKEN, unmet } from "./service.ts";

interface GenieAlert {
	status: "open" | "acknowledged" | "closed";
	/** What people see: the last of each, and the notes. */
	message: string;
	description: string;
	priority: string;
	readonly notes: string[];
}

const PRIORITY = z.enum(["P1", "P2", "P3", "P4", "P5"]);
const NOTED = z.strictObject({
	source: z.string().max(100).optional(),
	user: z.string().max(100).optional(),
	note: z.string().max(25_000).optional(),
});
/** What is done to an alert: method and body. */
const ACTIONS: Readonly<Record<string, readonly [string, z.ZodType]>> = {
	close: ["POST", NOTED],
	acknowledge: ["POST", NOTED],
	notes: ["POST", NOTED.required({ note: true })],
	message: ["PUT", z.strictObject({ message: z.string().min(1).max(130) })],
	description: ["PUT", z.strictObject({ description: z.string().max(15_000) })],
	priority: ["PUT", z.strictObject({ priority: PRIORITY })],
};

/** Alerts by alias, as Opsgenie and Jira Service Management keep them. */
function genieServer(path: string, token: string, actions: readonly string[]) {
	const alerts = new Map<string, GenieAlert>();
	const taken = json(202, { result: "Request will be processed", requestId: "r", took: 0.1 });
	const headers = { authorization: `GenieKey ${token}` };
	const act = (request: Received, alias: string, action: string): Answering => {
		const [method, body] = ACTIONS[action] ?? [];
		if (method === undefined || body === undefined || !actions.includes(action)) return json(404, {});
		const refused = unmet(request, { method, path: request.path, headers, body });
		if (refused) return refused;
		const alert = alerts.get(alias);
		// It is processed later, and then without effect.
		if (alert === undefined || alert.status === "closed") return taken;
		if (action === "close") alert.status = "closed";
		else if (action === "acknowledge") alert.status = "acknowledged";
		else Object.assign(alert, request.method === "PUT" ? request.json : {});
		if (request.json.note !== undefined) alert.notes.push(request.json.note);
		return taken;
	};
	const answer = (request: Received): Answering => {
		const [, alias, action] = /^\/([^/?]+)\/([a-z]+)\?identifierType=alias$/.exec(rest(request)) ?? [];
		if (alias !== undefined && action !== undefined) return act(request, decodeURIComponent(alias), action);
		const refused = unmet(request, {
			path,
			headers,
			body: z.strictObject({
				message: z.string().min(1).max(130),
				alias: z.string().max(512),
				description: z.string().max(15_000),
				details: z.record(z.string(), z.string()),
				entity: z.string().max(512),
				source: z.string().max(100),
				priority: PRIORITY,
			}),
		});
		if (refused) return refused.status === 400 ? json(422, { message: "Request body is not processable" }) : refused;
		// An alert that is not closed takes in others of its alias, stays acknowledged, and keeps its texts.
		const { alias: key, message, description, priority } = request.json;
		const before = alerts.get(key);
		if (before !== undefined && before.status !== "closed") return taken;
		alerts.set(key, { status: "open", message, description, priority, notes: [] });
		return taken;
	};
	const rest = (request: Received) => (request.path.startsWith(path) ? request.path.slice(path.length) : "");
	const statuses = () => new Map(Array.from(alerts, ([key, { status }]) => [key, status]));
	return { answer, alerts, statuses };
}

export function jiraServer() {
	return genieServer("/jsm/ops/integration/v2/alerts", TOKEN, ["close", "acknowledge", "notes"]);
}

export function opsgenieServer() {
	return genieServer("/v2/alerts", TOKEN, Object.keys(ACTIONS));
}

export function incidentIoServer() {
	const alerts = new Map<string, string>();
	const answer = (request: Received): Answering => {
		const refused = unmet(request, {
			path: "/v2/alert_events/http/01GW2G3V0S59R238FAHPDS1R66",
			headers: { authorization: `Bearer ${TOKEN}` },
			body: z.strictObject({
				title: z.string().min(1),
				description: z.string().optional(),
				deduplication_key: z.string().optional(),
				status: z.enum(["firing", "resolved"]),
				source_url: z.url().optional(),
				metadata: z.record(z.string(), z.unknown()).optional(),
			}),
		});
		if (refused) return refused.status === 400 ? json(422, { type: "validation_error", status: 422 }) : refused;
		const { deduplication_key, status } = request.json;
		alerts.set(deduplication_key, status);
		return json(202, { deduplication_key, message: "Event accepted for processing", status: "success" });
	};
	return { answer, alerts, statuses: () => alerts };
}

const LABEL_NAME = z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_]*$/);

export function alertmanagerServer() {
	/** By their labels: when they end. */
	const alerts = new Map<string, number>();
	const answer = (request: Received): Answering => {
		const refused = unmet(request, {
			path: "/api/v2/alerts",
			headers: { authorization: `Bearer ${TOKEN}` },
			body: z
				.array(
					z.strictObject({
						labels: z.record(LABEL_NAME, z.string().min(1)),
						annotations: z.record(LABEL_NAME, z.string()),
						startsAt: z.iso.datetime(),
						endsAt: z.iso.datetime(),
						generatorURL: z.url().optional(),
					}),
				)
				.refine((all) => all.every(({ startsAt, endsAt }) => startsAt <= endsAt)),
		});
		if (refused) return refused;
		for (const { labels, endsAt } of request.json) alerts.set(JSON.stringify(labels), Date.parse(endsAt));
		return { status: 200 };
	};
	return { answer, alerts };
}

export function apprise(request: Received): Answering {
	const refused = unmet(request, {
		path: /^\/notify\/(ops|empty|partial)$/,
		headers: { accept: "application/json" },
		body: z.strictObject({
			title: z.string(),
			body: z.string().min(1).max(32_768),
			type: z.enum(["info", "success", "warning", "failure"]),
			format: z.enum(["text", "markdown", "html"]),
			tag: z.string().optional(),
		}),
	});
	if (refused) return refused;
	if (request.path.endsWith("/empty")) return { status: 204 };
	if (request.path.endsWith("/partial")) return json(424, { error: "One or more notification could not be sent." });
	return json(200, { error: null, details: [] });
}
