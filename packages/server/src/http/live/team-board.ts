/**
 * One team's board, kept between requests. A board reads the states of all monitors and the checks of the last minutes,
 * each as a few texts; the monitors themselves only after an edit. What was recorded later than that, for minutes that
 * are over, is found by reading all kept minutes again, some at each board.
 *
 * Uptime is computed over whole hours: the current one and the 23, or 719, before it. Hours that are rolled up come
 * from the database (./board-shares.ts), later minutes from the marks that the board shows.
 */

import { minuteOf } from "../../domain/checks/check.ts";
import { SHOWN_MINUTES } from "../../domain/figures/board.ts";
import { hourOf } from "../../domain/figures/roll-up.ts";
import { type CountedFigure, sumOf, type VerdictCounts } from "../../domain/figures/uptime.ts";
import { type BoardMonitor, type BoardStates, boardMonitors, boardStates } from "../../storage/board/board-monitors.ts";
import { marksOf, type WantedMarks } from "../../storage/board/minute-marks.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { windowsOfTeam } from "../../storage/maintenance/maintenance-windows.ts";
import { type EditedColumns, editedColumns, recentColumn, stateColumns } from "./board-columns.ts";
import { BoardMarks, KEPT_MINUTES } from "./board-marks.ts";
import { BoardShares } from "./board-shares.ts";
import { WindowColumns, type WindowFigures } from "./window-columns.ts";

/**
 * Minutes before the last one that are read again at each board, and when a minute is over: a check may be recorded
 * this much later than its minute.
 */
const REREAD_MINUTES = { sameMinute: 1, nextMinute: 3 };
/**
 * All minutes are read again in this time, for checks that were recorded even later; but at most so many minutes at a
 * board, 0.1 µs of CPU a check.
 */
const REREAD_ALL = { minutes: 15, mostAtOnce: 30 };

/** What is kept between boards. */
interface Kept {
	/** Of {@link BoardStates}, from before the monitors were read. */
	readonly edition: string;
	/** By id, in the order of the board. */
	readonly monitors: ReadonlyMap<number, BoardMonitor>;
	readonly columns: EditedColumns;
	readonly marks: BoardMarks;
	readonly shares: BoardShares;
	/** The minutes that were read of all monitors. */
	readFrom: number;
	readThrough: number;
	/** The next minute to read again. */
	rereadFrom: number;
}

export class TeamBoard {
	readonly #database: Tx;
	readonly #teamId: number;
	#kept: Kept | null = null;
	#readAt = Number.NEGATIVE_INFINITY;

	constructor(tx: Tx, teamId: number) {
		this.#database = tx;
		this.#teamId = teamId;
	}

	/** Monitors that are kept. */
	get size(): number {
		return this.#kept?.monitors.size ?? 0;
	}

	/** The board at `now` (epoch milliseconds) as JSON, without `generatedAt`. Calls must not overlap. */
	async read(now: number): Promise<Buffer> {
		// What an error left half-read, and what a clock that was set back calls the future, is read from the beginning.
		const before = now >= this.#readAt ? this.#kept : null;
		this.#kept = null;
		const states = await boardStates(this.#database, this.#teamId);
		const minute = minuteOf(now);
		const isEdited = states.edition !== before?.edition;
		const kept = isEdited ? await this.#readMonitors(states.edition, before, minute) : before;
		await kept.shares.refresh(this.#database, kept.monitors, now);
		const moved = kept.marks.moveLast(states);
		const readFrom = await this.#readMarks(kept, before, minute);
		await this.#readTimes(
			kept,
			// A job's last run may have been due before all minutes that are shown.
			moved.filter((last) => last.minute > minute - KEPT_MINUTES && last.minute < readFrom),
		);
		this.#kept = kept;
		this.#readAt = now;
		return this.#json(kept, states, minute);
	}

	async #readMonitors(edition: string, before: Kept | null, minute: number): Promise<Kept> {
		const monitors = await boardMonitors(this.#database, this.#teamId, minute - KEPT_MINUTES + 1);
		return {
			edition,
			monitors: new Map(monitors.map((monitor) => [monitor.id, monitor])),
			columns: editedColumns(monitors),
			marks: new BoardMarks(monitors, before?.marks ?? null),
			shares: before?.shares ?? new BoardShares(),
			readFrom: before?.readFrom ?? minute + 1,
			readThrough: before?.readThrough ?? minute,
			rereadFrom: before?.rereadFrom ?? 0,
		};
	}

	/**
	 * Reads the minutes that may have changed since the last board; of new monitors, all that are shown or not folded.
	 * The first of those that were read with their response times.
	 */
	async #readMarks(kept: Kept, before: Kept | null, minute: number): Promise<number> {
		const { marks } = kept;
		const monitorIds = [...kept.monitors.keys()];
		const unfolded = kept.shares.firstUnfolded();
		const oldest = Math.max(minute - KEPT_MINUTES + 1, Math.min(minute - SHOWN_MINUTES + 1, unfolded));
		marks.removeBefore(oldest);
		const passed = minute - kept.readThrough;
		const again = passed === 0 ? REREAD_MINUTES.sameMinute : REREAD_MINUTES.nextMinute;
		const from = Math.max(oldest, kept.readThrough - again);
		const knownFrom = Math.min(from, Math.max(oldest, kept.readFrom));
		const rereadFrom = Math.min(from, Math.max(knownFrom, kept.rereadFrom));
		// The minutes move on meanwhile, which the first term makes up for.
		const rereads = passed + Math.ceil(((from - knownFrom) * passed) / REREAD_ALL.minutes);
		const rereadTo = Math.min(from, rereadFrom + Math.min(rereads, REREAD_ALL.mostAtOnce));
		for (const range of [
			{ fromMinute: oldest, toMinute: knownFrom, withResponseTimes: false },
			{ fromMinute: rereadFrom, toMinute: rereadTo, withResponseTimes: false },
			{ fromMinute: from, toMinute: minute + 1, withResponseTimes: true },
		]) {
			marks.remove(range.fromMinute, range.toMinute);
			await this.#read(kept, monitorIds, range);
		}
		if (marks !== before?.marks) {
			const isNew = (id: number) => before?.marks.placeOf(id) === undefined;
			const range = { fromMinute: knownFrom, toMinute: from, withResponseTimes: false };
			await this.#read(kept, monitorIds.filter(isNew), range);
		}
		kept.readFrom = oldest;
		kept.readThrough = minute;
		kept.rereadFrom = rereadTo < from ? rereadTo : oldest;
		return from;
	}

	/**
	 * Last checks of earlier minutes than those that were read just now: the run of a job is recorded at its end, for the
	 * minute of its beginning.
	 */
	async #readTimes(kept: Kept, last: readonly { readonly id: number; readonly minute: number }[]): Promise<void> {
		if (last.length === 0) return;
		const fromMinute = last.reduce((earliest, { minute }) => Math.min(earliest, minute), Number.POSITIVE_INFINITY);
		const toMinute = last.reduce((latest, { minute }) => Math.max(latest, minute), 0) + 1;
		const ids = last.map(({ id }) => id);
		await this.#read(kept, ids, { fromMinute, toMinute, withResponseTimes: true });
	}

	async #read(
		{ marks }: Kept,
		monitorIds: readonly number[],
		range: Pick<WantedMarks, "fromMinute" | "toMinute" | "withResponseTimes">,
	): Promise<void> {
		if (monitorIds.length === 0 || range.fromMinute >= range.toMinute) return;
		const wanted = { teamId: this.#teamId, monitorIds, ...range };
		for await (const each of marksOf(this.#database, wanted)) marks.add(each);
	}

	async #json(kept: Kept, states: BoardStates, minute: number): Promise<Buffer> {
		const { columns, marks, monitors } = kept;
		const windows = await windowsOfTeam(this.#database, this.#teamId);
		const { counts, status, since } = stateColumns(states, marks, columns.enabled);
		const { last24Hours, last30Days } = this.#windows(kept, minute);
		const ofTeam = (figure: keyof WindowFigures) => ({
			last24Hours: last24Hours.ofTeam[figure],
			last30Days: last30Days.ofTeam[figure],
		});
		const team = { uptime: ofTeam("uptime"), available: ofTeam("available"), fastEnough: ofTeam("fastEnough") };
		const responseTimeMs = marks.responseTimesSince(minute - KEPT_MINUTES + 1);
		const figures = { status, since, enabled: columns.enabled };
		const checked = {
			uptime24h: last24Hours.uptime,
			uptime30d: last30Days.uptime,
			available24h: last24Hours.available,
			available30d: last30Days.available,
			fastEnough24h: last24Hours.fastEnough,
			fastEnough30d: last30Days.fastEnough,
			responseTimeMs,
		};
		return Buffer.concat([
			Buffer.from(`${JSON.stringify({ minute, counts, ...team }).slice(0, -1)},"monitors":{${columns.json},`),
			Buffer.from(`${JSON.stringify({ ...figures, ...checked }).slice(1, -1)},"recent":`),
			recentColumn(marks, monitors.size, minute, windows),
			Buffer.from("}}"),
		]);
	}

	/** Rolled-up hours and the marks since. Null while the roll-up is so late that some hours are in neither. */
	#windows({ monitors, shares, marks, columns }: Kept, minute: number) {
		const hour = hourOf(minute);
		const folded = Array.from(monitors.keys(), (id) => {
			const known = shares.of(id, hour);
			return known && known.unfoldedFrom > minute - KEPT_MINUTES ? known : null;
		});
		const from = Float64Array.from(folded, (known) => known?.unfoldedFrom ?? Number.POSITIVE_INFINITY);
		const unfolded = marks.countedSince(from, minute);
		const windowOf = (window: "day" | "month") => {
			const figures = new WindowColumns();
			for (const [place, known] of folded.entries()) {
				const share = known && (known.hour === hour ? known.present : known.next)[window];
				figures.add(share && sumOf(share, unfolded[place] as VerdictCounts), columns.counted[place] as CountedFigure);
			}
			return figures;
		};
		return { last24Hours: windowOf("day"), last30Days: windowOf("month") };
	}
}
