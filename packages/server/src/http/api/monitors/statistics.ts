/** /monitors/stats and /monitors/:id/stats: figures over the last 24 hours, 7 and 30 days. */

import { z } from "@hono/zod-openapi";
import { monitorStatistics, teamStatistics } from "../../../storage/figures/statistics.ts";
import { ok } from "../../kernel/answers.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { answers } from "../../kernel/success.ts";
import { monitorId } from "./monitor-forms.ts";
import { theMonitor } from "./monitors.ts";

const percent = z.number().min(0).max(100).openapi({ example: 99.95 });
const milliseconds = z.int().min(0).openapi({ example: 120 });
export const count = z.int().min(0).openapi({ example: 1440 });
export const responseTimes = z.object({
	avg: milliseconds,
	min: milliseconds,
	max: milliseconds,
	p50: milliseconds,
	p95: milliseconds,
	p99: milliseconds,
});

const uptime = z.object({ last24Hours: percent, last7Days: percent, last30Days: percent });

const hasData = z.boolean().openapi({
	description: "False without a check in 30 days; uptime is then 100 by definition.",
	example: true,
});

const monitorStats = z
	.object({
		monitorId,
		hasData,
		uptime,
		responseTime: responseTimes.openapi({
			description: "Over 30 days, of checks with a response; percentiles by nearest rank.",
		}),
		checks: z
			.object({ total: count, up: count, degraded: count, down: count })
			.openapi({ description: "Over 30 days. Without checks uptime is 100 and every other figure 0." }),
	})
	.openapi("MonitorStatistics");

const teamStats = z
	.object({
		hasData,
		monitors: z.object({ total: count, up: count, degraded: count, down: count }),
		uptime,
		checks: z.object({ last24Hours: count, last7Days: count, last30Days: count }),
	})
	.openapi("TeamStatistics");

export const getMonitorStatistics = endpoint({
	operationId: "getMonitorStatistics",
	summary: "Statistics of a monitor",
	tag: "Statistics",
	resource: theMonitor,
	success: answers("The figures up to now.", monitorStats),
	async handle(call) {
		const { id, publicId, settings } = call.found;
		const figures = await monitorStatistics(call.services.database, { id, type: settings.type }, call.now);
		return ok(call, { monitorId: publicId, hasData: figures.checks.total > 0, ...figures });
	},
});

export const getTeamStatistics = endpoint({
	operationId: "getTeamStatistics",
	summary: "Statistics over all monitors",
	description: "`monitors.total` counts every monitor; `up`, `degraded` and `down` the enabled ones with that status.",
	tag: "Statistics",
	success: answers("The figures up to now.", teamStats),
	async handle(call) {
		const figures = await teamStatistics(call.services.database, call.principal.team.id, call.now);
		return ok(call, { hasData: figures.checks.last30Days > 0, ...figures });
	},
});
