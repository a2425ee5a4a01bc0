/** Maintenance windows as their owners set them up. */

import { isoOf } from "../time-text.ts";
import type { Announcement } from "./announced.ts";
import { type Schedule, type Window, windowCovers } from "./maintenance.ts";
import type { Recurrence } from "./recurrence.ts";

/** Bounds the work of a report and of an alert. */
export const MAX_WINDOWS_PER_TEAM = 100;

export interface MaintenanceWindow extends Window {
	readonly id: number;
	/** `mw_…` */
	readonly publicId: string;
	readonly name: string;
	/** `mon_…` of those it is for that exist; null: every monitor of the team. */
	readonly monitorPublicIds: readonly string[] | null;
	readonly announcement: Announcement;
	/** `sp_…` of the pages that announce it. */
	readonly statusPagePublicIds: readonly string[];
	readonly createdAt: number;
	readonly updatedAt: number;
}

/** What an owner chooses. */
export interface WindowSettings {
	readonly name: string;
	readonly monitorIds: ReadonlySet<number> | null;
	readonly schedule: Schedule;
	/** Default: none. */
	readonly announcement?: Announcement | undefined;
}

/** What is seen of a window, in the API and in audit events. Instants are ISO 8601. */
export function windowFields(window: MaintenanceWindow, now: number) {
	const { schedule, name, monitorPublicIds } = window;
	const active = windowCovers([{ ...window, monitorIds: null }], 0, now);
	const isOnce = schedule.kind === "once";
	return {
		name,
		monitorIds: monitorPublicIds && [...monitorPublicIds],
		startsAt: isOnce ? isoOf(schedule.startsAt) : null,
		endsAt: isOnce ? isoOf(schedule.endsAt) : null,
		recurrence: isOnce ? null : recurrenceOf(schedule),
		activeUntil: active && isoOf(active.until),
		statusPageIds: [...window.statusPagePublicIds],
		publicTitle: window.announcement.publicTitle,
		publicText: window.announcement.publicText,
		announceHoursBefore: window.announcement.announceHoursBefore,
	};
}

function recurrenceOf({ rrule, startsAt, timeZone, durationMinutes }: Recurrence): Recurrence {
	return { rrule, startsAt, timeZone, durationMinutes };
}
