/**
 * Recurring spans of time: an RFC 5545 rule whose first occurrence is a local date and time in an IANA time zone, so
 * that occurrences keep their local time when daylight saving time begins or ends. Each occurrence lasts an exact
 * number of minutes.
 *
 * Only daily, weekly, monthly and yearly rules are accepted: shorter frequencies are of no use for maintenance, and
 * their cost is unbounded. An occurrence at a local time that does not exist begins when the clocks have been set
 * forward (RFC 5545 §3.3.10 leaves it out, and maintenance would not happen); of a local time that occurs twice, the
 * first one counts.
 */

import { RRuleTemporal } from "rrule-temporal";
import { DAY_MS } from "../durations.ts";
import { instantOfLocal, isTimeZone, TIME_ZONE_PROBLEM } from "../local-time.ts";

export interface Recurrence {
	/** `FREQ=…;…`, without the property's name. */
	readonly rrule: string;
	/** Local date and time of the first occurrence, `YYYY-MM-DDTHH:mm`. */
	readonly startsAt: string;
	/** IANA name, for example `Europe/Berlin`. */
	readonly timeZone: string;
	/** 1–MAX_DURATION_MINUTES. */
	readonly durationMinutes: number;
}

/** A week. No recurring maintenance lasts longer. */
export const MAX_DURATION_MINUTES = 7 * 1_440;
export const MAX_RRULE_LENGTH = 500;
const MAX_INTERVAL = 1_000;
const MAX_COUNT = 1_000;
/** Occurrences a day at most, so that a year of them is computed within milliseconds. */
const MAX_TIMES_A_DAY = 24;
const YEARS = { first: 2000, last: 2100 };
/**
 * No occurrence after this instant is needed. For a rule that rarely or never matches, the library searches up to its
 * own limit of 10,000 years, which takes seconds. So every rule ends here, and the worst one takes tenths of a second.
 */
const HORIZON = "21101231T000000Z";
/** Days to the horizon. The library's default limit refuses a daily rule that has not matched for 27 years. */
const MAX_PERIODS = 50_000;
/** A rule must match within this many years. Eight, because most centuries begin with a year without a leap day. */
const MUST_OCCUR_WITHIN_MS = 9 * 366 * 86_400_000;

const FREQUENCIES = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"];
/** RFC 5545 §3.3.10 has these as well. */
const TOO_FREQUENT = new Set(["HOURLY", "MINUTELY", "SECONDLY"]);
const WEEKDAY = "(?:MO|TU|WE|TH|FR|SA|SU)";
/** RFC 5545 §3.3.10: the accepted parts, with the range or the form of their values. */
const PARTS: Readonly<Record<string, RegExp | { least: number; most: number; negative?: true }>> = {
	FREQ: /^[A-Z]+$/,
	UNTIL: /^\d{8}T\d{6}Z$/,
	WKST: new RegExp(`^${WEEKDAY}$`),
	BYDAY: new RegExp(`^(?:[+-]?[1-9]\\d?)?${WEEKDAY}(?:,(?:[+-]?[1-9]\\d?)?${WEEKDAY})*$`),
	INTERVAL: { least: 1, most: MAX_INTERVAL },
	COUNT: { least: 1, most: MAX_COUNT },
	BYMONTH: { least: 1, most: 12 },
	BYMONTHDAY: { least: 1, most: 31, negative: true },
	BYYEARDAY: { least: 1, most: 366, negative: true },
	BYWEEKNO: { least: 1, most: 53, negative: true },
	BYSETPOS: { least: 1, most: 366, negative: true },
	BYHOUR: { least: 0, most: 23 },
	BYMINUTE: { least: 0, most: 59 },
};
const SINGLE = new Set(["INTERVAL", "COUNT"]);

interface RecurrenceProblem {
	readonly member: keyof Recurrence;
	readonly message: string;
}

/** The first problem of a recurrence; null when it is valid. The cost of this test is bounded for any input. */
export function recurrenceProblem(recurrence: Recurrence): RecurrenceProblem | null {
	if (!isTimeZone(recurrence.timeZone)) {
		return { member: "timeZone", message: TIME_ZONE_PROBLEM };
	}
	if (!isLocalTime(recurrence.startsAt)) {
		const message = `Must be a local date and time, YYYY-MM-DDTHH:mm, of the years ${YEARS.first}–${YEARS.last}.`;
		return { member: "startsAt", message };
	}
	const message = ruleProblem(recurrence.rrule) ?? neverOccurs(recurrence);
	return message === null ? null : { member: "rrule", message };
}

/** The beginnings of the occurrences from `from` up to but not including `to`, epoch milliseconds, ascending. */
export function occurrencesBetween(recurrence: Recurrence, from: number, to: number): readonly number[] {
	const { rule, starts, until } = compiled(recurrence);
	const { timeZone } = recurrence;
	// Local time differs from UTC by less than a day.
	const local = starts ?? rule.between(new Date(from - DAY_MS), new Date(to + DAY_MS), true).map(localOf);
	const instants = local.map((each) => instantOf(each, timeZone));
	return [...new Set(instants)].filter((start) => start >= from && start < to && start <= until);
}

// --- Calls of the library --------------------------------------------------------------------------------------------

/** Local times are numbers as if they were UTC, so that none of them is skipped. */
interface Compiled {
	readonly rule: RRuleTemporal<Occurrence>;
	/** All occurrences of a rule with COUNT, cached because the library counts from the first one at each call. */
	readonly starts: readonly number[] | null;
	/** No occurrence begins after this instant. */
	readonly until: number;
}

interface Occurrence {
	readonly timeZoneId: string;
	readonly epochMilliseconds: number;
	toString(): string;
}

/** Building a rule takes about a millisecond, and the same rules are needed often. */
const MAX_COMPILED = 1_000;
const compiledRules = new Map<string, Compiled>();

function compiled(recurrence: Recurrence): Compiled {
	const key = `${recurrence.timeZone} ${recurrence.startsAt} ${recurrence.rrule}`;
	const known = compiledRules.get(key);
	if (known) return known;
	const made = compile(recurrence);
	if (compiledRules.size >= MAX_COMPILED) compiledRules.clear();
	compiledRules.set(key, made);
	return made;
}

function compile({ rrule, startsAt }: Recurrence): Compiled {
	const parts = partsOf(rrule);
	const count = parts.get("COUNT");
	const until = parts.get("UNTIL");
	if (count && until) throw new Error("RFC 5545 §3.3.10: COUNT and UNTIL must not occur in the same rule.");
	// COUNT is applied here, because RFC 5545 does not allow a rule with both COUNT and UNTIL.
	parts.delete("COUNT");
	parts.set("UNTIL", HORIZON);
	const bounded = [...parts].map(([name, value]) => `${name}=${value}`).join(";");
	const begin = `${startsAt.replaceAll(/[-:]/g, "")}00`;
	const rule = new RRuleTemporal<Occurrence>({
		rruleString: `DTSTART;TZID=UTC:${begin}\nRRULE:${bounded}`,
		strict: true,
		maxIterations: MAX_PERIODS,
	});
	const last = instantOfUtc(until ?? HORIZON);
	if (!count) return { rule, starts: null, until: last };
	return { rule, starts: rule.all((_, index) => index < Number(count)).map(localOf), until: last };
}

function localOf({ epochMilliseconds }: Occurrence): number {
	return epochMilliseconds;
}

function instantOf(local: number, timeZone: string): number {
	const wanted = Temporal.Instant.fromEpochMilliseconds(local).toZonedDateTimeISO("UTC").toPlainDateTime();
	return instantOfLocal(wanted, timeZone);
}

/** `YYYYMMDDTHHmmssZ` as an instant. */
function instantOfUtc(text: string): number {
	return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
}

function partsOf(rrule: string): Map<string, string> {
	return new Map(rrule.split(";").map(nameAndValue));
}

/** Of a part of a rule; both empty where it is none. */
function nameAndValue(part: string): [name: string, value: string] {
	const [, name = "", value = ""] = /^([A-Z]+)=(.+)$/.exec(part) ?? [];
	return [name, value];
}

// --- Validation ------------------------------------------------------------------------------------------------------

function ruleProblem(rrule: string): string | null {
	if (/^RRULE[:=]/i.test(rrule)) return `Leave out the name of the property: ${rrule.slice("RRULE:".length, 100)}`;
	if (/[a-z]/.test(rrule) && rrule.length <= 100) return `A rule is in capital letters: ${rrule.toUpperCase()}`;
	if (/^[A-Z]+:/.test(rrule))
		return "Give the rule alone: FREQ=…. Its first occurrence is `startsAt`, its zone `timeZone`.";
	if (rrule.length > MAX_RRULE_LENGTH) return `A rule has at most ${MAX_RRULE_LENGTH} characters.`;
	const parts = new Map<string, string>();
	for (const part of rrule.split(";")) {
		const [name, value] = nameAndValue(part);
		const allowed = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
		if (!allowed) return `A rule consists of ${Object.keys(PARTS).join(", ")}, each as NAME=VALUE.`;
		if (parts.has(name)) return `${name} stands there twice.`;
		const fits = allowed instanceof RegExp ? allowed.test(value) : areNumbers(value, allowed, SINGLE.has(name));
		if (!fits) return `The value of ${name} is not one of RFC 5545.`;
		parts.set(name, value);
	}
	const frequency = parts.get("FREQ");
	if (frequency === undefined) return `A rule needs FREQ, one of ${FREQUENCIES.join(", ")}: FREQ=WEEKLY;BYDAY=SU.`;
	if (TOO_FREQUENT.has(frequency)) {
		const instead = "FREQ=DAILY;BYHOUR=0,6,12,18";
		return `FREQ=${frequency} is too frequent for maintenance. Name the hours of a day instead: ${instead}.`;
	}
	if (!FREQUENCIES.includes(frequency)) return `FREQ must be one of ${FREQUENCIES.join(", ")}.`;
	const times = (name: string) => parts.get(name)?.split(",").length ?? 1;
	if (times("BYHOUR") * times("BYMINUTE") > MAX_TIMES_A_DAY) return `At most ${MAX_TIMES_A_DAY} occurrences a day.`;
	return null;
}

function areNumbers(value: string, range: { least: number; most: number; negative?: true }, single: boolean): boolean {
	const numbers = value.split(",");
	if (single && numbers.length > 1) return false;
	return numbers.every((text) => {
		if (!/^-?\d{1,4}$/.test(text) || (text.startsWith("-") && !range.negative)) return false;
		const size = Math.abs(Number(text));
		return size >= range.least && size <= range.most;
	});
}

function neverOccurs(recurrence: Recurrence): string | null {
	try {
		const { rule, starts, until } = compiled(recurrence);
		const begin = Date.parse(`${recurrence.startsAt}Z`);
		// One more day at both ends, because local time can differ from UTC by up to a day.
		const first = starts ? starts[0] : rule.next(new Date(begin - 86_400_000), true)?.epochMilliseconds;
		const isTooLate = first === undefined || first > begin + MUST_OCCUR_WITHIN_MS;
		if (!isTooLate && instantOf(first, recurrence.timeZone) <= until) return null;
	} catch {
		// The library refuses some rules that have a valid form, for example ordinal weekdays in a weekly rule.
		return "This combination of parts is not one of RFC 5545.";
	}
	return "This rule never comes true, or not for years.";
}

function isLocalTime(text: string): boolean {
	if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return false;
	const instant = Date.parse(`${text}Z`);
	// 30 February becomes 2 March, which is another text.
	if (Number.isNaN(instant) || !new Date(instant).toISOString().startsWith(text)) return false;
	const year = Number(text.slice(0, 4));
	return year >= YEARS.first && year <= YEARS.last;
}
