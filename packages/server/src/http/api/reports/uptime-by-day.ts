/** GET /reports/uptime-by-day: all monitors of a report together, one entry a day, whatever the size of the team. */

import { z } from "@hono/zod-openapi";
import { dayText } from "../../../domain/figures/report.ts";
import { uptimePercent } from "../../../domain/figures/uptime.ts";
import { type DaySum, daySumsOf, type ReportedMonitor } from "../../../storage/figures/reports.ts";
import { json } from "../../kernel/answers.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { date, echoed, prepare, readInBatches, reportQuery } from "./reports.ts";

const percent = z.number().min(0).max(100).openapi({ example: 99.98 });
const dayOfAll = z
	.object({
		date,
		totalChecks: z.int(),
		successfulChecks: z.int(),
		failedChecks: z.int(),
		degradedChecks: z.int().openapi({ description: "Answered as expected, but too slowly." }),
		downChecks: z.int().openapi({ description: "Not answered, or not as expected." }),
		uptimePercent: percent.openapi({ description: "Of the successful checks, unrounded." }),
		availablePercent: percent.openapi({ description: "Of the checks that were answered as expected, in time or not." }),
		fastEnoughPercent: percent.openapi({ description: "Of the checks that were answered as expected, and in time." }),
		monitorsUp: z.int().openapi({ description: "Monitors whose checks were all successful.", example: 10 }),
		monitorsDegraded: z.int().openapi({ description: "Monitors of whose checks up to half failed.", example: 1 }),
		monitorsDown: z.int().openapi({ description: "Monitors of whose checks more than half failed.", example: 0 }),
	})
	.openapi("UptimeDayOfAll");

export const uptimeByDay = endpoint({
	operationId: "uptimeByDay",
	summary: "Uptime of all monitors together on each day",
	description: "By date. A day without checks has no entry.",
	tag: "Reports",
	errorStyle: "problem",
	// A status page that the query names.
	refusesWith: ["NOT_FOUND"],
	query: reportQuery,
	success: {
		status: 200,
		description: "One entry for each day.",
		content: {
			"application/json": { schema: z.object({ data: z.object({ from: date, to: date, days: z.array(dayOfAll) }) }) },
		},
	},
	async handle(call) {
		const report = await prepare(call, "uptime-by-day");
		if (report instanceof Refusal) return report;
		const days = new Map<number, DaySum>();
		const read = (monitors: readonly ReportedMonitor[]) => {
			const ids = monitors.map(({ id }) => id);
			return daySumsOf(call.services.database, ids, report.range);
		};
		for await (const sums of readInBatches(report, read)) {
			for (const sum of sums) days.set(sum.day, added(days.get(sum.day), sum));
		}
		const inOrder = [...days.values()].sort((a, b) => a.day - b.day);
		return json(call, 200, { data: { ...echoed(report.range), days: inOrder.map(form) } });
	},
});

function added(before: DaySum | undefined, sum: DaySum): DaySum {
	if (before === undefined) return sum;
	return {
		day: sum.day,
		total: before.total + sum.total,
		successful: before.successful + sum.successful,
		degraded: before.degraded + sum.degraded,
		down: before.down + sum.down,
		monitorsUp: before.monitorsUp + sum.monitorsUp,
		monitorsDegraded: before.monitorsDegraded + sum.monitorsDegraded,
		monitorsDown: before.monitorsDown + sum.monitorsDown,
	};
}

function form({ day, total, successful, degraded, down, ...monitors }: DaySum): z.infer<typeof dayOfAll> {
	return {
		date: dayText(day),
		totalChecks: total,
		successfulChecks: successful,
		failedChecks: total - successful,
		degradedChecks: degraded,
		downChecks: down,
		uptimePercent: uptimePercent(successful, total) ?? 100,
		availablePercent: uptimePercent(total - down, total) ?? 100,
		fastEnoughPercent: uptimePercent(total - degraded - down, total) ?? 100,
		...monitors,
	};
}
