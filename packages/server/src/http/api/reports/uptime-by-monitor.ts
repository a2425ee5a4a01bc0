/**
 * GET /reports/uptime-by-monitor: the summary with what became of the checks that were not up. The form of
 * /reports/uptime-summary is the specification's, which has no place for these figures.
 */

import { z } from "@hono/zod-openapi";
import { type ReportMonitor, type SummaryFigures, summaryEntry } from "../../../domain/figures/report.ts";
import { COUNTED_FIGURES, countedFigure, uptimePercent } from "../../../domain/figures/uptime.ts";
import { summariesOf } from "../../../storage/figures/reports.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { AVAILABLE, FAST_ENOUGH, REPORTS_COUNT } from "../figure-words.ts";
import { date, entriesOfMonitors, prepare, readInBatches, reportQuery, whole } from "./reports.ts";
import { summary } from "./uptime-summary.ts";

const percent = z.number().min(0).max(100).nullable().openapi({ example: 99.98 });
const milliseconds = z.number().nullable().openapi({ description: "Null when nothing was answered.", example: 120.5 });

const monitorFigures = z
	.object({
		...summary.shape,
		avgResponseTimeMs: milliseconds,
		maxResponseTimeMs: milliseconds,
		degradedChecks: z.int().openapi({ description: "Answered as expected, but too slowly." }),
		downChecks: z.int().openapi({ description: "Not answered, or not as expected." }),
		availablePercent: percent.openapi({ description: AVAILABLE }),
		fastEnoughPercent: percent.openapi({ description: FAST_ENOUGH }),
		reportsCount: z.enum(COUNTED_FIGURES).openapi({ description: REPORTS_COUNT }),
		daysWithDown: z.int().openapi({ description: "Days on which a check was down." }),
		daysWithDegraded: z.int().openapi({ description: "Other days on which a check was degraded." }),
	})
	.openapi("UptimeOfMonitor");

export const uptimeByMonitor = endpoint({
	operationId: "uptimeByMonitor",
	summary: "Uptime of each monitor over a range of days, with what was down and what was slow",
	description: "The entries of `uptime-summary` in its order, each with more figures.",
	tag: "Reports",
	errorStyle: "problem",
	// A status page that the query names.
	refusesWith: ["NOT_FOUND"],
	query: reportQuery,
	success: {
		status: 200,
		description: "One entry for each monitor.",
		content: {
			"application/json": {
				schema: z.object({ data: z.object({ from: date, to: date, monitors: z.array(monitorFigures) }) }),
			},
		},
	},
	async handle(call) {
		const prepared = await prepare(call);
		if (prepared instanceof Refusal) return prepared;
		const report = await whole(call, prepared);
		const { database } = call.services;
		const batches = readInBatches(report, async (batch) => {
			const figures = await summariesOf(
				database,
				batch.map(({ id }) => id),
				report.range,
			);
			return batch.flatMap((monitor) => {
				const own = figures.get(monitor.id);
				const minutes = report.maintenance(monitor.id).reduce((sum, ofDay) => sum + ofDay, 0);
				return own ? [form(monitor, own, minutes)] : [];
			});
		});
		return entriesOfMonitors(call, report.range, batches);
	},
});

function form(
	monitor: ReportMonitor,
	figures: SummaryFigures,
	maintenanceMinutes: number,
): z.infer<typeof monitorFigures> {
	const { total, degraded, down, answered } = figures;
	const entry = summaryEntry(monitor, figures, maintenanceMinutes);
	return {
		...entry,
		avgResponseTimeMs: answered === 0 ? null : entry.avgResponseTimeMs,
		maxResponseTimeMs: answered === 0 ? null : entry.maxResponseTimeMs,
		degradedChecks: degraded,
		downChecks: down,
		availablePercent: uptimePercent(total - down, total),
		fastEnoughPercent: uptimePercent(total - degraded - down, total),
		reportsCount: countedFigure(monitor.type),
		daysWithDown: figures.daysWithDown,
		daysWithDegraded: figures.daysWithDegraded,
	};
}
