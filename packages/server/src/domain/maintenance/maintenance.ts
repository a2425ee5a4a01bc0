/**
 * Planned maintenance: the occurrences of a window, the monitors that it covers at an instant, and the minutes of
 * maintenance in a day. Checks within a window run and count as usual; only notices are held.
 *
 * A minute counts once if one or more windows touch it, so the minutes of days add up to those of the range.
 */

import { DAY_MS, MINUTE_MS } from "../durations.ts";
import { occurrencesBetween, type Recurrence } from "./recurrence.ts";

/** From `startsAt` up to but not including `endsAt`, epoch milliseconds. */
export interface Span {
	readonly startsAt: number;
	readonly endsAt: number;
}

export type Schedule =
	| (Span & { readonly kind: "once" })
	| (Recurrence & {
			readonly kind: "recurring";
			/** The early ends of occurrences, by their beginning. */
			readonly earlyEnds: ReadonlyMap<number, number>;
	  });

export interface Window {
	/** Keys of the monitors that it is for; null: every monitor of the team. */
	readonly monitorIds: ReadonlySet<number> | null;
	readonly schedule: Schedule;
}

/**
 * Consecutive windows without a gap are followed for at most this long; a caller that waits for the end asks again
 * then.
 */
const LOOK_AHEAD_MS = 7 * DAY_MS;
/** Instants whose occurrences `coverageBy` keeps: notices that are decided together come from a few commits. */
const MOST_INSTANTS = 100;

interface Coverage {
	/** Epoch milliseconds. */
	readonly until: number;
}

interface Occurrence extends Span {
	readonly window: Window;
}

/**
 * The occurrences of `schedule` that overlap the time from `from` up to `to`, ordered by their beginning, not clipped.
 */
export function spansOf(schedule: Schedule, from: number, to: number): readonly Span[] {
	const touches = ({ startsAt, endsAt }: Span) => startsAt < to && endsAt > from && startsAt < endsAt;
	if (schedule.kind === "once") return touches(schedule) ? [schedule] : [];
	const lengthMs = schedule.durationMinutes * MINUTE_MS;
	return occurrencesBetween(schedule, from - lengthMs, to)
		.map((startsAt) => ({ startsAt, endsAt: schedule.earlyEnds.get(startsAt) ?? startsAt + lengthMs }))
		.filter(touches);
}

/**
 * Whether maintenance covers a monitor at `instant` (epoch milliseconds), and until when: the end of the last of the
 * windows that follow upon each other without a gap, or a week from `instant` where they go on for longer. Null when
 * none does.
 *
 * @param windows those of the monitor's team
 */
export function windowCovers(windows: readonly Window[], monitorId: number, instant: number): Coverage | null {
	return coverageOf(occurrencesAt(windows, instant), monitorId, instant);
}

/**
 * As {@link windowCovers} for the same windows, many monitors and few instants: the occurrences at an instant are
 * computed once.
 */
export function coverageBy(windows: readonly Window[]): (monitorId: number, instant: number) => Coverage | null {
	const known = new Map<number, readonly Occurrence[]>();
	return (monitorId, instant) => {
		const occurrences = known.get(instant) ?? occurrencesAt(windows, instant);
		if (known.size >= MOST_INSTANTS) known.clear();
		known.set(instant, occurrences);
		return coverageOf(occurrences, monitorId, instant);
	};
}

/**
 * The occurrences at `instant` and in the week after it, ordered by their beginning; none where none is at `instant`,
 * which costs a third: tens of microseconds for a window that recurs.
 */
function occurrencesAt(windows: readonly Window[], instant: number): readonly Occurrence[] {
	if (!windows.some(({ schedule }) => spansOf(schedule, instant, instant + 1).length > 0)) return [];
	return windows
		.flatMap((window) =>
			spansOf(window.schedule, instant, instant + LOOK_AHEAD_MS).map((span) => ({ ...span, window })),
		)
		.sort((a, b) => a.startsAt - b.startsAt);
}

function coverageOf(occurrences: readonly Occurrence[], monitorId: number, instant: number): Coverage | null {
	let until = instant;
	for (const { startsAt, endsAt, window } of occurrences) {
		if (startsAt > until) break;
		if (concerns(window, monitorId)) until = Math.max(until, endsAt);
	}
	return until > instant ? { until: Math.min(until, instant + LOOK_AHEAD_MS) } : null;
}

/**
 * Since when maintenance covers a monitor at `instant`: the beginning of the first of the windows that follow upon each
 * other without a gap, or a week ago where they go on for longer. Null when none does. For many monitors: the
 * occurrences are computed once.
 */
export function coveredSince(windows: readonly Window[], instant: number): (monitorId: number) => number | null {
	const earliest = instant - LOOK_AHEAD_MS;
	const isCovered = windows.some(({ schedule }) => spansOf(schedule, instant, instant + 1).length > 0);
	const occurrences = (isCovered ? windows : [])
		.flatMap((window) => spansOf(window.schedule, earliest, instant + 1).map((span) => ({ ...span, window })))
		.sort((a, b) => b.endsAt - a.endsAt);
	return (monitorId) => {
		let since: number | null = null;
		for (const { startsAt, endsAt, window } of occurrences) {
			if (endsAt < (since ?? instant + 1)) break;
			if (concerns(window, monitorId)) since = Math.min(since ?? startsAt, startsAt);
		}
		return since && Math.max(since, earliest);
	};
}

export function concerns({ monitorIds }: Window, monitorId: number): boolean {
	return monitorIds === null || monitorIds.has(monitorId);
}

/**
 * Minutes of maintenance in each of the UTC days from `fromDay` up to `toDay` (days since the epoch, `toDay` excluded).
 */
export function maintenanceMinutes(spans: readonly Span[], fromDay: number, toDay: number): Int32Array {
	const minutes = new Int32Array(Math.max(0, toDay - fromDay));
	const sorted = spans.toSorted((a, b) => a.startsAt - b.startsAt);
	let counted = fromDay * 1_440;
	for (const span of sorted) {
		let from = Math.max(counted, Math.floor(span.startsAt / MINUTE_MS));
		const to = Math.min(toDay * 1_440, Math.ceil(span.endsAt / MINUTE_MS));
		while (from < to) {
			const day = Math.floor(from / 1_440);
			const end = Math.min(to, (day + 1) * 1_440);
			minutes[day - fromDay] = (minutes[day - fromDay] ?? 0) + end - from;
			from = end;
		}
		counted = Math.max(counted, to);
	}
	return minutes;
}
