/**
 * The checks of one monitor over a range by the location that made them. A check of several locations counts once at
 * each of them, with what that one saw; so the figures of all locations add up to those of the monitor where each check
 * was made at one. Read from single checks alone.
 */

import type { SeriesRange } from "../../domain/figures/series.ts";
import type { MonitorType } from "../../domain/monitors/monitor.ts";
import type { Tx } from "../database/tx.ts";
import { eachCheck, type SeriesPoint, Steps } from "./series.ts";

interface LocationSeries {
	/** The key of the location; null: where `control` is. */
	readonly locationId: number | null;
	/** Of the whole range. */
	readonly total: SeriesPoint;
	readonly points: readonly SeriesPoint[];
}

/** In the order of their keys; none for locations that made no check in the range, missed ones included. */
export async function locationSeries(
	tx: Tx,
	monitor: { readonly id: number; readonly type: MonitorType },
	range: SeriesRange,
): Promise<readonly LocationSeries[]> {
	const whole = { ...range, stepMinutes: range.toMinute - range.fromMinute };
	const byLocation = new Map<number | null, { readonly total: Steps; readonly steps: Steps }>();
	await eachCheck(tx, monitor.id, range.fromMinute, range.toMinute, (check) => {
		const { minute, location, locations } = check;
		// Nothing is known of the locations of a check whose parts are gone.
		const parts = locations ?? (location === "several" ? [] : [{ ...check, locationId: location }]);
		for (const { locationId, ...part } of parts) {
			const of = byLocation.getOrInsertComputed(locationId, () => ({
				total: new Steps(whole),
				steps: new Steps(range),
			}));
			for (const steps of [of.total, of.steps]) steps.addCheck({ ...part, minute });
		}
	});
	return [...byLocation]
		.sort(([a], [b]) => (a ?? 0) - (b ?? 0))
		.map(([locationId, { total, steps }]) => ({
			locationId,
			total: total.points(monitor.type, true)[0] as SeriesPoint,
			points: steps.points(monitor.type, true),
		}));
}
