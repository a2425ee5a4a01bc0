/** /monitors/:id/pings: what the job of a monitor reported; and the renewal of its ping address. */

import { z } from "@hono/zod-openapi";
import { REPORT_KINDS, REPORTS_KEPT } from "../../../domain/jobs/job-report.ts";
import type { Monitor } from "../../../domain/monitors/settings.ts";
import { isoOf } from "../../../domain/time-text.ts";
import { renewPingUrl as renew } from "../../../services/monitors/renew-ping-url.ts";
import { bodyOfReport, pageOfReports, type StoredReport } from "../../../storage/jobs/job-reports.ts";
import { ok } from "../../kernel/answers.ts";
import { changeEndpoint } from "../../kernel/change-endpoint.ts";
import { endpoint, type Resource } from "../../kernel/endpoint.ts";
import { listEndpoint } from "../../kernel/list-endpoint.ts";
import { isoDateTime, publicId } from "../../kernel/schemas.ts";
import { answers } from "../../kernel/success.ts";
import { monitorId, singleForm, singleMonitor } from "./monitor-forms.ts";
import { theMonitor } from "./monitors.ts";

const pingId = publicId("png", "png_01jgezt6z8e7kb3mq4f2ys0nd5");

/** Monitors of other types have reports: batch. */
const theCronMonitor: Resource<Monitor> = {
	params: z.object({ id: monitorId }),
	async find(services, teamId, params) {
		const monitor = await theMonitor.find(services, teamId, params);
		return monitor?.settings.type === "cron" ? monitor : null;
	},
};

const ping = z
	.object({
		id: pingId,
		kind: z.enum(REPORT_KINDS).openapi({ example: "success" }),
		exitCode: z.int().min(0).max(255).nullable().openapi({ description: "Null when none was given.", example: 0 }),
		rid: z.string().nullable().openapi({ description: "Null when none was given.", example: null }),
		at: isoDateTime,
		durationMs: z
			.int()
			.min(0)
			.nullable()
			.openapi({ description: "From the start of the run to this end of it; null without a start.", example: 63_000 }),
		address: z.string().openapi({ description: "Of the sender.", example: "192.0.2.1" }),
		userAgent: z.string().nullable().openapi({ example: "curl/8.14.1" }),
		sizeBytes: z.int().min(0).openapi({ description: "Of the body, before it was cut.", example: 0 }),
	})
	.openapi("Ping");

export const listPings = listEndpoint<StoredReport, number, typeof ping, Monitor>({
	operationId: "listPings",
	summary: "List the pings of a monitor of type cron, newest first",
	description: `The last ${REPORTS_KEPT} are kept.`,
	tag: "Monitors",
	resource: theCronMonitor,
	collection: "pings",
	item: ping,
	list: ({ services: { database }, found: monitor }) => ({
		name: ["pings", monitor.id],
		keySchema: z.int(),
		keyOf: ({ id }) => id,
		read: (seek) => pageOfReports(database, monitor.id, seek),
	}),
	form: (row) => ({
		id: row.publicId,
		kind: row.kind,
		exitCode: row.exitCode,
		rid: row.rid,
		at: isoOf(row.receivedAt),
		durationMs: row.durationMs,
		address: row.address,
		userAgent: row.userAgent,
		sizeBytes: row.size,
	}),
});

const theBody: Resource<Uint8Array> = {
	params: z.object({ id: monitorId, pingId }),
	async find(services, teamId, params) {
		const monitor = await theCronMonitor.find(services, teamId, params);
		return monitor && bodyOfReport(services.database, monitor.id, params["pingId"] ?? "");
	},
};

/** Whatever a job sent is shown as text, and never as a page. */
const INERT = {
	"content-type": "text/plain; charset=utf-8",
	"content-security-policy": "default-src 'none'; sandbox",
};

export const getPingBody = endpoint({
	operationId: "getPingBody",
	summary: "Get the body of a ping",
	description: "As it was sent, whatever its type; empty when the ping had none.",
	tag: "Monitors",
	resource: theBody,
	success: {
		status: 200,
		description: "The body.",
		content: { [INERT["content-type"]]: { schema: z.string(), example: "backup of 3 databases: 1.2 GiB\n" } },
		headers: { "Content-Security-Policy": "Keeps a browser from running what a job sent." },
	},
	async handle({ found, answerHeaders }) {
		return new Response(Buffer.from(found), { headers: { ...answerHeaders, ...INERT } });
	},
});

export const renewPingUrl = changeEndpoint({
	operationId: "renewPingUrl",
	summary: "Give a monitor of type cron another ping address",
	description: "The former address answers 404 from then on.",
	tag: "Monitors",
	resource: theCronMonitor,
	success: answers("The monitor with its new `pingUrl`.", singleMonitor),
	service: renew,
	input: ({ found }) => ({ id: found.publicId }),
	answer: (call, monitor) => ok(call, singleForm(call, monitor)),
});
