/** GET /reports/uptime-by-day: all monitors of a report together, one entry a day, whatever the size of the team. */

import { z } from "@hono/zod-openapi";
import { dayText } from "../../../domain/figures/report.ts";
import { uptimePercent } from "../../../domain/figures/uptime.ts";
import { allInReport, daySumsOf, type ReportedMonitor } from "../../../storage/figures/reports.ts";
import { type DaySum, teamDays } from "../../../storage/figures/team-days.ts";
import { json } from "../../kernel/answers.ts";
import { type Call, endpoint } from "../../kernel/endpoint.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { date, echoed, prepare, type Report, readInBatches, reportQuery } from "./reports.ts";

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
		const report = await prepare(call);
		if (report instanceof Refusal) return report;
		const days = report.filter.statusPageId === undefined ? await ofTeam(call, report) : await ofPage(call, report);
		return json(call, 200, { data: { ...echoed(report.range), days: days.map(form) } });
	},
});

function ofTeam(call: Call, { filter, range }: Report): Promise<readonly DaySum[]> {
	return teamDays(call.services.database, call.principal.team.id, filter.type, range);
}

async function ofPage(call: Call, report: Report): Promise<readonly DaySum[]> {
	const { database } = call.services;
	const monitors = await allInReport(database, call.principal.team.id, report.filter);
	const days = new Map<number, DaySum>();
	const read = (batch: readonly ReportedMonitor[]) => {
		const ids = batch.map(({ id }) => id);
		return daySumsOf(database, ids, report.range);
	};
	for await (const sums of readInBatches({ monitors, range: report.range }, read)) {
		for (const sum of sums) days.set(sum.day, added(days.get(sum.day), sum));
	}
	return [...days.values()].sort((a, b) => a.day - b.day);
}

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
