/** The state of the window form, in the user's time zone, and the body made from it. */

import { type MaintenanceWindow, UNNAMED_WINDOW, type WindowSettings } from "../../api/maintenance.ts";
import { MINUTE_MS } from "../../format/durations.ts";
import { localFieldValue, ownTimeZone } from "../../format/instant.ts";

export const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
type Weekday = (typeof WEEKDAYS)[number];

export type Repeats = "never" | "daily" | "weekly" | "monthly" | "rule";

export interface WindowDraft {
	readonly name: string;
	readonly monitorIds: readonly string[] | null;
	readonly repeats: Repeats;
	/** Local to the reader when it takes place once, to `timeZone` when it recurs: YYYY-MM-DDTHH:mm. */
	readonly startsAt: string;
	readonly durationMinutes: number | null;
	readonly weekdays: readonly Weekday[];
	/** A rule as text, if the choices above can't express it. */
	readonly rrule: string;
	readonly timeZone: string;
	/** Status pages that announce it, and what they say. */
	readonly statusPageIds: readonly string[];
	readonly publicTitle: string;
	readonly publicText: string;
	readonly announceHoursBefore: number | null;
}

/** What a window lasts when nobody says how long. */
export const USUAL_MINUTES = 60;
/** How long before it subscribers are notified, when nobody says so. */
export const USUAL_HOURS_BEFORE = 24;

/** The next full hour of the reader's clock, which in India is not one of UTC's. */
function nextFullHour(now: number): number {
	const hour = new Date(now);
	hour.setMinutes(0, 0, 0);
	return hour.getTime() < now ? hour.setMinutes(60) : now;
}

export function newWindowDraft(now: number, timeZone: string): WindowDraft {
	const startsAt = localFieldValue(nextFullHour(now));
	return {
		name: "",
		monitorIds: null,
		repeats: "never",
		startsAt,
		durationMinutes: USUAL_MINUTES,
		weekdays: [weekdayOf(startsAt)],
		rrule: "",
		timeZone,
		statusPageIds: [],
		publicTitle: "",
		publicText: "",
		announceHoursBefore: USUAL_HOURS_BEFORE,
	};
}

export function windowDraftOf(window: MaintenanceWindow, timeZone: string): WindowDraft {
	const { name, monitorIds, recurrence, statusPageIds, publicText, announceHoursBefore } = window;
	const announcement = { statusPageIds, publicTitle: window.publicTitle ?? "", publicText, announceHoursBefore };
	if (recurrence === null) {
		const [start, end] = [Date.parse(window.startsAt ?? ""), Date.parse(window.endsAt ?? "")];
		const startsAt = localFieldValue(start);
		const durationMinutes = Math.round((end - start) / MINUTE_MS);
		const weekdays = [weekdayOf(startsAt)];
		return {
			name,
			monitorIds,
			repeats: "never",
			startsAt,
			durationMinutes,
			weekdays,
			rrule: "",
			timeZone,
			...announcement,
		};
	}
	const { startsAt, durationMinutes, rrule } = recurrence;
	const known = knownRule(rrule);
	return {
		name,
		monitorIds,
		repeats: known?.repeats ?? "rule",
		startsAt,
		durationMinutes,
		weekdays: known && known.weekdays.length > 0 ? known.weekdays : [weekdayOf(startsAt)],
		rrule,
		timeZone: recurrence.timeZone,
		...announcement,
	};
}

/** @param start of a window that takes place once, epoch milliseconds */
export function windowBodyOf(draft: WindowDraft, start = new Date(draft.startsAt).getTime()): WindowSettings {
	const { repeats, startsAt } = draft;
	const monitorIds = draft.monitorIds && [...draft.monitorIds];
	const name = draft.name.trim() || UNNAMED_WINDOW;
	const durationMinutes = draft.durationMinutes ?? USUAL_MINUTES;
	const announcement = {
		statusPageIds: [...draft.statusPageIds],
		publicTitle: draft.publicTitle.trim() || null,
		publicText: draft.publicText,
		announceHoursBefore: draft.announceHoursBefore ?? USUAL_HOURS_BEFORE,
	};
	if (repeats !== "never") {
		const timeZone = draft.timeZone.trim() || ownTimeZone();
		const recurrence = { rrule: ruleOf(draft), startsAt, timeZone, durationMinutes };
		return { name, monitorIds, startsAt: null, endsAt: null, recurrence, ...announcement };
	}
	const iso = (ms: number) => (Number.isNaN(ms) ? null : new Date(ms).toISOString());
	return {
		name,
		monitorIds,
		startsAt: iso(start),
		endsAt: iso(start + durationMinutes * MINUTE_MS),
		recurrence: null,
		...announcement,
	};
}

/**
 * The changes of a window. When it takes place is left out where it was not touched, and one that gets another length
 * begins at the same instant: the fields have no seconds, and an hour that is repeated when clocks are set back reads
 * the same both times.
 * @param timeZone of the reader
 */
export function windowPatchOf(
	draft: WindowDraft,
	window: MaintenanceWindow,
	timeZone: string,
): Partial<WindowSettings> {
	const initial = windowDraftOf(window, timeZone);
	const start =
		draft.startsAt === initial.startsAt && window.startsAt !== null ? Date.parse(window.startsAt) : undefined;
	const { startsAt, endsAt, recurrence, ...settings } = windowBodyOf(draft, start);
	return timesOf(draft) === timesOf(initial) ? settings : { ...settings, startsAt, endsAt, recurrence };
}

function timesOf({ repeats, startsAt, durationMinutes, weekdays, rrule, timeZone }: WindowDraft): string {
	return JSON.stringify([repeats, startsAt, durationMinutes, weekdays, rrule, timeZone]);
}

function ruleOf({ repeats, weekdays, rrule }: WindowDraft): string {
	switch (repeats) {
		case "daily":
			return "FREQ=DAILY";
		case "weekly":
			return `FREQ=WEEKLY;BYDAY=${WEEKDAYS.filter((day) => weekdays.includes(day)).join(",")}`;
		case "monthly":
			return "FREQ=MONTHLY";
		default:
			return rrule.trim();
	}
}

/** Rules that the form's choices can express. */
function knownRule(rrule: string): { repeats: Repeats; weekdays: readonly Weekday[] } | null {
	if (rrule === "FREQ=DAILY") return { repeats: "daily", weekdays: [] };
	if (rrule === "FREQ=MONTHLY") return { repeats: "monthly", weekdays: [] };
	const days = /^FREQ=WEEKLY(?:;BYDAY=((?:MO|TU|WE|TH|FR|SA|SU)(?:,(?:MO|TU|WE|TH|FR|SA|SU))*))?$/.exec(rrule);
	return days && { repeats: "weekly", weekdays: (days[1]?.split(",") ?? []) as Weekday[] };
}

function weekdayOf(local: string): Weekday {
	const day = new Date(`${local.slice(0, 10)}T00:00:00Z`).getUTCDay();
	return WEEKDAYS[(day + 6) % 7] ?? "MO";
}

const DAY_NAMES: Readonly<Record<Weekday, string>> = {
	MO: "Monday",
	TU: "Tuesday",
	WE: "Wednesday",
	TH: "Thursday",
	FR: "Friday",
	SA: "Saturday",
	SU: "Sunday",
};

export function weekdayName(day: Weekday): string {
	return DAY_NAMES[day];
}

/** `every Sunday at 02:00, Europe/Berlin` */
export function recurrenceText({ recurrence }: Pick<MaintenanceWindow, "recurrence">): string {
	if (recurrence === null) return "once";
	const { rrule, startsAt, timeZone } = recurrence;
	const known = knownRule(rrule);
	const at = `at ${startsAt.slice(11, 16)}, ${timeZone}`;
	if (known === null) return `${rrule} ${at}`;
	if (known.repeats === "daily") return `every day ${at}`;
	if (known.repeats === "monthly") return `every month on day ${Number(startsAt.slice(8, 10))} ${at}`;
	const days = known.weekdays.length > 0 ? known.weekdays : [weekdayOf(startsAt)];
	return `every ${days.map(weekdayName).join(", ")} ${at}`;
}
