/**
 * Recurring spans of time: an RFC 5545 rule whose first occurrence is a local date and time in an IANA time zone, so
 * that two o'clock stays two o'clock across a change of the clocks. Each occurrence lasts an exact number of minutes.
 *
 * Only days, weeks, months and years recur here: rules by the second are of no use to maintenance and cost without
 * bound. As RFC 5545 §3.3.10 says, an occurrence at a local time that the clocks skip is left out; of one that they
 * repeat, the first counts.
 */

import { RRuleTemporal } from "rrule-temporal";

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

/** A week: what lasts longer is not maintenance that recurs. */
export const MAX_DURATION_MINUTES = 7 * 1_440;
export const MAX_RRULE_LENGTH = 500;
const MAX_INTERVAL = 1_000;
const MAX_COUNT = 1_000;
/** Occurrences a day, so that a year of them stays a matter of milliseconds. */
const MAX_TIMES_A_DAY = 24;
const YEARS = { first: 2000, last: 2100 };
/**
 * Nobody asks for an occurrence after this instant, and the library counts on towards its own limit of 10,000 years
 * wherever a rule seldom or never comes true, which takes seconds. Every rule ends here, so that the worst of them
 * takes tenths of one.
 */
const HORIZON = "21101231T000000Z";
/** Days to the horizon: the library's own limit would refuse a daily rule that has not come true for 27 years. */
const MAX_PERIODS = 50_000;
/** A rule has to come true within these years. Eight, for a century's end has no leap day. */
const MUST_OCCUR_WITHIN_MS = 9 * 366 * 86_400_000;

const FREQUENCIES = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"];
const WEEKDAY = "(?:MO|TU|WE|TH|FR|SA|SU)";
/** RFC 5545 §3.3.10: the parts that we take, with the range of their numbers, or their form. */
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

export interface RecurrenceProblem {
	readonly member: keyof Recurrence;
	readonly message: string;
}

/**
 * What is wrong with a recurrence, the first thing found; null when nothing is. Its cost is bounded whatever is given.
 */
export function recurrenceProblem(recurrence: Recurrence): RecurrenceProblem | null {
	if (!isTimeZone(recurrence.timeZone)) {
		return { member: "timeZone", message: "This is no time zone of the IANA database." };
	}
	if (!isLocalTime(recurrence.startsAt)) {
		const message = `Must be a local date and time, YYYY-MM-DDTHH:mm, of the years ${YEARS.first}–${YEARS.last}.`;
		return { member: "startsAt", message };
	}
	const message = ruleProblem(recurrence.rrule) ?? neverOccurs(recurrence);
	return message === null ? null : { member: "rrule", message };
}

/** When the occurrences begin that lie from `from` up to but not including `to`, epoch milliseconds, ascending. */
export function occurrencesBetween(recurrence: Recurrence, from: number, to: number): readonly number[] {
	const rule = compiled(recurrence);
	if (rule.starts) return rule.starts.filter((start) => start >= from && start < to);
	const found = rule.rule.between(new Date(from), new Date(to), true).map(({ epochMilliseconds }) => epochMilliseconds);
	return found.filter((start) => start >= from && start < to);
}

// --- the library's side ----------------------------------------------------------------------------------------------

interface Compiled {
	readonly rule: RRuleTemporal<Occurrence>;
	/** Every occurrence, where the rule counts them: they would be counted from the first one at each question. */
	readonly starts: readonly number[] | null;
}

interface Occurrence {
	readonly timeZoneId: string;
	readonly epochMilliseconds: number;
	toString(): string;
}

/** Building a rule costs about a millisecond; a team asks for the same ones again and again. */
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

function compile({ rrule, startsAt, timeZone }: Recurrence): Compiled {
	const parts = partsOf(rrule);
	const count = parts.get("COUNT");
	const until = parts.get("UNTIL");
	if (count && until) throw new Error("RFC 5545 §3.3.10: COUNT and UNTIL must not occur in the same rule.");
	// Counted here, because a rule that has both a count and an end is none of RFC 5545.
	parts.delete("COUNT");
	parts.set("UNTIL", until && until < HORIZON ? until : HORIZON);
	const bounded = [...parts].map(([name, value]) => `${name}=${value}`).join(";");
	const begin = `${startsAt.replaceAll(/[-:]/g, "")}00`;
	const rule = new RRuleTemporal<Occurrence>({
		rruleString: `DTSTART;TZID=${timeZone}:${begin}\nRRULE:${bounded}`,
		strict: true,
		maxIterations: MAX_PERIODS,
	});
	if (!count) return { rule, starts: null };
	const counted = rule.all((_, index) => index < Number(count));
	return { rule, starts: counted.map(({ epochMilliseconds }) => epochMilliseconds) };
}

function partsOf(rrule: string): Map<string, string> {
	return new Map(rrule.split(";").map(nameAndValue));
}

/** Of a part of a rule; both empty where it is none. */
function nameAndValue(part: string): [name: string, value: string] {
	const [, name = "", value = ""] = /^([A-Z]+)=(.+)$/.exec(part) ?? [];
	return [name, value];
}

// --- what may be asked of it -----------------------------------------------------------------------------------------

function ruleProblem(rrule: string): string | null {
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
	if (!FREQUENCIES.includes(parts.get("FREQ") ?? "")) return `FREQ must be one of ${FREQUENCIES.join(", ")}.`;
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
		const { rule, starts } = compiled(recurrence);
		const begin = Date.parse(`${recurrence.startsAt}Z`);
		// A day to both sides, for the local time may lie that far from UTC.
		const first = starts ? starts[0] : rule.next(new Date(begin - 86_400_000), true)?.epochMilliseconds;
		if (first !== undefined && first <= begin + MUST_OCCUR_WITHIN_MS) return null;
	} catch {
		// The library's own refusal of what no form tells, for example ordinal weekdays in a weekly rule.
		return "This combination of parts is not one of RFC 5545.";
	}
	return "This rule never comes true, or not for years.";
}

function isTimeZone(timeZone: string): boolean {
	// Offsets such as +01:00 know no summer time; and nothing else may end up in the rule's text.
	if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(timeZone)) return false;
	try {
		new Intl.DateTimeFormat("en", { timeZone });
		return true;
	} catch {
		return false;
	}
}

function isLocalTime(text: string): boolean {
	if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return false;
	const instant = Date.parse(`${text}Z`);
	// 30 February becomes 2 March, which is another text.
	if (Number.isNaN(instant) || !new Date(instant).toISOString().startsWith(text)) return false;
	const year = Number(text.slice(0, 4));
	return year >= YEARS.first && year <= YEARS.last;
}
