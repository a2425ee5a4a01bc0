/**
 * Dates, lengths of time, numbers and lists in the language of a page. Instants are in the page's time zone, days of
 * bars are of UTC. Formatters are made once a language and zone, for making one costs more than a hundred uses.
 */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../durations.ts";
import type { PageLocale } from "../page-settings.ts";
import type { PublicPage } from "../public-page.ts";
import type { Plural } from "./language.ts";
import { fill } from "./words.ts";

export interface Moments {
	/** "14:32 CET" */
	clock(at: number): string;
	/** With the date where it is another day than `now`: "21 Nov, 14:32 CET". */
	instant(at: number, now: number): string;
	/** "21 November 2026, 14:32 CET" */
	full(at: number): string;
	/** "Saturday 21 November" */
	date(at: number): string;
	/** From one date to another, both contained. */
	dates(from: number, to: number): string;
	/** "Sat 28 Nov, 02:00–04:00 CET" */
	span(from: number, to: number): string;
	/** A UTC day: "21 Nov 2026". */
	utcDay(day: number): string;
	/** "November 2026" */
	month(year: number, month: number): string;
	/** The calendar day in the page's zone, for grouping: "2026-11-21". */
	dayKey(at: number): string;
	/** "1 hour, 2 minutes"; a minute at least. */
	duration(ms: number): string;
	/** "12 minutes ago" */
	ago(ms: number): string;
	/** Never rounded up: "99.99%" is at least that much. */
	percent(share: number): string;
	milliseconds(ms: number): string;
	list(texts: readonly string[]): string;
	plural(forms: Plural, n: number, values?: Readonly<Record<string, string | number>>): string;
	/** "CET", or "GMT+9" where the language has no short name. */
	zone(at: number): string;
}

/** English as the world outside of the United States writes dates, with 24 hours. */
const TAGS: Readonly<Partial<Record<PageLocale, string>>> = { en: "en-GB", zh: "zh-CN", pt: "pt-BR" };
/** Languages times the zones that a server's pages have. */
const MAX_KEPT = 200;
const made = new Map<string, Moments>();
/** A page of 50 components writes each day 50 times. */
const MAX_TEXTS = 2_000;

/** The language of a page as HTML's `lang` and Intl name it. */
export function tagOf(locale: PageLocale): string {
	return TAGS[locale] ?? locale;
}

export function momentsOf({ locale, timeZone }: Pick<PublicPage, "locale" | "timeZone">): Moments {
	const key = `${locale} ${timeZone}`;
	const kept = made.get(key);
	if (kept !== undefined) return kept;
	if (made.size >= MAX_KEPT) made.clear();
	const moments = create(tagOf(locale), timeZone);
	made.set(key, moments);
	return moments;
}

function create(tag: string, timeZone: string): Moments {
	const of = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, { timeZone, ...options });
	const hours = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
	const clock = of({ ...hours, timeZoneName: "short" });
	const instant = of({ day: "numeric", month: "short", ...hours, timeZoneName: "short" });
	const full = of({ day: "numeric", month: "long", year: "numeric", ...hours, timeZoneName: "short" });
	const date = of({ weekday: "long", day: "numeric", month: "long" });
	const dates = of({ day: "numeric", month: "long" });
	const span = of({ weekday: "short", day: "numeric", month: "short", ...hours, timeZoneName: "short" });
	const utcDay = new Intl.DateTimeFormat(tag, { timeZone: "UTC", day: "numeric", month: "short", year: "numeric" });
	const month = new Intl.DateTimeFormat(tag, { timeZone: "UTC", month: "long", year: "numeric" });
	const dayKey = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
	const duration = new Intl.DurationFormat(tag, { style: "long" });
	const ago = new Intl.RelativeTimeFormat(tag);
	const percent = new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 2 });
	const milliseconds = new Intl.NumberFormat(tag, { style: "unit", unit: "millisecond", maximumFractionDigits: 0 });
	const list = new Intl.ListFormat(tag);
	const rules = new Intl.PluralRules(tag);
	return {
		clock: (at) => clock.format(at),
		instant: (at, now) => (dayKey.format(at) === dayKey.format(now) ? clock : instant).format(at),
		full: (at) => full.format(at),
		date: (at) => date.format(at),
		dates: (from, to) => dates.formatRange(from, to),
		span: (from, to) => span.formatRange(from, to),
		utcDay: keeping((day) => utcDay.format(day * DAY_MS)),
		month: (year, of) => month.format(Date.UTC(year, of - 1, 1)),
		dayKey: (at) => dayKey.format(at),
		duration: keeping((ms) => duration.format(partsOf(ms))),
		ago(ms) {
			if (ms >= 2 * DAY_MS) return ago.format(-Math.floor(ms / DAY_MS), "day");
			if (ms >= 2 * HOUR_MS) return ago.format(-Math.floor(ms / HOUR_MS), "hour");
			return ago.format(-Math.max(1, Math.floor(ms / MINUTE_MS)), "minute");
		},
		// A product of floating numbers may be a hair below the number that is meant.
		percent: (share) => percent.format(Math.floor(share * 10_000 + 1e-6) / 10_000),
		milliseconds: (ms) => milliseconds.format(ms),
		list: (texts) => list.format(texts),
		plural: (forms, n, values) => fill(forms[rules.select(n)] ?? forms.other, { n, ...values }),
		zone: (at) => clock.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? timeZone,
	};
}

/** Two units at most: nobody reads the minutes of days. */
function partsOf(ms: number): Parameters<Intl.DurationFormat["format"]>[0] {
	const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
	const [days, hours, rest] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60), minutes % 60];
	if (days > 0) return { days, ...(hours > 0 && { hours }) };
	if (hours > 0) return { hours, ...(rest > 0 && { minutes: rest }) };
	return { minutes: rest };
}

function keeping(format: (value: number) => string): (value: number) => string {
	const texts = new Map<number, string>();
	return (value) => {
		const kept = texts.get(value);
		if (kept !== undefined) return kept;
		if (texts.size >= MAX_TEXTS) texts.clear();
		const text = format(value);
		texts.set(value, text);
		return text;
	};
}
