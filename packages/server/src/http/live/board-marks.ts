/**
 * The verdicts of a board's monitors, minute by minute, and the response time of each one's last check. A monitor is
 * known by its place on the board, and each minute is one array of bytes: 10,000 monitors and three hours take 2 MB.
 */

import { VERDICTS } from "../../domain/checks/judgement.ts";
import { MINUTES_AN_HOUR } from "../../domain/figures/roll-up.ts";
import type { VerdictCounts } from "../../domain/figures/uptime.ts";
import type { BoardMonitor, BoardStates } from "../../storage/board/board-monitors.ts";
import type { MinuteMarks } from "../../storage/board/minute-marks.ts";

/** Minutes of marks kept: those shown, and the hour or two that are not rolled up yet. */
export const KEPT_MINUTES = 3 * MINUTES_AN_HOUR;
/** Instead of an index into VERDICTS, where there was no check. */
export const NO_MARK = 255;
export const UP = VERDICTS.indexOf("up");
/** Bits for the count of one verdict: KEPT_MINUTES fit. */
const COUNT_BITS = 10;
const COUNT_MASK = 2 ** COUNT_BITS - 1;
/** One check of each verdict, as a number in which up, degraded and down have their own bits; 0 for no judged check. */
const ONE_CHECK = new Int32Array(NO_MARK + 1);
for (const [part, verdict] of (["up", "degraded", "down"] as const).entries()) {
	ONE_CHECK[VERDICTS.indexOf(verdict)] = 1 << (part * COUNT_BITS);
}

export class BoardMarks {
	readonly #places: ReadonlyMap<number, number>;
	readonly #minutes: Map<number, Uint8Array>;
	readonly #responseTimesMs: (number | null)[];
	/** The minutes of the last checks; 0 before the first. */
	readonly #lastMinutes: Float64Array;
	/** The last list of monitors that was added, and their places; -1 for monitors of no place. */
	#added: { readonly monitorIds: readonly number[]; readonly places: Int32Array } | null = null;

	/** @param monitors in the order of the board. Marks of those that `previous` holds too are taken over. */
	constructor(monitors: readonly BoardMonitor[], previous: BoardMarks | null) {
		this.#places = new Map(monitors.map(({ id }, place) => [id, place]));
		this.#responseTimesMs = monitors.map(({ responseTimeMs }) => responseTimeMs);
		this.#lastMinutes = Float64Array.from(monitors, ({ lastMinute }) => lastMinute ?? 0);
		const placesBefore = monitors.map(({ id }) => previous?.placeOf(id) ?? -1);
		const moved = (before: Uint8Array) => {
			const verdicts = this.#noMarks();
			for (const [place, old] of placesBefore.entries()) if (old >= 0) verdicts[place] = before[old] as number;
			return verdicts;
		};
		const minutes = previous === null ? [] : previous.#minutes;
		this.#minutes = new Map(Array.from(minutes, ([minute, before]) => [minute, moved(before)]));
	}

	/** Of the last checks, by place; null for those before `minute` too. */
	responseTimesSince(minute: number): (number | null)[] {
		return this.#responseTimesMs.map((timeMs, place) =>
			(this.#lastMinutes[place] as number) < minute ? null : timeMs,
		);
	}

	placeOf(monitorId: number): number | undefined {
		return this.#places.get(monitorId);
	}

	/**
	 * Makes the last checks those of `states`. The monitors that have another one than before: their response times are
	 * those of these minutes once they are added.
	 */
	moveLast({ monitorIds, lastMinutes }: BoardStates): { readonly id: number; readonly minute: number }[] {
		const moved: { id: number; minute: number }[] = [];
		for (const [at, id] of monitorIds.entries()) {
			const place = this.#places.get(id);
			const minute = lastMinutes[at] ?? null;
			if (place === undefined || minute === null || minute === this.#lastMinutes[place]) continue;
			this.#lastMinutes[place] = minute;
			this.#responseTimesMs[place] = null;
			moved.push({ id, minute });
		}
		return moved;
	}

	/** The verdicts of a minute in the order of the places; undefined where there is none. */
	verdictsAt(minute: number): Uint8Array | undefined {
		return this.#minutes.get(minute);
	}

	/** Removes the marks of the minutes before `minute`. */
	removeBefore(minute: number): void {
		for (const each of this.#minutes.keys()) if (each < minute) this.#minutes.delete(each);
	}

	/** Removes the marks of the minutes [from, to). */
	remove(from: number, to: number): void {
		for (let minute = from; minute < to; minute += 1) this.#minutes.delete(minute);
	}

	add({ minute, monitorIds, verdicts, responseTimesMs }: MinuteMarks): void {
		const kept = this.#minutes.get(minute) ?? this.#noMarks();
		this.#minutes.set(minute, kept);
		const places = this.#placesOf(monitorIds);
		for (let at = 0; at < places.length; at += 1) {
			const place = places[at] as number;
			if (place >= 0) kept[place] = verdicts[at] as number;
		}
		if (responseTimesMs) this.#addTimes(minute, places, responseTimesMs);
	}

	#noMarks(): Uint8Array {
		return new Uint8Array(this.#places.size).fill(NO_MARK);
	}

	#addTimes(minute: number, places: Int32Array, responseTimesMs: readonly (number | null)[]): void {
		for (let at = 0; at < places.length; at += 1) {
			const place = places[at] as number;
			if (place >= 0 && minute === this.#lastMinutes[place]) this.#responseTimesMs[place] = responseTimesMs[at] ?? null;
		}
	}

	#placesOf(monitorIds: readonly number[]): Int32Array {
		if (this.#added?.monitorIds !== monitorIds) {
			const places = new Int32Array(monitorIds.length);
			for (let at = 0; at < places.length; at += 1) places[at] = this.#places.get(monitorIds[at] as number) ?? -1;
			this.#added = { monitorIds, places };
		}
		return this.#added.places;
	}

	/** The judged checks of each monitor from its own minute on, up to `minute`, by place. */
	countedSince(fromMinutes: Float64Array, minute: number): readonly VerdictCounts[] {
		const { length } = fromMinutes;
		const counted = new Int32Array(length);
		const earliest = fromMinutes.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
		for (const [each, verdicts] of this.#minutes) {
			if (each < earliest || each > minute) continue;
			// Without branches, for verdicts follow no order: a third of the cost.
			for (let place = 0; place < length; place += 1) {
				const counts = +(each >= (fromMinutes[place] as number));
				counted[place] = (counted[place] as number) + counts * (ONE_CHECK[verdicts[place] as number] as number);
			}
		}
		return Array.from(counted, (packed) => ({
			up: packed & COUNT_MASK,
			degraded: (packed >> COUNT_BITS) & COUNT_MASK,
			down: (packed >> (2 * COUNT_BITS)) & COUNT_MASK,
		}));
	}
}
