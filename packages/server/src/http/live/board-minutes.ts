/**
 * The verdicts of a board's monitors, minute by minute, and the response time of each one's last check. A monitor is
 * known by its index here, and each minute is one array of bytes: 10,000 monitors and three hours take 2 MB.
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
	/** By index; shorter where monitors came later. */
	readonly verdicts: Uint8Array;
	/** The minute in which it was read. */
	readonly readIn: number;
}

export class BoardMinutes {
	readonly #indexes = new Map<number, number>();
	/** Those that were read first are first. */
	readonly #minutes = new Map<number, Minute>();
	/** By index: the newest minutes with a verdict, and their response times. */
	readonly #lastMinutes: number[] = [];
	readonly #responseTimesMs: (number | null)[] = [];
	/** By index: the newest minutes that states had. */
	readonly #seenMinutes: number[] = [];
	#readIn = 0;
	/** The last list of monitors that came with marks, and their indexes; -1 for monitors without one. */
	#added: { readonly monitorIds: readonly number[]; readonly indexes: Int32Array } | null = null;

	/** Of all monitors that ever were on this board. */
	get size(): number {
		return this.#indexes.size;
	}

	/** The index of any monitor; a new one gets the next. */
	indexOf(monitorId: number): number {
		const index = this.#indexes.get(monitorId) ?? this.#indexes.size;
		if (index === this.#indexes.size) {
			this.#indexes.set(monitorId, index);
			this.#lastMinutes[index] = 0;
			this.#seenMinutes[index] = 0;
			this.#responseTimesMs[index] = null;
		}
		return index;
	}

	/** The verdicts of a minute by index; undefined where it was not read. */
	verdictsAt(minute: number): Uint8Array | undefined {
		return this.#minutes.get(minute)?.verdicts;
	}

	/** Of the last check with a verdict; null if it is older than what is kept. */
	responseTimeOf(index: number, minute: number): number | null {
		const isKept = (this.#lastMinutes[index] ?? 0) > minute - KEPT_MINUTES;
		return isKept ? (this.#responseTimesMs[index] ?? null) : null;
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
				const verdicts = new Uint8Array(this.#indexes.size).fill(NO_MARK);
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
			const [index, last] = [this.indexOf(id), lastMinutes[at] ?? 0];
			if (last === this.#seenMinutes[index]) continue;
			this.#seenMinutes[index] = last;
			if (last > minute - KEPT_MINUTES && last <= minute) wanted.add(last);
		}
		return wanted;
	}

	#add({ minute, monitorIds, verdicts, responseTimesMs }: MinuteMarks): void {
		if (this.#added?.monitorIds !== monitorIds) {
			this.#added = { monitorIds, indexes: Int32Array.from(monitorIds, (id) => this.#indexes.get(id) ?? -1) };
		}
		const { indexes } = this.#added;
		const kept = this.#minutes.get(minute)?.verdicts;
		for (let at = 0; at < indexes.length; at += 1) {
			const index = indexes[at] as number;
			const verdict = verdicts[at] as number;
			if (index < 0) continue;
			if (kept) kept[index] = verdict;
			if (verdict === MISSED || minute < (this.#lastMinutes[index] as number)) continue;
			this.#lastMinutes[index] = minute;
			this.#responseTimesMs[index] = responseTimesMs[at] ?? null;
		}
	}

	/** The judged checks from each index's own minute on, up to `minute`, by index. */
	countedSince(fromMinutes: Float64Array, minute: number): (index: number) => VerdictCounts {
		const counts = new Uint8Array(fromMinutes.length * COUNTED);
		const earliest = fromMinutes.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
		for (const [each, { verdicts }] of this.#minutes) {
			if (each < earliest || each > minute) continue;
			const end = Math.min(verdicts.length, fromMinutes.length);
			for (let index = 0; index < end; index += 1) {
				// Without a branch, for verdicts follow no order.
				const at = index * COUNTED + (verdicts[index] as number);
				counts[at] = (counts[at] as number) + +(each >= (fromMinutes[index] as number));
			}
		}
		const countOf = (index: number, verdict: number) => counts[index * COUNTED + verdict] ?? 0;
		return (index) => ({ up: countOf(index, UP), degraded: countOf(index, DEGRADED), down: countOf(index, DOWN) });
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
