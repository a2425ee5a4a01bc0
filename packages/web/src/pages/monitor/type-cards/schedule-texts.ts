/** The schedule of a job as other programs write it. */

import { capitalized } from "../../../format/words.ts";

export interface JobSchedule {
	/** Five fields; null when the job runs every so often. */
	readonly schedule: string | null;
	/** Of `schedule`. */
	readonly timeZone: string;
	/** Seconds from one run to the next, at the most. */
	readonly every: number | null;
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** A cron expression that is due at least as often as the job has to run. */
export function cronOf({ schedule, every }: JobSchedule): string {
	if (schedule !== null) return schedule;
	const seconds = every ?? DAY;
	if (seconds >= DAY) return "0 2 * * *";
	if (seconds >= HOUR) return hourly(largestPart(24, Math.floor(seconds / HOUR)));
	const minutes = largestPart(60, Math.floor(seconds / 60));
	return minutes === 1 ? "* * * * *" : `*/${minutes} * * * *`;
}

function hourly(hours: number): string {
	return hours === 1 ? "0 * * * *" : `0 */${hours} * * *`;
}

/** The largest number up to `most` that divides `whole`: other steps are not even across its end. */
function largestPart(whole: number, most: number): number {
	let part = Math.max(1, most);
	while (whole % part !== 0) part -= 1;
	return part;
}

const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const MONTHS = ["", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * What a systemd timer has after `OnCalendar=` (systemd.time(7)); null for what only cron can say: a day of the month
 * or a day of the week, and what goes beyond lists, ranges and steps.
 */
export function calendarOf(job: JobSchedule): string | null {
	const [minute = "", hour = "", day = "", month = "", weekday = ""] = cronOf(job).toLowerCase().split(" ");
	if (day !== "*" && weekday !== "*") return null;
	const parts = [
		weekdays(weekday),
		field(month, 1, MONTHS),
		field(day, 1, []),
		field(hour, 0, []),
		field(minute, 0, []),
	];
	const [ofWeek, ofMonth, ofDay, ofHour, ofMinute] = parts;
	if (parts.includes(null)) return null;
	const zone = job.schedule === null ? "" : ` ${job.timeZone}`;
	return `${ofWeek === "*" ? "" : `${ofWeek} `}*-${ofMonth}-${ofDay} ${ofHour}:${ofMinute}:00${zone}`;
}

/** A field of numbers; names are read by their place in `names`. Null where systemd has nothing like it. */
function field(text: string, first: number, names: readonly string[]): string | null {
	if (text === "*") return "*";
	const items = text.split(",").map((item) => {
		const [, from = "", to, step] = /^(\*|\w+)(?:-(\w+))?(?:\/(\d+))?$/.exec(item) ?? [];
		const start = from === "*" ? String(first) : numberOf(from, names);
		const end = to === undefined ? undefined : numberOf(to, names);
		if (start === null || end === null) return null;
		if (from === "*" && end !== undefined) return null;
		const range = end === undefined ? start : `${start}..${end}`;
		return step === undefined ? range : `${range}/${step}`;
	});
	return items.includes(null) ? null : items.join(",");
}

function numberOf(text: string, names: readonly string[]): string | null {
	const place = names.indexOf(text);
	if (place > 0) return String(place);
	return /^\d+$/.test(text) ? text : null;
}

/** systemd has names alone, and no steps. Its week ends with Sunday, where no range but that of one day can begin. */
function weekdays(text: string): string | null {
	if (text === "*") return "*";
	const items = text.split(",").map((item) => {
		const [, from = "", to] = /^(\w+)(?:-(\w+))?$/.exec(item) ?? [];
		const [start, end] = [dayOf(from), to === undefined ? undefined : dayOf(to)];
		if (start === null || end === null) return null;
		if (end === undefined) return start;
		return start === "Sun" && from !== to ? `Sun,Mon..${end}` : `${start}..${end}`;
	});
	return items.includes(null) ? null : items.join(",");
}

function dayOf(text: string): string | null {
	const name = /^[0-7]$/.test(text) ? (DAYS[Number(text)] ?? "") : text;
	return DAYS.includes(name) ? capitalized(name) : null;
}
