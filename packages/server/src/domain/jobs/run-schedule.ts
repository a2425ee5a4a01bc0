/**
 * When the runs of a job are due: by a cron expression in a time zone, or a fixed time after the last one.
 *
 * Across a change of the clocks a local time runs once, as cron does it: what would fall into the skipped hour is due
 * when the hour has been skipped, and of an hour that comes twice the first one counts.
 */

import { Cron } from "croner";

/** What decides when a run is due. Exactly one of `schedule` and `every` is not null. */
interface RunSchedule {
	/** Five fields: minute, hour, day of the month, month, day of the week. */
	readonly schedule: string | null;
	/** Of `schedule`: a name of the IANA time zone database. */
	readonly timeZone: string;
	/** Seconds from one run to the next, at the most. */
	readonly every: number | null;
}

export interface RunSettings extends RunSchedule {
	readonly graceSeconds: number;
	/** A run that takes longer is degraded; null: however long. */
	readonly maxRuntimeSeconds: number | null;
}

/** Longest expression: more than a list of sixty minutes. */
export const MAX_EXPRESSION_LENGTH = 200;
/** Parsed expressions that are kept: about 1 KB each. */
const MAX_PARSED = 2_000;
/** No change of the clocks is larger (Lord Howe moves by half an hour, Antarctica/Troll by two hours). */
const LARGEST_CHANGE_MS = 3 * 3_600_000;
/** Any instant will do to see whether an expression is ever due: 29 February is, within eight years. */
const SOME_INSTANT = Date.UTC(2026, 0, 1);

const parsed = new Map<string, Cron>();

/**
 * The first due instant after `after`, epoch milliseconds. For `every`, `after` is the last run. An expression that is
 * never due again gives null; {@link expressionProblem} refuses those that never are.
 */
export function nextDueAt({ schedule, timeZone, every }: RunSchedule, after: number): number | null {
	if (schedule === null) return after + (every ?? 0) * 1000;
	const cron = parse(schedule, timeZone);
	let at = after;
	for (;;) {
		const next = cron.nextRun(new Date(at));
		if (next === null) return null;
		at = next.getTime();
		if (!isRepetition(at, timeZone)) return at;
	}
}

/** What is wrong with an expression, in one sentence; null when nothing is. */
export function expressionProblem(schedule: string): string | null {
	if (schedule.trim().split(/\s+/).length !== 5) {
		return "Give five fields: minute, hour, day of the month, month and day of the week.";
	}
	// croner puts the present time in its place.
	if (schedule.includes("?")) return "Use * for any value: ? is not supported.";
	try {
		const next = new Cron(schedule, optionsOf(schedule, "UTC")).nextRun(new Date(SOME_INSTANT));
		return next === null ? "This expression is never due." : null;
	} catch (error) {
		const reason = error instanceof Error ? error.message.replace(/^CronPattern: /, "") : "";
		return `This is not a cron expression: ${reason}`.slice(0, 200);
	}
}

/** `no-wildcard` is the rule of Vixie's cron: only jobs with * in the minute or hour follow the real time. */
const OPTIONS = { mode: "5-part", paused: true, fixedTimeRule: "no-wildcard" } as const;

/**
 * Where both days are restricted, either will do; but a field that begins with * counts as unrestricted in cron, also
 * with a step, and then both must match: `0 9 1-7 * *\/7` is the first Sunday (crontab(5); cronie, entry.c).
 */
function optionsOf(schedule: string, timezone: string) {
	const [, , dayOfMonth = "", , dayOfWeek = ""] = schedule.trim().split(/\s+/);
	return { ...OPTIONS, timezone, domAndDow: dayOfMonth.startsWith("*") || dayOfWeek.startsWith("*") };
}

function parse(schedule: string, timeZone: string): Cron {
	const key = `${timeZone} ${schedule}`;
	const known = parsed.get(key);
	if (known) return known;
	const cron = new Cron(schedule, optionsOf(schedule, timeZone));
	if (parsed.size >= MAX_PARSED) parsed.clear();
	parsed.set(key, cron);
	return cron;
}

/** Whether the local time of `at` was there before, an hour ago: the clocks were set back meanwhile. */
function isRepetition(at: number, timeZone: string): boolean {
	if (timeZone === "UTC") return false;
	const offset = offsetAt(at, timeZone);
	const setBack = offsetAt(at - LARGEST_CHANGE_MS, timeZone) - offset;
	return setBack > 0 && offsetAt(at - setBack, timeZone) === offset + setBack;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Local time minus UTC, milliseconds. */
function offsetAt(at: number, timeZone: string): number {
	let format = formats.get(timeZone);
	if (format === undefined) {
		format = new Intl.DateTimeFormat("en-US", {
			timeZone,
			hourCycle: "h23",
			year: "numeric",
			month: "numeric",
			day: "numeric",
			hour: "numeric",
			minute: "numeric",
			second: "numeric",
		});
		formats.set(timeZone, format);
	}
	const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
	const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
	return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}
