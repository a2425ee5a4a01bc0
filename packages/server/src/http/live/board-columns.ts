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
import {
	availableOf,
	type CountedFigure,
	fastEnoughOf,
	totalOf,
	type VerdictCounts,
} from "../../domain/figures/uptime.ts";
import { spansOf, type Window } from "../../domain/maintenance/maintenance.ts";
import { STATUSES } from "../../domain/monitors/monitor.ts";
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
	const positions = new Map(states.monitorIds.map((id, at) => [id, at]));
	const counts = { total: monitors.length, up: 0, degraded: 0, down: 0, pending: 0, paused: 0 };
	let letters = "";
	const since: (number | null)[] = [];
	for (const { id, isEnabled } of monitors) {
		const at = positions.get(id) ?? -1;
		const status = STATUSES[Number(states.statuses[at])] ?? "pending";
		counts[isEnabled ? status : "paused"] += 1;
		letters += STATUS_LETTERS[status];
		since.push(states.since[at] ?? null);
	}
	return { counts, status: letters, since };
}

/**
 * The figures of one window, and those of all monitors together.
 * @param counts null where they are not known
 */
export function figureColumns(counts: readonly (VerdictCounts | null)[], counted: readonly CountedFigure[]) {
	const uptime: (number | null)[] = [];
	// Null where it is the uptime too: most columns of a board are then short.
	const available: (number | null)[] = [];
	const fastEnough: (number | null)[] = [];
	const sum = { total: 0, successful: 0, available: 0, fastEnough: 0 };
	for (const [at, each] of counts.entries()) {
		const [total, answered, inTime] = each ? [totalOf(each), availableOf(each), fastEnoughOf(each)] : [0, 0, 0];
		const successful = counted[at] === "available" ? answered : inTime;
		uptime.push(percentOf(successful, total));
		available.push(answered === successful ? null : percentOf(answered, total));
		fastEnough.push(inTime === successful ? null : percentOf(inTime, total));
		sum.total += total;
		sum.successful += successful;
		sum.available += answered;
		sum.fastEnough += inTime;
	}
	const ofTeam = {
		uptime: percentOf(sum.successful, sum.total),
		available: percentOf(sum.available, sum.total),
		fastEnough: percentOf(sum.fastEnough, sum.total),
	};
	return { uptime, available, fastEnough, ofTeam };
}

/** The letters of the minutes shown, which end with `minute`. */
export function recentColumn(
	monitors: readonly BoardMonitor[],
	places: readonly number[],
	marks: BoardMinutes,
	minute: number,
	windows: readonly Window[],
): string[] {
	const letters = Buffer.alloc(monitors.length * SHOWN_MINUTES, NO_CHECK_LETTER);
	const first = minute - SHOWN_MINUTES + 1;
	for (let each = first; each <= minute; each += 1) {
		const verdicts = marks.verdictsAt(each) ?? [];
		for (let at = 0; at < places.length; at += 1) {
			const verdict = verdicts[places[at] as number] ?? NO_MARK;
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
				const verdict = verdicts[places[at] as number] ?? NO_MARK;
				if (verdict === UP || verdict === NO_MARK || monitorIds?.has(id) === false) continue;
				letters[at * SHOWN_MINUTES + each - first] = MAINTENANCE_CODE;
			}
		}
	}
	return monitors.map((_, at) => letters.toString("latin1", at * SHOWN_MINUTES, (at + 1) * SHOWN_MINUTES));
}
