/** Columns of a board: one value for each of its monitors, in their order. */

import { VERDICTS } from "../../domain/checks/judgement.ts";
import { MINUTE_MS } from "../../domain/durations.ts";
import {
	MAINTENANCE_LETTER,
	MINUTE_LETTERS,
	NO_CHECK_LETTER,
	percentOf,
	SHOWN_MINUTES,
	STATUS_LETTERS,
} from "../../domain/figures/board.ts";
import { availableOf, fastEnoughOf, successfulOf, totalOf, type VerdictCounts } from "../../domain/figures/uptime.ts";
import { spansOf, type Window } from "../../domain/maintenance/maintenance.ts";
import { type MonitorType, STATUSES } from "../../domain/monitors/monitor.ts";
import type { BoardMonitor, BoardStates } from "../../storage/board/board-monitors.ts";
import { type BoardMinutes, NO_MARK } from "./board-minutes.ts";

const UP = VERDICTS.indexOf("up");
const MAINTENANCE_CODE = MAINTENANCE_LETTER.charCodeAt(0);
/** By verdict, and for no check. */
const MINUTE_CODES = Uint8Array.from(
	[...VERDICTS.map((verdict) => MINUTE_LETTERS[verdict]), NO_CHECK_LETTER],
	(letter) => letter.charCodeAt(0),
);

export function statusColumns(monitors: readonly BoardMonitor[], states: BoardStates) {
	const indexes = new Map(states.monitorIds.map((id, index) => [id, index]));
	const counts = { total: monitors.length, up: 0, degraded: 0, down: 0, pending: 0, paused: 0 };
	let letters = "";
	const since: (number | null)[] = [];
	for (const { id, isEnabled } of monitors) {
		const index = indexes.get(id) ?? -1;
		const status = STATUSES[Number(states.statuses[index])] ?? "pending";
		counts[isEnabled ? status : "paused"] += 1;
		letters += STATUS_LETTERS[status];
		since.push(states.since[index] ?? null);
	}
	return { counts, status: letters, since };
}

/** What each figure counts as good. */
const FIGURES = {
	uptime: (counts: VerdictCounts, type: MonitorType) => successfulOf(type, counts),
	available: availableOf,
	fastEnough: fastEnoughOf,
};
export type BoardFigure = keyof typeof FIGURES;

/**
 * One figure of one window, of each monitor and of all together.
 * @param counts null where they are not known
 */
export function figureColumn(
	figure: BoardFigure,
	monitors: readonly BoardMonitor[],
	counts: readonly (VerdictCounts | null)[],
) {
	const sum = { total: 0, good: 0 };
	const column = monitors.map(({ type }, index) => {
		const each = counts[index] ?? null;
		if (each === null) return null;
		const [total, good] = [totalOf(each), FIGURES[figure](each, type)];
		sum.total += total;
		sum.good += good;
		// Null where it is the uptime too: most columns of a board are then short.
		return figure !== "uptime" && good === successfulOf(type, each) ? null : percentOf(good, total);
	});
	return { column, ofTeam: percentOf(sum.good, sum.total) };
}

/** The letters of the minutes shown, which end with `minute`. */
export function recentColumn(
	monitors: readonly BoardMonitor[],
	/** Those of the monitors in `marks`. */
	indexes: readonly number[],
	marks: BoardMinutes,
	minute: number,
	windows: readonly Window[],
): string[] {
	const letters = Buffer.alloc(monitors.length * SHOWN_MINUTES, NO_CHECK_LETTER);
	const first = minute - SHOWN_MINUTES + 1;
	for (let each = first; each <= minute; each += 1) {
		const verdicts = marks.verdictsAt(each) ?? [];
		for (let at = 0; at < indexes.length; at += 1) {
			const verdict = verdicts[indexes[at] as number] ?? NO_MARK;
			letters[at * SHOWN_MINUTES + each - first] = MINUTE_CODES[verdict] as number;
		}
	}
	for (const { monitorIds, schedule } of windows) {
		const spans = spansOf(schedule, first * MINUTE_MS, (minute + 1) * MINUTE_MS);
		for (let each = first; each <= minute; each += 1) {
			// Those that begin within one: a check of the minute in which a window begins may have come before it.
			if (!spans.some(({ startsAt, endsAt }) => startsAt <= each * MINUTE_MS && endsAt > each * MINUTE_MS)) continue;
			const verdicts = marks.verdictsAt(each) ?? [];
			for (const [at, { id }] of monitors.entries()) {
				const verdict = verdicts[indexes[at] as number] ?? NO_MARK;
				if (verdict === UP || verdict === NO_MARK || monitorIds?.has(id) === false) continue;
				letters[at * SHOWN_MINUTES + each - first] = MAINTENANCE_CODE;
			}
		}
	}
	return monitors.map((_, at) => letters.toString("latin1", at * SHOWN_MINUTES, (at + 1) * SHOWN_MINUTES));
}
