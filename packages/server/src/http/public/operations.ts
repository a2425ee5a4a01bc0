/** /healthz and /metrics. They need no key, because load balancers and scrapers have none. */

import { z } from "@hono/zod-openapi";
import { MISSED_CAUSES } from "../../domain/checks/observation.ts";
import { measuredMonitors } from "../../storage/monitors/measured-monitors.ts";
import { json } from "../kernel/answers.ts";
import { epochMs } from "../kernel/schemas.ts";
import type { OpenEndpoint } from "../kernel/serve.ts";
import {
	asOpenMetrics,
	gaugeLines,
	OPENMETRICS_END,
	OPENMETRICS_TYPE,
	PROMETHEUS_TYPE,
	takesOpenMetrics,
} from "./exposition.ts";
import { MOST_MEASURED, monitorSeries } from "./monitor-series.ts";

const healthSchema = z
	.object({
		status: z.enum(["ok", "degraded", "failing"]).openapi({
			description:
				"`degraded`: the process works, but many checks are missed, or the disk is full; `problem` has the reason.",
		}),
		problem: z.string().optional().openapi({
			description: "Why the status is not `ok`, in one sentence.",
			example: "Of 40 checks in the last 5 minutes 40 could not be made: 40 because the name servers do not answer.",
		}),
		database: z.boolean().openapi({ description: "Whether the database answers." }),
		schedulerTickedAt: epochMs.nullable().openapi({ description: "Null when this process does not schedule." }),
		lagMs: z
			.int()
			.nullable()
			.openapi({ description: "How long the longest overdue check has been due. Null when nothing is scheduled." }),
		missedChecks: z
			.object({
				checks: z.int().min(0).openapi({ description: "Checks of the last minutes." }),
				missed: z.int().min(0).openapi({ description: "Those of them that Lapwing could not make." }),
				causes: z.array(
					z.object({
						cause: z.enum(MISSED_CAUSES).openapi({ example: "resolver" }),
						missed: z.int().min(0),
						share: z.number().min(0).max(1).openapi({ description: "Of all checks." }),
						monitors: z.int().min(0).openapi({ description: "Monitors whose latest check was missed for this cause." }),
					}),
				),
			})
			.nullable()
			.openapi({ description: "Null when this process makes no checks." }),
	})
	.openapi("Health");

/**
 * 200 when healthy, else 503, with the same form of body. 200 as well while checks can't be made or the disk is full: a
 * balancer that took the process away would bring back neither the network nor space, but end all reading.
 */
export const healthz: OpenEndpoint = {
	spec: {
		document: {
			operationId: "getHealth",
			summary: "Health of this process",
			tag: "Service",
			success: {
				status: 200,
				description: "It works; `status` shows whether checks are missed or the disk is full.",
				content: { "application/json": { schema: healthSchema } },
			},
			alsoAnswers: { 503: "It does not work." },
		},
	},
	async handle(call) {
		const health = await call.services.health();
		return json(call, health.status === "failing" ? 503 : 200, health);
	},
};

/** Prometheus' text format, or OpenMetrics for those who take it. */
export const metrics: OpenEndpoint = {
	spec: {
		document: {
			operationId: "getMetrics",
			summary: "Metrics of this process, for Prometheus",
			description: "With `METRICS_PER_MONITOR=true` also the state and the times of each monitor of every team.",
			tag: "Service",
			success: {
				status: 200,
				description: "In the text format of Prometheus, or in OpenMetrics 1.0 where `Accept` names it.",
				content: { "text/plain": { schema: z.string() }, "application/openmetrics-text": { schema: z.string() } },
				headers: { Vary: "Accept" },
			},
		},
	},
	async handle({ services, header, answerHeaders }) {
		const isOpenMetrics = takesOpenMetrics(header("accept"));
		const ofProcess = await services.metrics.registry.metrics();
		const monitors = services.metricsPerMonitor ? await measuredMonitors(services.database, MOST_MEASURED + 1) : null;
		function* chunks(): Generator<Uint8Array> {
			const encoder = new TextEncoder();
			yield encoder.encode(isOpenMetrics ? asOpenMetrics(ofProcess) : ofProcess);
			for (const gauge of monitors === null ? [] : monitorSeries(monitors)) {
				for (const lines of gaugeLines(gauge)) yield encoder.encode(lines);
			}
			if (isOpenMetrics) yield encoder.encode(OPENMETRICS_END);
		}
		return new Response(ReadableStream.from(chunks()), {
			headers: {
				...answerHeaders,
				"content-type": isOpenMetrics ? OPENMETRICS_TYPE : PROMETHEUS_TYPE,
				vary: "Accept",
			},
		});
	},
};
