/** Services that keep incidents or pass messages on: Jira Service Management, incident.io, Alertmanager, Apprise. */

import { z } from "zod";
import type { Answering, Received } from "../receiver.ts";
import { json, TOKEN, unmet } from "./service.ts";

/** Its alerts by alias. */
export function jiraServer() {
	const alerts = new Map<string, "open" | "acknowledged" | "closed">();
	const answer = (request: Received): Answering => {
		const headers = { authorization: `GenieKey ${TOKEN}` };
		const action = /^\/jsm\/ops\/integration\/v2\/alerts\/([^/?]+)\/(close|acknowledge)\?identifierType=alias$/;
		const [, alias, verb] = action.exec(request.path) ?? [];
		if (alias !== undefined) {
			const body = z.strictObject({
				source: z.string().max(100).optional(),
				user: z.string().max(100).optional(),
				note: z.string().max(25_000).optional(),
			});
			const refused = unmet(request, { path: action, headers, body });
			if (refused) return refused;
			alerts.set(decodeURIComponent(alias), verb === "close" ? "closed" : "acknowledged");
			return json(202, { result: "Request will be processed", requestId: "r", took: 0.1 });
		}
		const refused = unmet(request, {
			path: "/jsm/ops/integration/v2/alerts",
			headers,
			body: z.strictObject({
				message: z.string().min(1).max(130),
				alias: z.string().max(512),
				description: z.string().max(15_000),
				details: z.record(z.string(), z.string()),
				entity: z.string().max(512),
				source: z.string().max(100),
				priority: z.enum(["P1", "P2", "P3", "P4", "P5"]),
			}),
		});
		if (refused) return refused.status === 400 ? json(422, { message: "Request body is not processable" }) : refused;
		// An alert that is not closed takes in others of its alias, and stays acknowledged.
		const before = alerts.get(request.json.alias);
		if (before === undefined || before === "closed") alerts.set(request.json.alias, "open");
		return json(202, { result: "Request will be processed", requestId: "r", took: 0.1 });
	};
	return { answer, alerts };
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
	return { answer, alerts };
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
