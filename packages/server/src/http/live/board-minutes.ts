/**
 * The verdicts of a board's monitors, minute by minute, and the response time of each one's last check. A monitor is
 * known by its place, and each minute is one array of bytes: 10,000 monitors and three hours take 2 MB.
 *
 * A minute is read again while checks of it are still expected, when it is settled, and then once in REREAD_ALL, for
 * checks that were recorded even later.
 */

import { VERDICTS } from "../../domain/checks/judgement.ts";
import { SHOWN_MINUTES } from "../../domain/figures/board.ts";
import { MINUTES_AN_HOUR } from "../../domain/figures/roll-up.ts";
import type { VerdictCounts } from "../../domain/figures/uptime.ts";
import type { BoardStates } from "../../storage/board/board-monitors.ts";
import { type MinuteMarks, marksOf } from "../../storage/board/minute-marks.ts";
import type { Tx } from "../../storage/database/tx.ts";

/** Minutes of marks kept: those shown, and the hour or two that are not rolled up yet. */
export const KEPT_MINUTES = 3 * MINUTES_AN_HOUR;
/** Instead of an index into VERDICTS, where there was no check. */
export const NO_MARK = VERDICTS.length;
const [UP, DEGRADED, DOWN] = [VERDICTS.indexOf("up"), VERDICTS.indexOf("degraded"), VERDICTS.indexOf("down")];
const MISSED = VERDICTS.indexOf("missed");
const COUNTED = NO_MARK + 1;
/** Minutes after its beginning in which a minute is read at each board, and after which it is read once more. */
const READ_FOR = 2;
const SETTLED_AFTER = 4;
/** Every minute within these, but at most so many at a board: 0.1 µs of CPU a check. */
const REREAD_ALL = { minutes: 15, mostAtOnce: 30 };

interface Minute {
	/** By place; shorter where monitors came later. */
	readonly verdicts: Uint8Array;
	/** The minute in which it was read. */
	readonly readIn: number;
}

export class BoardMinutes {
	readonly #places = new Map<number, number>();
	/** Those that were read first are first. */
	readonly #minutes = new Map<number, Minute>();
	/** By place: the newest minutes with a verdict, and their response times. */
	readonly #lastMinutes: number[] = [];
	readonly #responseTimesMs: (number | null)[] = [];
	/** By place: the newest minutes that states had. */
	readonly #seenMinutes: number[] = [];
	#readIn = 0;
	/** The last list of monitors that came with marks, and their places; -1 for monitors of no place. */
	#added: { readonly monitorIds: readonly number[]; readonly places: Int32Array } | null = null;

	/** Of all monitors that ever were on this board. */
	get size(): number {
		return this.#places.size;
	}

	/** Of any monitor; a new one gets the next place. */
	placeOf(monitorId: number): number {
		const place = this.#places.get(monitorId) ?? this.#places.size;
		if (place === this.#places.size) {
			this.#places.set(monitorId, place);
			this.#lastMinutes[place] = 0;
			this.#seenMinutes[place] = 0;
			this.#responseTimesMs[place] = null;
		}
		return place;
	}

	/** The verdicts of a minute by place; undefined where it was not read. */
	verdictsAt(minute: number): Uint8Array | undefined {
		return this.#minutes.get(minute)?.verdicts;
	}

	/** Of the last check with a verdict; null if it is older than what is kept. */
	responseTimeOf(place: number, minute: number): number | null {
		const isKept = (this.#lastMinutes[place] ?? 0) > minute - KEPT_MINUTES;
		return isKept ? (this.#responseTimesMs[place] ?? null) : null;
	}

	/**
	 * Reads what may have changed since the last time.
	 * @param unfoldedFrom the earliest minute that no rolled-up hour counts
	 */
	async read(tx: Tx, teamId: number, states: BoardStates, minute: number, unfoldedFrom: number): Promise<void> {
		const oldest = Math.max(minute - KEPT_MINUTES + 1, Math.min(minute - SHOWN_MINUTES + 1, unfoldedFrom));
		for (const each of this.#minutes.keys()) if (each < oldest) this.#minutes.delete(each);
		const wanted = this.#wanted(states, minute, oldest);
		this.#readIn = minute;
		for (const [fromMinute, toMinute] of runsOf(wanted)) {
			for (let each = fromMinute; each < toMinute; each += 1) {
				this.#minutes.delete(each);
				const verdicts = new Uint8Array(this.#places.size).fill(NO_MARK);
				if (each >= oldest) this.#minutes.set(each, { verdicts, readIn: minute });
			}
			const { monitorIds } = states;
			for await (const marks of marksOf(tx, { teamId, monitorIds, fromMinute, toMinute })) this.#add(marks);
		}
	}

	/** The minutes to read, in no order. */
	#wanted({ monitorIds, lastMinutes }: BoardStates, minute: number, oldest: number): Set<number> {
		const wanted = new Set<number>();
		const rereads = Math.ceil((this.#minutes.size * (minute - this.#readIn)) / REREAD_ALL.minutes);
		for (const each of this.#minutes.keys()) {
			if (wanted.size >= Math.min(rereads, REREAD_ALL.mostAtOnce)) break;
			wanted.add(each);
		}
		for (let each = oldest; each <= minute; each += 1) {
			const readIn = this.#minutes.get(each)?.readIn ?? 0;
			const isSettled = minute >= each + SETTLED_AFTER;
			if (readIn < each + READ_FOR || (isSettled && readIn < each + SETTLED_AFTER)) wanted.add(each);
		}
		// A run of a job is recorded at its end, for the minute of its beginning.
		for (const [at, id] of monitorIds.entries()) {
			const [place, last] = [this.placeOf(id), lastMinutes[at] ?? 0];
			if (last === this.#seenMinutes[place]) continue;
			this.#seenMinutes[place] = last;
			if (last > minute - KEPT_MINUTES && last <= minute) wanted.add(last);
		}
		return wanted;
	}

	#add({ minute, monitorIds, verdicts, responseTimesMs }: MinuteMarks): void {
		if (this.#added?.monitorIds !== monitorIds) {
			this.#added = { monitorIds, places: Int32Array.from(monitorIds, (id) => this.#places.get(id) ?? -1) };
		}
		const { places } = this.#added;
		const kept = this.#minutes.get(minute)?.verdicts;
		for (let at = 0; at < places.length; at += 1) {
			const place = places[at] as number;
			const verdict = verdicts[at] as number;
			if (place < 0) continue;
			if (kept) kept[place] = verdict;
			if (verdict === MISSED || minute < (this.#lastMinutes[place] as number)) continue;
			this.#lastMinutes[place] = minute;
			this.#responseTimesMs[place] = responseTimesMs[at] ?? null;
		}
	}

	/** The judged checks from each place's own minute on, up to `minute`, by place. */
	countedSince(fromMinutes: Float64Array, minute: number): (place: number) => VerdictCounts {
		const counts = new Uint8Array(fromMinutes.length * COUNTED);
		const earliest = fromMinutes.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
		for (const [each, { verdicts }] of this.#minutes) {
			if (each < earliest || each > minute) continue;
			const places = Math.min(verdicts.length, fromMinutes.length);
			for (let place = 0; place < places; place += 1) {
				// Without a branch, for verdicts follow no order.
				const at = place * COUNTED + (verdicts[place] as number);
				counts[at] = (counts[at] as number) + +(each >= (fromMinutes[place] as number));
			}
		}
		const countOf = (place: number, verdict: number) => counts[place * COUNTED + verdict] ?? 0;
		return (place) => ({ up: countOf(place, UP), degraded: countOf(place, DEGRADED), down: countOf(place, DOWN) });
	}
}

/** Minutes as ranges [from, to). */
function* runsOf(minutes: ReadonlySet<number>): Generator<readonly [number, number]> {
	let run: [number, number] | undefined;
	for (const minute of [...minutes].sort((a, b) => a - b)) {
		if (run && minute === run[1]) run[1] += 1;
		else {
			if (run) yield run;
			run = [minute, minute + 1];
		}
	}
	if (run) yield run;
}
