/**
 * One team's board, kept between requests. A board reads the states of all monitors and the checks of the last minutes,
 * each as a few texts; the monitors themselves only after an edit. What was recorded later than that, for minutes that
 * are over, is found by reading all kept minutes again, some at each board.
 *
 * Uptime is computed over whole hours: the current one and the 23, or 719, before it. Hours that are rolled up come
 * from the database, which is read again after each roll-up; later minutes come from the marks that the board shows.
 */

import { minuteOf } from "../../domain/checks/check.ts";
import { percentOf, SHOWN_MINUTES } from "../../domain/figures/board.ts";
import { hourOf } from "../../domain/figures/roll-up.ts";
import { type BoardMonitor, type BoardStates, boardMonitors, boardStates } from "../../storage/board/board-monitors.ts";
import { type FoldedShare, foldedShares, unfoldedFrom } from "../../storage/board/folded-shares.ts";
import { marksOf, type WantedMarks } from "../../storage/board/minute-marks.ts";
import type { Session } from "../../storage/database/session.ts";
import { windowsOfTeam } from "../../storage/maintenance/maintenance-windows.ts";
import { type EditedColumns, editedColumns, recentColumn, stateColumns } from "./board-columns.ts";
import { BoardMarks, KEPT_MINUTES } from "./board-marks.ts";

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
/** A late check changes an hour that is rolled up. */
const REREAD_FOLDED_MS = 5 * 60_000;
const MINUTE_MS = 60_000;

const WINDOWS_HOURS = { last24Hours: 24, last30Days: 720 } as const;

/** What is kept between boards. */
interface Kept {
	/** Of {@link BoardStates}, from before the monitors were read. */
	readonly edition: string;
	/** In the order of the board. */
	readonly monitors: readonly BoardMonitor[];
	readonly columns: EditedColumns;
	readonly marks: BoardMarks;
	/** The minutes that were read of all monitors. */
	readFrom: number;
	readThrough: number;
	/** The next minute to read again. */
	rereadFrom: number;
}

/** Counts of folded hours, of the last day and the last month, and when they were read. */
interface Folded {
	readonly hour: number;
	readonly readAt: number;
	readonly day: ReadonlyMap<number, FoldedShare>;
	readonly month: ReadonlyMap<number, FoldedShare>;
}

export class TeamBoard {
	readonly #session: Session;
	readonly #teamId: number;
	#kept: Kept | null = null;
	#readAt = Number.NEGATIVE_INFINITY;
	#folded: Folded | null = null;

	constructor(session: Session, teamId: number) {
		this.#session = session;
		this.#teamId = teamId;
	}

	/** The board at `now` (epoch milliseconds) as JSON, without `generatedAt`. Calls must not overlap. */
	async read(now: number): Promise<Buffer> {
		// What an error left half-read, and what a clock that was set back calls the future, is read from the beginning.
		const before = now >= this.#readAt ? this.#kept : null;
		this.#kept = null;
		const states = await boardStates(this.#session, this.#teamId);
		const minute = minuteOf(now);
		const isEdited = states.edition !== before?.edition;
		const kept = isEdited ? await this.#readMonitors(states.edition, before, minute) : before;
		const folded = await this.#readFolded(kept.monitors, now);
		await this.#readMarks(kept, before, firstUnfolded(folded), minute);
		await this.#readEarlierLast(kept, states);
		this.#kept = kept;
		this.#readAt = now;
		return this.#json(kept, states, folded, minute);
	}

	async #readMonitors(edition: string, before: Kept | null, minute: number): Promise<Kept> {
		const monitors = await boardMonitors(this.#session, this.#teamId, minute - KEPT_MINUTES + 1);
		return {
			edition,
			monitors,
			columns: editedColumns(monitors),
			marks: new BoardMarks(monitors, before?.marks ?? null),
			readFrom: before?.readFrom ?? minute + 1,
			readThrough: before?.readThrough ?? minute,
			rereadFrom: before?.rereadFrom ?? 0,
		};
	}

	/** The minutes that may have changed since the last board; of new monitors, all that are shown or not folded. */
	async #readMarks(kept: Kept, before: Kept | null, firstUnfolded: number, minute: number): Promise<void> {
		const { marks, monitors } = kept;
		const oldest = Math.max(minute - KEPT_MINUTES + 1, Math.min(minute - SHOWN_MINUTES + 1, firstUnfolded));
		marks.removeBefore(oldest);
		const passed = minute - kept.readThrough;
		const again = passed === 0 ? REREAD_MINUTES.sameMinute : REREAD_MINUTES.nextMinute;
		const from = Math.max(oldest, kept.readThrough - again);
		const knownFrom = Math.min(from, Math.max(oldest, kept.readFrom));
		const rereadFrom = kept.rereadFrom >= knownFrom && kept.rereadFrom < from ? kept.rereadFrom : knownFrom;
		const rereads = Math.ceil(((from - knownFrom) * passed) / REREAD_ALL.minutes);
		const rereadTo = Math.min(from, rereadFrom + Math.min(rereads, REREAD_ALL.mostAtOnce));
		for (const range of [
			{ fromMinute: oldest, toMinute: knownFrom, withResponseTimes: false },
			{ fromMinute: rereadFrom, toMinute: rereadTo, withResponseTimes: false },
			{ fromMinute: from, toMinute: minute + 1, withResponseTimes: true },
		]) {
			marks.remove(range.fromMinute, range.toMinute);
			await this.#read(kept, monitors, range);
		}
		if (marks !== before?.marks) {
			const isNew = ({ id }: BoardMonitor) => before?.marks.placeOf(id) === undefined;
			const range = { fromMinute: knownFrom, toMinute: from, withResponseTimes: false };
			await this.#read(kept, monitors.filter(isNew), range);
		}
		kept.readFrom = oldest;
		kept.readThrough = minute;
		kept.rereadFrom = rereadTo;
	}

	/**
	 * Last checks of minutes that were not read just now: the run of a job is recorded at its end, for the minute of its
	 * beginning.
	 */
	async #readEarlierLast(kept: Kept, states: BoardStates): Promise<void> {
		const { marks, readFrom, readThrough } = kept;
		const moved = states.monitorIds.flatMap((id, at) => {
			const place = marks.placeOf(id);
			const minute = states.lastMinutes[at] ?? Number.NaN;
			return place !== undefined && minute > marks.lastMinuteOf(place) && minute <= readThrough
				? { id, place, minute }
				: [];
		});
		if (moved.length === 0) return;
		const minutes = moved.map(({ minute }) => minute);
		await this.#read(kept, moved, {
			fromMinute: Math.max(readFrom, Math.min(...minutes)),
			toMinute: Math.max(...minutes) + 1,
			withResponseTimes: true,
		});
		for (const { place, minute } of moved) marks.moveLast(place, minute);
	}

	async #read(
		{ marks }: Kept,
		monitors: readonly { readonly id: number }[],
		range: Pick<WantedMarks, "fromMinute" | "toMinute" | "withResponseTimes">,
	): Promise<void> {
		if (monitors.length === 0 || range.fromMinute >= range.toMinute) return;
		const wanted = { teamId: this.#teamId, monitorIds: monitors.map(({ id }) => id), ...range };
		for await (const each of marksOf(this.#session, wanted)) marks.add(each);
	}

	async #readFolded(monitors: readonly BoardMonitor[], now: number): Promise<Folded> {
		// An hour is rolled up a minute after its end.
		const hour = hourOf(minuteOf(now - 2 * MINUTE_MS));
		const known = this.#folded;
		const isFresh = known?.hour === hour && now - known.readAt < REREAD_FOLDED_MS && now >= known.readAt;
		if (isFresh && monitors.every(({ id }) => known.day.has(id))) return known;
		const first = (hours: number) => hourOf(minuteOf(now)) - hours + 1;
		const read = {
			hour,
			readAt: now,
			day: await foldedShares(this.#session, monitors, first(WINDOWS_HOURS.last24Hours)),
			month: await foldedShares(this.#session, monitors, first(WINDOWS_HOURS.last30Days)),
		};
		this.#folded = read;
		return read;
	}

	async #json(kept: Kept, states: BoardStates, folded: Folded, minute: number): Promise<Buffer> {
		const { columns, marks, monitors } = kept;
		const windows = await windowsOfTeam(this.#session, this.#teamId);
		const { counts, status, since } = stateColumns(states, marks, columns.enabled);
		const { last24Hours, last30Days } = this.#uptime(kept, folded, minute);
		const uptime = { last24Hours: last24Hours.ofTeam, last30Days: last30Days.ofTeam };
		const { responseTimesMs: responseTimeMs } = marks;
		const figures = { status, since, enabled: columns.enabled };
		const checked = { uptime24h: last24Hours.each, uptime30d: last30Days.each, responseTimeMs };
		return Buffer.concat([
			Buffer.from(`${JSON.stringify({ minute, counts, uptime }).slice(0, -1)},"monitors":{${columns.json},`),
			Buffer.from(`${JSON.stringify({ ...figures, ...checked }).slice(1, -1)},"recent":`),
			recentColumn(marks, monitors.length, minute, windows),
			Buffer.from("}}"),
		]);
	}

	/** Rolled-up hours and the marks since. Null while the roll-up is so late that some hours are in neither. */
	#uptime({ monitors, marks, columns }: Kept, { day, month }: Folded, minute: number) {
		const from = Float64Array.from(monitors, ({ id }) => {
			const share = day.get(id);
			const unfolded = share ? unfoldedFrom(share) : Number.NEGATIVE_INFINITY;
			return unfolded <= minute - KEPT_MINUTES ? Number.POSITIVE_INFINITY : unfolded;
		});
		const unfolded = marks.countedSince(from, minute, columns.degradedCounts);
		const percents = (folded: ReadonlyMap<number, FoldedShare>) => {
			const sum = { total: 0, successful: 0 };
			const each = monitors.map(({ id }, place) => {
				const share = from[place] === Number.POSITIVE_INFINITY ? undefined : folded.get(id);
				if (!share) return null;
				const total = share.total + (unfolded.total[place] as number);
				const successful = share.successful + (unfolded.successful[place] as number);
				sum.total += total;
				sum.successful += successful;
				return percentOf({ total, successful });
			});
			return { each, ofTeam: percentOf(sum) };
		};
		return { last24Hours: percents(day), last30Days: percents(month) };
	}
}

/** The earliest minute that some monitor's folded counts do not include. */
function firstUnfolded({ day }: Folded): number {
	let first = Number.POSITIVE_INFINITY;
	for (const share of day.values()) first = Math.min(first, unfoldedFrom(share));
	return first;
}
