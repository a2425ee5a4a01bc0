/**
 * Rolls checks up into the figures of hours and days. The order of the checks and how they are split does not matter:
 * the figures of parts add up to those of the whole. Missed checks are not counted; without judged checks there is no
 * figure.
 */

import { VERDICTS, type Verdict } from "../checks/judgement.ts";
import { coarse, type LatencyHistogram, LatencyTally } from "./latency-histogram.ts";
import type { VerdictCounts } from "./uptime.ts";

export const MINUTES_AN_HOUR = 60;
export const HOURS_A_DAY = 24;
export const MINUTES_A_DAY = 1_440;

/** Whole hours since the epoch. */
export function hourOf(minute: number): number {
	return Math.floor(minute / MINUTES_AN_HOUR);
}

/** Whole UTC days since the epoch. */
export function dayOf(minute: number): number {
	return Math.floor(minute / MINUTES_A_DAY);
}

/** The day of an hour since the epoch. */
export function dayOfHour(hour: number): number {
	return Math.floor(hour / HOURS_A_DAY);
}

export interface RollUp extends VerdictCounts {
	/** Checks with a complete response: those that the response times are of. */
	readonly answered: number;
	readonly responseSumMs: number;
	/** 0 when none was answered. */
	readonly responseMaxMs: number;
	readonly responseTimes: LatencyHistogram;
}

/** Checks of one monitor, packed. */
export interface PackedChecks {
	readonly minutes: ArrayLike<number>;
	/** Indexes into VERDICTS. */
	readonly verdicts: ArrayLike<number>;
	/** Whole milliseconds; -1 where there was no complete response. */
	readonly responseTimesMs: ArrayLike<number>;
}

const CODES = Object.fromEntries(VERDICTS.map((verdict, code) => [verdict, code])) as Record<Verdict, number>;

/** Adds up checks and the figures of parts. */
export class RollUpTally {
	#up = 0;
	#degraded = 0;
	#down = 0;
	#answered = 0;
	#responseSumMs = 0;
	#responseMaxMs = 0;
	readonly #responseTimes = new LatencyTally();

	/** @param verdict index into VERDICTS; @param responseTimeMs -1 when there was no complete response */
	add(verdict: number, responseTimeMs: number): void {
		if (verdict === CODES.missed) return;
		if (verdict === CODES.up) this.#up += 1;
		else if (verdict === CODES.degraded) this.#degraded += 1;
		else this.#down += 1;
		if (responseTimeMs < 0) return;
		this.#answered += 1;
		this.#responseSumMs += responseTimeMs;
		this.#responseMaxMs = Math.max(this.#responseMaxMs, responseTimeMs);
		this.#responseTimes.add(responseTimeMs);
	}

	addAll(part: RollUp): void {
		this.#up += part.up;
		this.#degraded += part.degraded;
		this.#down += part.down;
		this.#answered += part.answered;
		this.#responseSumMs += part.responseSumMs;
		this.#responseMaxMs = Math.max(this.#responseMaxMs, part.responseMaxMs);
		this.#responseTimes.addAll(part.responseTimes);
	}

	/** Null when nothing was judged. */
	rollUp(): RollUp | null {
		if (this.#up + this.#degraded + this.#down === 0) return null;
		return {
			up: this.#up,
			degraded: this.#degraded,
			down: this.#down,
			answered: this.#answered,
			responseSumMs: this.#responseSumMs,
			responseMaxMs: this.#responseMaxMs,
			responseTimes: this.#responseTimes.histogram(),
		};
	}
}

/** The figures of each hour in which a check was judged, by hour. */
export function foldHours({ minutes, verdicts, responseTimesMs }: PackedChecks): Map<number, RollUp> {
	const tallies = new Map<number, RollUpTally>();
	for (let at = 0; at < minutes.length; ) {
		const hour = hourOf(minutes[at] ?? 0);
		const tally = tallies.get(hour) ?? new RollUpTally();
		tallies.set(hour, tally);
		// Most are beside others of their hour.
		for (; at < minutes.length && hourOf(minutes[at] ?? 0) === hour; at += 1) {
			tally.add(verdicts[at] ?? CODES.missed, responseTimesMs[at] ?? -1);
		}
	}
	const hours = new Map<number, RollUp>();
	for (const [hour, tally] of tallies) {
		const rollUp = tally.rollUp();
		if (rollUp !== null) hours.set(hour, rollUp);
	}
	return hours;
}

/** The figures of a day from those of its hours; null when there is none. A day keeps its response times coarse. */
export function foldDay(hours: Iterable<RollUp>): RollUp | null {
	const tally = new RollUpTally();
	for (const hour of hours) tally.addAll(hour);
	const day = tally.rollUp();
	return day && { ...day, responseTimes: coarse(day.responseTimes) };
}
