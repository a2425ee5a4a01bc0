/** /healthz and /metrics. They need no key, because load balancers and scrapers have none. */

import { z } from "@hono/zod-openapi";
import { json } from "../kernel/answers.ts";
import { epochMs } from "../kernel/schemas.ts";
import type { OpenEndpoint } from "../kernel/serve.ts";

const healthSchema = z
	.object({
		status: z.enum(["ok", "failing"]),
		database: z.boolean().openapi({ description: "Whether the database answers." }),
		schedulerTickedAt: epochMs.nullable().openapi({ description: "Null when this process does not schedule." }),
		lagMs: z
			.int()
			.nullable()
			.openapi({ description: "How long the longest overdue check has been due. Null when nothing is scheduled." }),
	})
	.openapi("Health");

/** 200 when healthy, else 503, with the same form of body. */
export const healthz: OpenEndpoint = {
	spec: {
		document: {
			operationId: "getHealth",
			summary: "Whether this process does its work",
			tag: "Service",
			success: { status: 200, description: "It does.", content: { "application/json": { schema: healthSchema } } },
			alsoAnswers: { 503: "It does not." },
		},
	},
	async handle(call) {
		const health = await call.services.health();
		return json(call, health.status === "ok" ? 200 : 503, health);
	},
};

/** Prometheus' text format. */
export const metrics: OpenEndpoint = {
	spec: {
		document: {
			operationId: "getMetrics",
			summary: "Metrics of this process, for Prometheus",
			tag: "Service",
			success: {
				status: 200,
				description: "In the text format of Prometheus.",
				content: { "text/plain": { schema: z.string() } },
			},
		},
	},
	async handle({ services, answerHeaders }) {
		const { registry } = services.metrics;
		return new Response(await registry.metrics(), {
			headers: { ...answerHeaders, "content-type": registry.contentType },
		});
	},
};
