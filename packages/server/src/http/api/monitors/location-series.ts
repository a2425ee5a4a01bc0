/** /monitors/:id/series/locations: a monitor's checks over a range by the location that made them. */

import { z } from "@hono/zod-openapi";
import { MINUTES_A_DAY } from "../../../domain/figures/roll-up.ts";
import { seriesRange } from "../../../domain/figures/series.ts";
import { locationSeries } from "../../../storage/figures/location-series.ts";
import { keptSince } from "../../../storage/figures/series.ts";
import { type LocationNames, locationNames, nameOf } from "../../../storage/locations/location-names.ts";
import { ok } from "../../kernel/answers.ts";
import { csvDownload, prefersCsv } from "../../kernel/csv-download.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { invalid } from "../../kernel/refusal.ts";
import { isoDateTime, single } from "../../kernel/schemas.ts";
import { theMonitor } from "./monitors.ts";
import { iso, PROBLEMS, point, pointForm, query, wantedRange } from "./series.ts";

/** All of its checks are read: half a second for one of each minute from three locations. */
const MAX_DAYS = 31;

const answer = z
	.object({
		from: isoDateTime,
		to: isoDateTime,
		stepSeconds: z.int().openapi({ example: 300 }),
		locations: z.array(
			z.object({
				location: z
					.string()
					.nullable()
					.openapi({ description: "Null: where Lapwing itself runs.", example: "frankfurt" }),
				total: point.openapi({ description: "Of the whole range." }),
				points: z.array(point),
			}),
		),
	})
	.openapi("LocationSeries");

/** Of a line of CSV: a location in a step. */
const COLUMNS = [
	...(["location", "at", "checks", "successfulChecks", "degradedChecks", "downChecks", "missed"] as const),
	...(["uptimePercent", "availablePercent", "fastEnoughPercent", "p50Ms", "p95Ms", "maxMs"] as const),
];

export const getLocationSeries = endpoint({
	operationId: "getLocationSeries",
	summary: "A monitor's checks over time by location, in equal steps",
	description:
		"A check of several locations counts once at each of them, with what that one saw; its own verdict counts once in " +
		`every other figure. At most ${MAX_DAYS} days for which single checks are kept. ` +
		"`Accept: text/csv` downloads the points as CSV, a line for each location and step.",
	tag: "Statistics",
	resource: theMonitor,
	query,
	success: {
		status: 200,
		description: "For each location one point for each step, oldest first.",
		content: {
			"application/json": { schema: single(answer) },
			"text/csv; charset=utf-8": {
				schema: z.string().openapi({ description: "RFC 4180; an empty location is where Lapwing itself runs." }),
			},
		},
		headers: { Vary: "Accept" },
	},
	async handle(call) {
		const { services, found: monitor, now } = call;
		const { database } = services;
		const wanted = wantedRange(call.query, now);
		const kept = await keptSince(database, monitor.id);
		const range = seriesRange(wanted, kept);
		if (typeof range === "string") return invalid(...PROBLEMS[range]);
		if (range.toMinute - range.fromMinute > (MAX_DAYS + 1) * MINUTES_A_DAY) {
			return invalid("from", `Checks by location cover at most ${MAX_DAYS} days.`);
		}
		// The first step may begin before the first check that is kept.
		if (wanted.fromMinute < kept.checks) {
			return invalid("from", `Checks by location are kept since ${iso(kept.checks)}.`);
		}
		const series = await locationSeries(database, { id: monitor.id, type: monitor.settings.type }, range);
		const names = await locationNames(database);
		const [from, to] = [iso(range.fromMinute), iso(range.toMinute)];
		if (prefersCsv(call)) {
			const name = `${monitor.publicId}-locations-${from.slice(0, 10)}_${to.slice(0, 10)}`;
			return csvDownload(call, { name, columns: COLUMNS, batches: linesOf(series, names) });
		}
		const data = {
			from,
			to,
			stepSeconds: range.stepMinutes * 60,
			locations: series.map(({ locationId, total, points }) => ({
				location: nameOf(locationId, names),
				total: pointForm(total),
				points: points.map(pointForm),
			})),
		};
		return ok({ ...call, answerHeaders: { ...call.answerHeaders, vary: "Accept" } }, data);
	},
});

async function* linesOf(series: Awaited<ReturnType<typeof locationSeries>>, names: LocationNames) {
	for (const { locationId, points } of series) {
		const location = nameOf(locationId, names);
		yield points.map(pointForm).map(({ phases: _, ...point }) => ({ location, ...point }));
	}
}
