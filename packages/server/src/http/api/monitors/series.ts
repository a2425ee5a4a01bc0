/** /monitors/:id/series: a monitor's checks over a range, in equal steps, for charts. */

import { z } from "@hono/zod-openapi";
import { minuteOf, startOfMinute } from "../../../domain/checks/check.ts";
import { DAY_MS } from "../../../domain/durations.ts";
import { MAX_POINTS, MAX_SERIES_DAYS, type SeriesProblem, seriesRange } from "../../../domain/figures/series.ts";
import { uptimePercent } from "../../../domain/figures/uptime.ts";
import { keptSince, type SeriesPoint, seriesOf } from "../../../storage/figures/series.ts";
import { ok } from "../../kernel/answers.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { invalid } from "../../kernel/refusal.ts";
import { instant, isoDateTime } from "../../kernel/schemas.ts";
import { answers } from "../../kernel/success.ts";
import { AVAILABLE, FAST_ENOUGH } from "../figure-words.ts";
import { theMonitor } from "./monitors.ts";

export const query = z.object({
	from: instant.optional().openapi({ description: "Default: a day before `to`.", example: "2025-01-01T00:00:00Z" }),
	to: instant.optional().openapi({ description: "Excluded. Default: now.", example: "2025-01-02T00:00:00Z" }),
	step: z
		.string()
		.regex(/^[1-9][0-9]{0,7}$/, "Must be a whole number of seconds.")
		.transform(Number)
		.refine((seconds) => seconds % 60 === 0, "Must be whole minutes, in seconds.")
		.optional()
		.openapi({
			type: "integer",
			minimum: 60,
			multipleOf: 60,
			description: `Seconds; chosen so that there are at most ${MAX_POINTS} points when absent.`,
			example: 300,
		}),
});

const percent = z.number().min(0).max(100).nullable().openapi({ example: 100 });
const ms = z.number().min(0).nullable().openapi({ example: 120 });
export const point = z.object({
	at: isoDateTime.openapi({ description: "Beginning of the step." }),
	checks: z.int().min(0).openapi({ description: "Checks with a verdict, without missed ones.", example: 5 }),
	successfulChecks: z.int().min(0).openapi({ example: 5 }),
	degradedChecks: z.int().min(0).openapi({ description: "Answered as expected, but too slowly.", example: 0 }),
	downChecks: z.int().min(0).openapi({ description: "Not answered, or not as expected.", example: 0 }),
	uptimePercent: percent.openapi({ description: "Of the successful checks; null without checks." }),
	availablePercent: percent.openapi({ description: AVAILABLE }),
	fastEnoughPercent: percent.openapi({ description: FAST_ENOUGH }),
	p50Ms: ms,
	p95Ms: ms,
	maxMs: ms,
	phases: z
		.object({ dns: z.number(), connect: z.number(), tls: z.number(), firstByte: z.number(), transfer: z.number() })
		.nullable()
		.openapi({ description: "Mean milliseconds; null when single checks are no longer kept." }),
	missed: z.int().min(0).nullable().openapi({ description: "Null when single checks are no longer kept.", example: 0 }),
});
const series = z
	.object({
		from: isoDateTime,
		to: isoDateTime,
		stepSeconds: z.int().openapi({ example: 300 }),
		points: z.array(point),
	})
	.openapi("Series");

export const PROBLEMS: Readonly<Record<SeriesProblem, readonly [path: string, message: string]>> = {
	empty: ["from", "`from` must lie before `to`."],
	too_long: ["from", `A series covers at most ${MAX_SERIES_DAYS} days.`],
	too_many_points: ["step", `This step gives more than ${MAX_POINTS} points: choose a longer step or a shorter range.`],
	step_not_kept: ["step", "So long ago only hours or days are kept: choose whole hours (3600) or days (86400)."],
};

export const getSeries = endpoint({
	operationId: "getSeries",
	summary: "A monitor's checks over time, in equal steps",
	tag: "Statistics",
	resource: theMonitor,
	query,
	success: answers("One point for each step, oldest first.", series),
	async handle(call) {
		const { services, found: monitor, now } = call;
		const { database } = services;
		const range = seriesRange(wantedRange(call.query, now), await keptSince(database, monitor.id));
		if (typeof range === "string") return invalid(...PROBLEMS[range]);
		const points = await seriesOf(database, { id: monitor.id, type: monitor.settings.type }, range);
		return ok(call, {
			from: iso(range.fromMinute),
			to: iso(range.toMinute),
			stepSeconds: range.stepMinutes * 60,
			points: points.map(pointForm),
		});
	},
});

/** The range that is asked for, in minutes. */
export function wantedRange({ from, to, step }: z.infer<typeof query>, now: number) {
	const end = to === undefined ? now : Math.min(Date.parse(to), now);
	return {
		fromMinute: minuteOf(from === undefined ? end - DAY_MS : Date.parse(from)),
		// The current minute is included.
		toMinute: minuteOf(end - 1) + 1,
		stepMinutes: step === undefined ? null : step / 60,
	};
}

export function pointForm({
	minute,
	checks,
	successful,
	degraded,
	down,
	phases,
	...figures
}: SeriesPoint): z.infer<typeof point> {
	return {
		at: iso(minute),
		checks,
		successfulChecks: successful,
		degradedChecks: degraded,
		downChecks: down,
		uptimePercent: uptimePercent(successful, checks),
		availablePercent: uptimePercent(checks - down, checks),
		fastEnoughPercent: uptimePercent(checks - degraded - down, checks),
		p50Ms: figures.p50Ms,
		p95Ms: figures.p95Ms,
		maxMs: figures.maxMs,
		phases: phases && {
			dns: phases.dns,
			connect: phases.connect,
			tls: phases.tls,
			firstByte: phases.first_byte,
			transfer: phases.transfer,
		},
		missed: figures.missed,
	};
}

export function iso(minute: number): string {
	return new Date(startOfMinute(minute)).toISOString();
}
