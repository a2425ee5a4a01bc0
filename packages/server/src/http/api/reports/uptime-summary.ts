/** /reports/uptime-summary: the uptime of each monitor over a range of days. */

import { z } from "@hono/zod-openapi";
import { type SummaryEntry, summaryEntry } from "../../../domain/figures/report.ts";
import { MONITOR_TYPES } from "../../../domain/monitors/monitor.ts";
import type { Tx } from "../../../storage/database/tx.ts";
import { summariesOf } from "../../../storage/figures/reports.ts";
import { prefersCsv } from "../../kernel/csv-download.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { Refusal } from "../../kernel/refusal.ts";
import {
	date,
	download,
	entriesOfMonitors,
	figures,
	names,
	prepare,
	readInBatches,
	reportQuery,
	success,
	type WholeReport,
	whole,
} from "./reports.ts";

export const summary = z
	.object({
		...names,
		target: z.string(),
		daysWithData: z.int(),
		...figures,
		daysDown: z.int(),
		daysDegraded: z.int(),
		maintenanceMinutes: z.int(),
	})
	.openapi("UptimeSummary");

const SUMMARY_COLUMNS = Object.keys(summary.shape) as (keyof SummaryEntry)[];

function summaries(database: Tx, report: WholeReport): AsyncGenerator<readonly SummaryEntry[]> {
	return readInBatches(report, async (batch) => {
		const ids = batch.map(({ id }) => id);
		const figures = await summariesOf(database, ids, report.range);
		return batch.flatMap((monitor) => {
			const own = figures.get(monitor.id);
			const minutes = report.maintenance(monitor.id).reduce((sum, ofDay) => sum + ofDay, 0);
			return own ? [summaryEntry(monitor, own, minutes)] : [];
		});
	});
}

export const uptimeSummary = endpoint({
	operationId: "uptimeSummary",
	summary: "Uptime of each monitor over a range of days",
	description: `By type (${MONITOR_TYPES.join(", ")}), then by name. \`Accept: text/csv\` downloads the same as CSV.`,
	tag: "Reports",
	errorStyle: "problem",
	// A status page that the query names.
	refusesWith: ["NOT_FOUND"],
	query: reportQuery,
	success: success(
		z.object({ data: z.object({ from: date, to: date, monitors: z.array(summary) }) }),
		"One entry for each monitor.",
		{},
	),
	async handle(call) {
		const prepared = await prepare(call);
		if (prepared instanceof Refusal) return prepared;
		const report = await whole(call, prepared);
		const entries = summaries(call.services.database, report);
		if (prefersCsv(call)) return download(call, "uptime-summary", report, SUMMARY_COLUMNS, entries);
		return entriesOfMonitors(call, report.range, entries, { vary: "Accept" });
	},
});
