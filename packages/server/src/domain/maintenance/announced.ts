/**
 * Maintenance that is announced on status pages. Each occurrence is scheduled, then in progress, then completed; the
 * clock alone decides which. Subscribers are notified of each step once.
 */

import { DAY_MS, HOUR_MS } from "../durations.ts";
import type { MaintenanceStep } from "../incidents/announcement.ts";
import { type Schedule, type Span, spansOf } from "./maintenance.ts";

/** What readers of pages get of a window; nothing else of it shows. */
export interface Announcement {
	/** Keys of the pages; none: it is not announced. */
	readonly statusPageIds: readonly number[];
	/** Null where it is not announced. */
	readonly publicTitle: string | null;
	/** Markdown; empty: none. */
	readonly publicText: string;
	/** How long before an occurrence begins subscribers are notified of it; 0: when it begins. */
	readonly announceHoursBefore: number;
}

/** Four weeks. */
export const MAX_ANNOUNCE_HOURS = 672;
export const USUAL_ANNOUNCE_HOURS = 24;
/** Of a window for which nothing else was chosen. */
export const UNANNOUNCED = {
	statusPageIds: [],
	publicTitle: null,
	publicText: "",
	announceHoursBefore: USUAL_ANNOUNCE_HOURS,
} as const satisfies Announcement;
/** Of the occurrences to come, those of so many days are shown; of a window that recurs more rarely, the next one. */
const SHOWN_DAYS = 14;
const NEXT_WITHIN_DAYS = 366;
/** Its end is no news after this time. */
const COMPLETED_WITHIN_MS = DAY_MS;

/** The occurrences that a page shows at `now`: those in progress, and those to come. */
export function shownSpans(schedule: Schedule, now: number): readonly Span[] {
	const soon = spansOf(schedule, now, now + SHOWN_DAYS * DAY_MS);
	return soon.length > 0 ? soon : spansOf(schedule, now, now + NEXT_WITHIN_DAYS * DAY_MS).slice(0, 1);
}

/** The occurrences with a step that may have to be announced at `now`. */
export function announcedSpans(schedule: Schedule, hoursBefore: number, now: number): readonly Span[] {
	return spansOf(schedule, now - COMPLETED_WITHIN_MS, now + hoursBefore * HOUR_MS + 1);
}

/**
 * The step of an occurrence to announce; null: none. One that was missed while the service was off is left out: it is
 * no longer so. The end of what was not announced is not announced either.
 * @param announced the last step that was announced; null: none
 */
export function stepToAnnounce(
	{ startsAt, endsAt }: Span,
	announced: MaintenanceStep | null,
	hoursBefore: number,
	now: number,
): MaintenanceStep | null {
	if (now >= endsAt) return announced === "scheduled" || announced === "in_progress" ? "completed" : null;
	if (now >= startsAt) return announced === null || announced === "scheduled" ? "in_progress" : null;
	return now >= startsAt - hoursBefore * HOUR_MS && announced === null ? "scheduled" : null;
}
