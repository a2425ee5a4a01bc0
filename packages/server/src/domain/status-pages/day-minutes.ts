/**
 * The minutes of a component's UTC day, each by the worst that a check of its monitors said of it. A check counts for
 * its minute and those after it until the monitor's next check, at most an interval; a missed check says nothing.
 *
 * Minutes only get worse: adding the checks of an hour again changes nothing, in whatever order they come, so a day is
 * right without reading the checks of its other monitors, some of which may be deleted.
 */

import { VERDICTS } from "../checks/judgement.ts";
import { NumberReader, pushNumber } from "../figures/leb128.ts";
import { MINUTES_A_DAY } from "../figures/roll-up.ts";
import type { VerdictCounts } from "../figures/uptime.ts";

/** From what says least to the worst; the database stores the position. */
const MINUTE_WORDS = [null, "up", "degraded", "down"] as const;

/** As {@link PackedChecks} has them, without response times. */
interface CheckedMinutes {
	/** Ascending. */
	readonly minutes: ArrayLike<number>;
	/** Indexes into VERDICTS. */
	readonly verdicts: ArrayLike<number>;
}

/** How a verdict counts; 0 for a missed check. */
const OF_VERDICT = VERDICTS.map((verdict) => (verdict === "missed" ? 0 : MINUTE_WORDS.indexOf(verdict)));

export class DayMinutes {
	readonly #words: Uint8Array;

	private constructor(words: Uint8Array) {
		this.#words = words;
	}

	static empty(): DayMinutes {
		return new DayMinutes(new Uint8Array(MINUTES_A_DAY));
	}

	/** Of {@link DayMinutes.bytes}. */
	static of(bytes: Uint8Array): DayMinutes {
		const words = new Uint8Array(MINUTES_A_DAY);
		const reader = new NumberReader(bytes);
		for (let minute = 0; !reader.isAtEnd; ) {
			const run = reader.next();
			const length = Math.floor(run / MINUTE_WORDS.length);
			words.fill(run % MINUTE_WORDS.length, minute, minute + length);
			minute += length;
		}
		return new DayMinutes(words);
	}

	/** Runs of minutes of one word, as LEB128: the length, times four, plus the word. Nothing after the last minute. */
	bytes(): Uint8Array {
		const bytes: number[] = [];
		let end = MINUTES_A_DAY;
		while (end > 0 && this.#words[end - 1] === 0) end -= 1;
		for (let from = 0, to = 0; from < end; from = to) {
			const word = this.#words[from] ?? 0;
			while (to < end && this.#words[to] === word) to += 1;
			pushNumber(bytes, (to - from) * MINUTE_WORDS.length + word);
		}
		return Uint8Array.from(bytes);
	}

	/** Whether the minute, counted from the day's beginning, got worse. */
	add(minute: number, word: number): boolean {
		if (word <= (this.#words[minute] ?? 0)) return false;
		this.#words[minute] = word;
		return true;
	}

	addAll(other: DayMinutes): boolean {
		let changed = false;
		for (let minute = 0; minute < MINUTES_A_DAY; minute += 1) {
			changed = this.add(minute, other.#words[minute] ?? 0) || changed;
		}
		return changed;
	}

	/** Without the minutes from this one on. */
	clearFrom(minute: number): void {
		this.#words.fill(0, minute);
	}

	counts(): VerdictCounts {
		const counts = { up: 0, degraded: 0, down: 0 };
		for (const code of this.#words) {
			const word = MINUTE_WORDS[code];
			if (word) counts[word] += 1;
		}
		return counts;
	}
}

interface Covered {
	readonly checks: CheckedMinutes;
	/** Of the monitor. */
	readonly intervalMinutes: number;
	/** Only minutes from this one up to but not including `until`. */
	readonly from: number;
	readonly until: number;
}

/** The days that these checks speak of, by day since the epoch. */
export function daysCovered({ checks, intervalMinutes, from, until }: Covered): Map<number, DayMinutes> {
	const days = new Map<number, DayMinutes>();
	const { minutes, verdicts } = checks;
	for (let index = 0; index < minutes.length; index += 1) {
		const word = OF_VERDICT[verdicts[index] ?? 0] ?? 0;
		if (word === 0) continue;
		const at = minutes[index] ?? 0;
		const end = Math.min(at + Math.max(1, intervalMinutes), minutes[index + 1] ?? Number.POSITIVE_INFINITY, until);
		for (let minute = Math.max(at, from); minute < end; minute += 1) {
			const day = Math.floor(minute / MINUTES_A_DAY);
			const ofDay = days.get(day) ?? DayMinutes.empty();
			days.set(day, ofDay);
			ofDay.add(minute - day * MINUTES_A_DAY, word);
		}
	}
	return days;
}
