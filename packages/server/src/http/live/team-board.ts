/**
 * One team's board, kept between requests. A board reads the states of all monitors and the checks of the last minutes,
 * each as a few texts; the monitors themselves only after an edit.
 *
 * Uptime is computed over whole hours: the current one and the 23, or 719, before it. Hours that are rolled up come
 * from the database (./board-shares.ts), later minutes from the marks that the board shows (./board-minutes.ts).
 */

import { minuteOf } from "../../domain/checks/check.ts";
import { hourOf } from "../../domain/figures/roll-up.ts";
import { sumOf, type VerdictCounts } from "../../domain/figures/uptime.ts";
import { isoOf } from "../../domain/time-text.ts";
import { type BoardMonitor, type BoardStates, boardMonitors, boardStates } from "../../storage/board/board-monitors.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { windowsOfTeam } from "../../storage/maintenance/maintenance-windows.ts";
import { regionalFailuresOfTeam } from "../../storage/monitors/regional-failures.ts";
import { type BoardFigure, figureColumn, recentColumn, statusColumns } from "./board-columns.ts";
import { BoardMinutes, KEPT_MINUTES } from "./board-minutes.ts";
import { BoardShares } from "./board-shares.ts";

/** Of deleted monitors, marks are kept until they are more than the others and these. */
const MOST_DELETED = 1_000;

/** What is kept between boards. */
interface Kept {
	/** Of {@link BoardStates}, from before the monitors were read. */
	readonly edition: string;
	/** In the order of the board. */
	readonly monitors: readonly BoardMonitor[];
	/** Their columns that only an edit changes, as members of a JSON object. */
	readonly editedJson: string;
	readonly minutes: BoardMinutes;
	readonly shares: BoardShares;
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
		return this.#kept?.minutes.size ?? 0;
	}

	/** The board at `now` (epoch milliseconds) as JSON, without `generatedAt`. Calls must not overlap. */
	async read(now: number): Promise<string> {
		// What an error left half-read, and what a clock that was set back calls the future, is read from the beginning.
		const before = now >= this.#readAt ? this.#kept : null;
		this.#kept = null;
		const states = await boardStates(this.#database, this.#teamId);
		const kept = states.edition === before?.edition ? before : await this.#readMonitors(states, before);
		const minute = minuteOf(now);
		await kept.shares.refresh(this.#database, kept.monitors, now, hourOf(minute));
		await kept.minutes.read(this.#database, this.#teamId, states, minute, kept.shares.firstUnfolded());
		this.#kept = kept;
		this.#readAt = now;
		return this.#board(kept, states, minute);
	}

	async #readMonitors({ edition }: BoardStates, before: Kept | null): Promise<Kept> {
		const monitors = await boardMonitors(this.#database, this.#teamId);
		const isFull = before && before.minutes.size > 2 * monitors.length + MOST_DELETED;
		const { minutes, shares } = before && !isFull ? before : { minutes: new BoardMinutes(), shares: new BoardShares() };
		return { edition, monitors, editedJson: JSON.stringify(editedColumns(monitors)).slice(1, -1), minutes, shares };
	}

	async #board({ monitors, editedJson, minutes, shares }: Kept, states: BoardStates, minute: number): Promise<string> {
		const windows = await windowsOfTeam(this.#database, this.#teamId);
		const indexes = monitors.map(({ id }) => minutes.indexOf(id));
		const judged = uptimeCounts(monitors, indexes, minutes, shares, minute);
		const of = (figure: BoardFigure) => {
			const [day, month] = [figureColumn(figure, monitors, judged.day), figureColumn(figure, monitors, judged.month)];
			return { day: day.column, month: month.column, team: { last24Hours: day.ofTeam, last30Days: month.ofTeam } };
		};
		const [uptime, available, fastEnough] = [of("uptime"), of("available"), of("fastEnough")];
		const { counts, status, since } = statusColumns(monitors, states);
		const team = { uptime: uptime.team, available: available.team, fastEnough: fastEnough.team };
		const columns = {
			status,
			since,
			uptime24h: uptime.day,
			uptime30d: uptime.month,
			available24h: available.day,
			available30d: available.month,
			fastEnough24h: fastEnough.day,
			fastEnough30d: fastEnough.month,
			responseTimeMs: indexes.map((index) => minutes.responseTimeOf(index, minute)),
			recent: recentColumn(monitors, indexes, minutes, minute, windows),
		};
		const failures = await regionalFailuresOfTeam(this.#database, this.#teamId);
		const regional = failures.map(({ publicId: id, location, since }) => ({ id, location, since: isoOf(since) }));
		const head = JSON.stringify({ minute, counts, ...team, regional }).slice(0, -1);
		return `${head},"monitors":{${editedJson},${JSON.stringify(columns).slice(1)}}`;
	}
}

function editedColumns(monitors: readonly BoardMonitor[]) {
	return {
		id: monitors.map(({ publicId }) => publicId),
		name: monitors.map(({ name }) => name),
		type: monitors.map(({ type }) => type),
		target: monitors.map(({ target }) => target),
		tags: monitors.map(({ tags }) => tags),
		createdAt: monitors.map(({ createdAt }) => createdAt),
		enabled: monitors.map(({ isEnabled }) => (isEnabled ? "1" : "0")).join(""),
	};
}

/** Rolled-up hours and the marks since. Null while the roll-up is so late that some hours are in neither. */
function uptimeCounts(
	monitors: readonly BoardMonitor[],
	indexes: readonly number[],
	minutes: BoardMinutes,
	shares: BoardShares,
	minute: number,
) {
	const folded = monitors.map(({ id }) => {
		const share = shares.of(id, hourOf(minute));
		return share && share.unfoldedFrom > minute - KEPT_MINUTES ? share : null;
	});
	const from = new Float64Array(minutes.size).fill(Number.POSITIVE_INFINITY);
	for (const [at, index] of indexes.entries()) from[index] = folded[at]?.unfoldedFrom ?? Number.POSITIVE_INFINITY;
	const unfolded = indexes.map(minutes.countedSince(from, minute));
	const countsOf = (window: "day" | "month") =>
		folded.map((share, at) => share && sumOf(share[window], unfolded[at] as VerdictCounts));
	return { day: countsOf("day"), month: countsOf("month") };
}
