/** Which report is shown, as it stands in the address. */

import { DAY_MS } from "../../format/durations.ts";
import { utcDay } from "../../format/instant.ts";

export interface ReportSearch {
	/** UTC days, both inclusive. */
	readonly from?: string;
	readonly to?: string;
	/** A status page's id. */
	readonly page?: string;
	/** The monitor whose year is shown. */
	readonly monitor?: string | undefined;
	/** What the monitors of the table have in their names, targets or tags. */
	readonly q?: string | undefined;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function readReportSearch(search: Record<string, unknown>): ReportSearch {
	const { from, to, page, monitor, q } = search;
	const isDay = (value: unknown): value is string => typeof value === "string" && DAY.test(value);
	return {
		...(isDay(from) && isDay(to) && { from, to }),
		...(typeof page === "string" && page !== "" && { page }),
		...(typeof monitor === "string" && monitor !== "" && { monitor }),
		...(q !== undefined && q !== "" && { q: String(q) }),
	};
}

interface Preset {
	readonly label: string;
	readonly from: string;
	readonly to: string;
}

/** Whole UTC days, yesterday at the latest. The first is what a report shows when nothing was chosen. */
export function presets(now: number): readonly [Preset, ...Preset[]] {
	const today = new Date(now);
	const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
	const yesterday = utcDay(now - DAY_MS);
	const last = (days: number): Preset => ({
		label: `Last ${days} days`,
		from: utcDay(now - days * DAY_MS),
		to: yesterday,
	});
	return [
		{ label: "Last month", from: utcDay(Date.UTC(year, month - 1, 1)), to: utcDay(Date.UTC(year, month, 0)) },
		last(7),
		last(30),
		last(90),
		{ label: "Last year", from: utcDay(Date.UTC(year - 1, 0, 1)), to: utcDay(Date.UTC(year - 1, 11, 31)) },
	];
}
