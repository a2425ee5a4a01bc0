/** /monitors/:id/series/locations: a monitor's checks over a range by the location that made them. */

import { z } from "@hono/zod-openapi";
import { MINUTES_A_DAY } from "../../../domain/figures/roll-up.ts";
import { seriesRange } from "../../../domain/figures/series.ts";
import { locationSeries } from "../../../storage/figures/location-series.ts";
import { keptSince } from "../../../storage/figures/series.ts";
import { locationNames, nameOf } from "../../../storage/locations/location-names.ts";
import { ok } from "../../kernel/answers.ts";
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

export const getLocationSeries = endpoint({
	operationId: "getLocationSeries",
	summary: "A monitor's checks over time by location, in equal steps",
	description:
		"A check of several locations counts once at each of them, with what that one saw; its own verdict counts once in " +
		`every other figure. At most ${MAX_DAYS} days for which single checks are kept.`,
	tag: "Statistics",
	resource: theMonitor,
	query,
	success: {
		status: 200,
		description: "For each location one point for each step, oldest first.",
		content: { "application/json": { schema: single(answer) } },
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
		const series = await locationSeries(database, { id: monitor.id, type: monitor.settings.type }, range);
		const names = await locationNames(database);
		return ok(call, {
			from: iso(range.fromMinute),
			to: iso(range.toMinute),
			stepSeconds: range.stepMinutes * 60,
			locations: series.map(({ locationId, total, points }) => ({
				location: nameOf(locationId, names),
				total: pointForm(total),
				points: points.map(pointForm),
			})),
		});
	},
});
