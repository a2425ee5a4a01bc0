/** The range of the monitor's chart, from the address. */

import { MINUTE_MS } from "../../format/durations.ts";

export const RANGES = {
	"12h": { label: "12 h", seconds: 43_200 },
	"7d": { label: "7 d", seconds: 604_800 },
	"30d": { label: "30 d", seconds: 2_592_000 },
	"90d": { label: "90 d", seconds: 7_776_000 },
} as const;
export type RangeName = keyof typeof RANGES;

export interface MonitorSearch {
	readonly range?: RangeName;
	/** Epoch seconds; both or neither. They take precedence over `range`. */
	readonly from?: number;
	readonly to?: number;
	/** Whether the chart shows every peak to its end. */
	readonly whole?: true;
	/** The result that is explained, by its minute since the epoch. */
	readonly why?: number;
}

export function readMonitorSearch(search: Record<string, unknown>): MonitorSearch {
	const { range, from, to, whole, why } = search;
	const isInstant = (value: unknown): value is number => Number.isInteger(value) && (value as number) > 0;
	return {
		...(typeof range === "string" && Object.hasOwn(RANGES, range) && range !== "12h" && { range: range as RangeName }),
		...(isInstant(from) && isInstant(to) && from < to && { from, to }),
		...(whole === true && { whole }),
		...(isInstant(why) && { why }),
	};
}

/** The range to read: one that ends now moves by whole minutes, so that one request serves a minute. */
export function seriesRange(search: MonitorSearch, now: number): { from: string; to: string } {
	const iso = (ms: number) => new Date(ms).toISOString();
	if (search.from !== undefined && search.to !== undefined) {
		return { from: iso(search.from * 1000), to: iso(search.to * 1000) };
	}
	const end = (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS;
	return { from: iso(end - RANGES[search.range ?? "12h"].seconds * 1000), to: iso(end) };
}
