/** What those who run Lapwing ask: is it well, and how much does it do. No key, for load balancers and scrapers have none. */

import { json } from "../kernel/answers.ts";
import type { OpenEndpoint } from "../kernel/serve.ts";

/** 200 when well, 503 when not, with the same body. */
export const healthz: OpenEndpoint = {
	async handle(call) {
		const health = await call.services.health();
		return json(call, health.status === "ok" ? 200 : 503, health);
	},
};

/** Prometheus' text format. */
export const metrics: OpenEndpoint = {
	async handle({ services, answerHeaders }) {
		const { registry } = services.metrics;
		return new Response(await registry.metrics(), {
			headers: { ...answerHeaders, "content-type": registry.contentType },
		});
	},
};
