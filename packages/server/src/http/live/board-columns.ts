/** The columns of a board as JSON. Those that only an edit changes are written once and kept. */

import { VERDICTS } from "../../domain/checks/judgement.ts";
import {
	MAINTENANCE_LETTER,
	MINUTE_LETTERS,
	NO_CHECK_LETTER,
	SHOWN_MINUTES,
	STATUS_LETTERS,
} from "../../domain/figures/board.ts";
import { type CountedFigure, countedFigure } from "../../domain/figures/uptime.ts";
import { type Span, spansOf, type Window } from "../../domain/maintenance/maintenance.ts";
import { STATUSES } from "../../domain/monitors/monitor.ts";
import type { BoardMonitor, BoardStates } from "../../storage/board/board-monitors.ts";
import { type BoardMarks, NO_MARK, UP } from "./board-marks.ts";

const MINUTE_MS = 60_000;
const STATUS_CODES = STATUSES.map((status) => STATUS_LETTERS[status].charCodeAt(0));
const [PENDING, ZERO] = [STATUSES.indexOf("pending"), "0".charCodeAt(0)];
const MAINTENANCE_CODE = MAINTENANCE_LETTER.charCodeAt(0);
/** By verdict, and for no check. */
const MINUTE_CODES = new Uint8Array(256).fill(NO_CHECK_LETTER.charCodeAt(0));
for (const [index, verdict] of VERDICTS.entries()) MINUTE_CODES[index] = MINUTE_LETTERS[verdict].charCodeAt(0);
/** The letters of a monitor in a list of strings. */
const NO_LETTERS = `"${NO_CHECK_LETTER.repeat(SHOWN_MINUTES)}",`;

/** What only an edit of a monitor changes. */
export interface EditedColumns {
	/** `"id":[…],"name":[…]` and so on. */
	readonly json: string;
	/** `1` or `0` each. */
	readonly enabled: string;
	/** Which figure is the uptime of each. */
	readonly counted: readonly CountedFigure[];
}

export function editedColumns(monitors: readonly BoardMonitor[]): EditedColumns {
	const columns = {
		id: monitors.map(({ publicId }) => publicId),
		name: monitors.map(({ name }) => name),
		type: monitors.map(({ type }) => type),
		target: monitors.map(({ target }) => target),
		tags: monitors.map(({ tags }) => tags),
		createdAt: monitors.map(({ createdAt }) => createdAt),
	};
	return {
		json: JSON.stringify(columns).slice(1, -1),
		enabled: monitors.map(({ isEnabled }) => (isEnabled ? "1" : "0")).join(""),
		counted: monitors.map(({ type }) => countedFigure(type)),
	};
}

export type BoardCounts = Readonly<Record<"total" | "up" | "degraded" | "down" | "pending" | "paused", number>>;

export interface StateColumns {
	readonly counts: BoardCounts;
	/** A letter each. */
	readonly status: string;
	/** Epoch seconds; null while pending. */
	readonly since: readonly (number | null)[];
}

/** @param marks in whose places the states are put */
export function stateColumns(states: BoardStates, marks: BoardMarks, enabled: string): StateColumns {
	const statuses = new Uint8Array(enabled.length).fill(PENDING);
	const since: (number | null)[] = new Array(enabled.length).fill(null);
	for (const [at, monitorId] of states.monitorIds.entries()) {
		const place = marks.placeOf(monitorId);
		if (place === undefined) continue;
		statuses[place] = states.statuses.charCodeAt(at) - ZERO;
		since[place] = states.since[at] ?? null;
	}
	const counts = { total: enabled.length, up: 0, degraded: 0, down: 0, pending: 0, paused: 0 };
	const letters = Buffer.alloc(enabled.length);
	for (const [place, status] of statuses.entries()) {
		counts[enabled[place] === "1" ? (STATUSES[status] ?? "pending") : "paused"] += 1;
		letters[place] = STATUS_CODES[status] as number;
	}
	return { counts, status: letters.toString("latin1"), since };
}

/** The letters of the minutes shown, which end with `minute`, as a list of strings in JSON. */
export function recentColumn(marks: BoardMarks, size: number, minute: number, windows: readonly Window[]): Buffer {
	if (size === 0) return Buffer.from("[]");
	const json = Buffer.alloc(size * NO_LETTERS.length + 1, NO_LETTERS);
	// The list begins where the pattern would have a comma, and ends with the comma of the last string.
	json.copyWithin(1, 0, json.length - 1);
	json.write("[", 0);
	json.write("]", json.length - 1);
	const first = minute - SHOWN_MINUTES + 1;
	const letterOf = (place: number, each: number) => 2 + place * NO_LETTERS.length + each - first;
	for (let each = first; each <= minute; each += 1) {
		const verdicts = marks.verdictsAt(each);
		if (!verdicts) continue;
		for (let place = 0; place < size; place += 1) {
			json[letterOf(place, each)] = MINUTE_CODES[verdicts[place] as number] as number;
		}
	}
	for (const { places, minutes } of maintenanceAt(windows, marks, size, first, minute)) {
		for (const each of minutes) {
			const verdicts = marks.verdictsAt(each);
			for (const place of places) {
				const verdict = verdicts?.[place] ?? NO_MARK;
				if (verdict !== UP && verdict !== NO_MARK) json[letterOf(place, each)] = MAINTENANCE_CODE;
			}
		}
	}
	return json;
}

/** The minutes from `first` to `last` that windows cover, and the places of the monitors that each is for. */
function* maintenanceAt(windows: readonly Window[], marks: BoardMarks, size: number, first: number, last: number) {
	for (const { monitorIds, schedule } of windows) {
		const spans = spansOf(schedule, first * MINUTE_MS, (last + 1) * MINUTE_MS);
		if (spans.length === 0) continue;
		const minutes = Array.from({ length: last - first + 1 }, (_, index) => first + index);
		const ids = monitorIds === null ? null : [...monitorIds];
		yield {
			minutes: minutes.filter((minute) => covers(spans, minute)),
			places: ids?.flatMap((id) => marks.placeOf(id) ?? []) ?? [...new Array(size).keys()],
		};
	}
}

/** Whether the minute begins within one: a check of the minute in which a window begins may have come before it. */
function covers(spans: readonly Span[], minute: number): boolean {
	return spans.some(({ startsAt, endsAt }) => startsAt <= minute * MINUTE_MS && endsAt > minute * MINUTE_MS);
}
