/**
 * One team's board, kept between requests. A board reads the states of all monitors and the checks of the last minutes,
 * each as a few texts; the monitors themselves only after an edit.
 *
 * Uptime is computed over whole hours: the current one and the 23, or 719, before it. Hours that are rolled up come
 * from the database (./board-shares.ts), later minutes from the marks that the board shows (./board-minutes.ts).
 */

import { minuteOf } from "../../domain/checks/check.ts";
import { hourOf } from "../../domain/figures/roll-up.ts";
import { countedFigure, sumOf, type VerdictCounts } from "../../domain/figures/uptime.ts";
import { isoOf } from "../../domain/time-text.ts";
import { type BoardMonitor, type BoardStates, boardMonitors, boardStates } from "../../storage/board/board-monitors.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { windowsOfTeam } from "../../storage/maintenance/maintenance-windows.ts";
import { regionalFailuresOfTeam } from "../../storage/monitors/regional-failures.ts";
import { figureColumns, recentColumn, statusColumns } from "./board-columns.ts";
import { BoardMinutes, KEPT_MINUTES } from "./board-minutes.ts";
import { BoardShares } from "./board-shares.ts";

/** Of deleted monitors, places are kept until they are more than the others and these. */
const DELETED_PLACES = 1_000;

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
		const isFull = before && before.minutes.size > 2 * monitors.length + DELETED_PLACES;
		const { minutes, shares } = before && !isFull ? before : { minutes: new BoardMinutes(), shares: new BoardShares() };
		return { edition, monitors, editedJson: JSON.stringify(editedColumns(monitors)).slice(1, -1), minutes, shares };
	}

	async #board({ monitors, editedJson, minutes, shares }: Kept, states: BoardStates, minute: number): Promise<string> {
		const windows = await windowsOfTeam(this.#database, this.#teamId);
		const places = monitors.map(({ id }) => minutes.placeOf(id));
		const { last24Hours, last30Days } = uptimeColumns(monitors, places, minutes, shares, minute);
		const ofTeam = (figure: "uptime" | "available" | "fastEnough") => ({
			last24Hours: last24Hours.ofTeam[figure],
			last30Days: last30Days.ofTeam[figure],
		});
		const { counts, status, since } = statusColumns(monitors, states);
		const team = { uptime: ofTeam("uptime"), available: ofTeam("available"), fastEnough: ofTeam("fastEnough") };
		const columns = {
			status,
			since,
			uptime24h: last24Hours.uptime,
			uptime30d: last30Days.uptime,
			available24h: last24Hours.available,
			available30d: last30Days.available,
			fastEnough24h: last24Hours.fastEnough,
			fastEnough30d: last30Days.fastEnough,
			responseTimeMs: places.map((place) => minutes.responseTimeOf(place, minute)),
			recent: recentColumn(monitors, places, minutes, minute, windows),
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
function uptimeColumns(
	monitors: readonly BoardMonitor[],
	places: readonly number[],
	minutes: BoardMinutes,
	shares: BoardShares,
	minute: number,
) {
	const folded = monitors.map(({ id }) => {
		const share = shares.of(id, hourOf(minute));
		return share && share.unfoldedFrom > minute - KEPT_MINUTES ? share : null;
	});
	const from = new Float64Array(minutes.size).fill(Number.POSITIVE_INFINITY);
	for (const [at, place] of places.entries()) from[place] = folded[at]?.unfoldedFrom ?? Number.POSITIVE_INFINITY;
	const since = minutes.countedSince(from, minute);
	const unfolded = places.map(since);
	const columnsOf = (window: "day" | "month") =>
		figureColumns(
			folded.map((share, at) => share && sumOf(share[window], unfolded[at] as VerdictCounts)),
			monitors.map(({ type }) => countedFigure(type)),
		);
	return { last24Hours: columnsOf("day"), last30Days: columnsOf("month") };
}
