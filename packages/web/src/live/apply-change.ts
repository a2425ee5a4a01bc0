/** Applies a live change to the board: returns a new board in which only changed monitors are new objects. */

import { type Board, type BoardMonitor, type Counts, MINUTES_SHOWN } from "../api/board.ts";
import type { LiveChange, LiveMonitor } from "../api/live.ts";

export function applyChange(board: Board, change: LiveChange): Board {
	const monitors = board.monitors.slice();
	let { minute } = board;
	for (const live of change.monitors) {
		const position = board.positions.get(live.id);
		const before = position === undefined ? undefined : monitors[position];
		if (position === undefined || before === undefined) continue;
		monitors[position] = changed(before, live);
		minute = Math.max(minute, live.minute ?? minute);
	}
	const removed = new Set(change.removed.filter((id) => board.positions.has(id)));
	if (removed.size === 0) return { ...board, minute, monitors, counts: countsOf(monitors) };
	const left = monitors.filter(({ id }) => !removed.has(id));
	return {
		...board,
		minute,
		monitors: left,
		positions: new Map(left.map(({ id }, index) => [id, index])),
		counts: countsOf(left),
	};
}

function changed(before: BoardMonitor, live: LiveMonitor): BoardMonitor {
	const { status, since, enabled, responseTimeMs, regionalSince } = live;
	return {
		...before,
		status,
		since,
		enabled,
		responseTimeMs,
		regionalSince,
		recent: marked(before, live),
		minute: Math.max(before.minute, live.minute ?? 0),
	};
}

/**
 * The strip with the new mark: shifted by the minutes since the last one, or set at its place if it is late. A monitor
 * that was never checked has no mark.
 */
function marked(before: BoardMonitor, { minute, mark }: LiveMonitor): string {
	if (minute === null || mark === "p") return before.recent;
	const ahead = minute - before.minute;
	if (ahead > 0)
		return `${before.recent}${".".repeat(Math.min(ahead, MINUTES_SHOWN) - 1)}${mark}`.slice(-MINUTES_SHOWN);
	const place = before.recent.length - 1 + ahead;
	if (place < 0) return before.recent;
	return before.recent.slice(0, place) + mark + before.recent.slice(place + 1);
}

function countsOf(monitors: readonly BoardMonitor[]): Counts {
	const counts = { total: monitors.length, up: 0, degraded: 0, down: 0, pending: 0, paused: 0 };
	for (const { enabled, status } of monitors) counts[enabled ? status : "paused"]++;
	return counts;
}
