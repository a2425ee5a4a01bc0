/**
 * Figures of an hour or a day that another tool kept: counts, and the average, least and longest response time. Their
 * percentiles are not known, and come out as one of these three.
 */

import { LatencyTally } from "./latency-histogram.ts";
import { MINUTES_AN_HOUR, type RollUp } from "./roll-up.ts";
import type { VerdictCounts } from "./uptime.ts";

export interface ImportedFigures {
	readonly up: number;
	readonly down: number;
	/** Milliseconds, of the checks that were up; null where none was measured. */
	readonly responseTime: { readonly avg: number; readonly min: number; readonly max: number } | null;
}

/** As folding the checks would have left it, but for the response times between the least and the longest. */
export function rollUpOfFigures({ up, down, responseTime }: ImportedFigures): RollUp {
	const tally = new LatencyTally();
	if (responseTime === null || up === 0) {
		return { up, degraded: 0, down, answered: 0, responseSumMs: 0, responseMaxMs: 0, responseTimes: tally.histogram() };
	}
	const [min, max] = [Math.round(responseTime.min), Math.round(responseTime.max)];
	const responseSumMs = Math.round(responseTime.avg * up);
	if (up > 1) tally.add(min);
	if (up > 0) tally.add(max);
	const between = up - 2;
	// What is left of the sum, evenly.
	if (between > 0) {
		const time = Math.min(max, Math.max(min, Math.round((responseSumMs - min - max) / between)));
		tally.addAll({ times: [time], counts: [between] });
	}
	return { up, degraded: 0, down, answered: up, responseSumMs, responseMaxMs: max, responseTimes: tally.histogram() };
}

interface MinuteShare {
	readonly total: number;
	readonly successful: number;
}

/** The checks of an hour, shared out among its minutes as evenly as whole numbers can be. */
export function sharesOfMinutes({ up, degraded, down }: VerdictCounts, successful: number): readonly MinuteShare[] {
	const all = up + degraded + down;
	const until = (minutes: number) => Math.floor((minutes * all) / MINUTES_AN_HOUR);
	const successes = (total: number) => (all === 0 ? 0 : Math.floor((total * successful) / all));
	return Array.from({ length: MINUTES_AN_HOUR }, (_, index) => ({
		total: until(index + 1) - until(index),
		successful: successes(until(index + 1)) - successes(until(index)),
	}));
}

/** Of the checks of an hour, those of its minutes from `place` on, as {@link sharesOfMinutes} shares them out. */
export function countsFrom(counts: VerdictCounts, place: number): VerdictCounts {
	const sharesOf = (good: number) => {
		let [total, successful] = [0, 0];
		for (const share of sharesOfMinutes(counts, good).slice(Math.max(0, place))) {
			total += share.total;
			successful += share.successful;
		}
		return { total, successful };
	};
	const { total, successful: up } = sharesOf(counts.up);
	const { successful: available } = sharesOf(counts.up + counts.degraded);
	return { up, degraded: available - up, down: total - available };
}
