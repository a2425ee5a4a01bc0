/**
 * /monitors/:id/uptime: what /monitors/:id/stats has no place for, because its form is the specification's: both
 * figures of each window, since when there are any, and nothing instead of 0 and 100 where nothing is known.
 */

import { z } from "@hono/zod-openapi";
import { HOUR_MS, MINUTE_MS } from "../../../domain/durations.ts";
import {
	availableOf,
	COUNTED_FIGURES,
	countedFigure,
	fastEnoughOf,
	successfulOf,
	totalOf,
	uptimePercent,
	type VerdictCounts,
} from "../../../domain/figures/uptime.ts";
import type { MonitorType } from "../../../domain/monitors/monitor.ts";
import { isoOrNull } from "../../../domain/time-text.ts";
import { firstCheckAt } from "../../../storage/figures/first-check.ts";
import { monitorFigures, responseTimesOf } from "../../../storage/figures/statistics.ts";
import { damagedOf } from "../../../storage/results/sealed/damaged-blocks.ts";
import { ok } from "../../kernel/answers.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { isoDateTime } from "../../kernel/schemas.ts";
import { answers } from "../../kernel/success.ts";
import { AVAILABLE, FAST_ENOUGH, REPORTS_COUNT } from "../figure-words.ts";
import { monitorId } from "./monitor-forms.ts";
import { theMonitor } from "./monitors.ts";
import { count, responseTimes } from "./statistics.ts";

/** A monitor with more damage than that needs its backup, not a longer list. */
const MOST_UNREADABLE = 100;

const percent = z.number().min(0).max(100).nullable().openapi({ example: 99.95 });

const windowFigures = z.object({
	checks: count,
	degradedChecks: count.openapi({ description: "Answered as expected, but too slowly.", example: 0 }),
	downChecks: count.openapi({ description: "Not answered, or not as expected.", example: 0 }),
	uptimePercent: percent.openapi({ description: "The one of the two that reports count; null without checks." }),
	availablePercent: percent.openapi({ description: AVAILABLE }),
	fastEnoughPercent: percent.openapi({ description: FAST_ENOUGH }),
});

const monitorUptime = z
	.object({
		monitorId,
		firstCheckAt: isoDateTime.nullable().openapi({
			description: "When the first check with a verdict was due, as exactly as that is still kept; null before it.",
		}),
		reportsCount: z.enum(COUNTED_FIGURES).openapi({ description: REPORTS_COUNT }),
		last24Hours: windowFigures,
		last7Days: windowFigures,
		last30Days: windowFigures,
		responseTime: responseTimes
			.nullable()
			.openapi({ description: "Over 30 days, of checks with a response; null when nothing was answered." }),
		unreadable: z
			.array(z.object({ from: isoDateTime, to: isoDateTime, checks: count }))
			.max(MOST_UNREADABLE)
			.openapi({
				description:
					"Spans of time whose stored results are damaged, oldest first. The figures of their hours stay; the results are missing in lists.",
			}),
	})
	.openapi("MonitorUptime");

export const getMonitorUptime = endpoint({
	operationId: "getMonitorUptime",
	summary: "How available and how fast a monitor was",
	description: "The windows of `…/stats`, up to now.",
	tag: "Statistics",
	resource: theMonitor,
	success: answers("The figures up to now.", monitorUptime),
	async handle({ found: monitor, services: { database }, now, ...call }) {
		const { type } = monitor.settings;
		const { counts, longest } = await monitorFigures(database, monitor.id, now);
		return ok(call, {
			monitorId: monitor.publicId,
			firstCheckAt: isoOrNull(knownSince(await firstCheckAt(database, monitor.id, now), monitor.createdAt)),
			reportsCount: countedFigure(type),
			last24Hours: windowForm(type, counts.last24Hours),
			last7Days: windowForm(type, counts.last7Days),
			last30Days: windowForm(type, counts.last30Days),
			responseTime: responseTimesOf(longest),
			unreadable: (await damagedOf(database, [monitor.id]))
				.slice(0, MOST_UNREADABLE)
				.map(({ hour, hours, checks }) => ({
					from: isoOfHour(hour),
					to: isoOfHour(hour + hours),
					checks,
				})),
		} satisfies z.infer<typeof monitorUptime>);
	},
});

function isoOfHour(hour: number): string {
	return new Date(hour * HOUR_MS).toISOString();
}

/** A check is stored under its minute, within which its monitor may have been created. */
function knownSince(firstCheckAt: number | null, createdAt: number): number | null {
	const isInItsMinute = firstCheckAt !== null && createdAt > firstCheckAt && createdAt < firstCheckAt + MINUTE_MS;
	return isInItsMinute ? createdAt : firstCheckAt;
}

function windowForm(type: MonitorType, counts: VerdictCounts): z.infer<typeof windowFigures> {
	const checks = totalOf(counts);
	return {
		checks,
		degradedChecks: counts.degraded,
		downChecks: counts.down,
		uptimePercent: uptimePercent(successfulOf(type, counts), checks),
		availablePercent: uptimePercent(availableOf(counts), checks),
		fastEnoughPercent: uptimePercent(fastEnoughOf(counts), checks),
	};
}
