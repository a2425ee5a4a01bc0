/** Instants in the reader's own zone, to the second, with the date only where it is not today. */

export type InstantLike = string | number;

const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });
const shortTime = new Intl.DateTimeFormat("en-GB", { timeStyle: "short" });
const month = new Intl.DateTimeFormat("en", { month: "short" });

/** `9 Sep`: alike in every language that the browser may prefer. */
const day = { format: (at: Date) => `${at.getDate()} ${month.format(at)}` };
const dayAndYear = { format: (at: Date) => `${day.format(at)} ${at.getFullYear()}` };

/** `21:48:02`, `23 Oct 04:12:40`, `3 Mar 2025 04:12:40` */
export function instantText(instant: InstantLike, now: number): string {
	const at = new Date(instant);
	return dated(at, time.format(at), now);
}

/** As above, to the minute. */
export function minuteText(instant: InstantLike, now: number): string {
	const at = new Date(instant);
	return dated(at, shortTime.format(at), now);
}

/** After "since", where seconds say nothing: `21:48` of today, `23 Oct` of a day before, `3 Mar 2025`. */
export function roughInstantText(instant: InstantLike, now: number): string {
	const [at, today] = [new Date(instant), new Date(now)];
	if (at.toDateString() === today.toDateString()) return shortTime.format(at);
	return (isSameYear(at, today) ? day : dayAndYear).format(at);
}

const utcMonth = new Intl.DateTimeFormat("en", { month: "short", timeZone: "UTC" });

/**
 * `14 Jan`, `14 Jan 2027`: the day by UTC that begins at an instant, as figures by day are kept; the year only where it
 * is not this one. West of Greenwich the same instant is still the day before.
 */
export function utcDayText(instant: InstantLike, now: number): string {
	const at = new Date(instant);
	const text = `${at.getUTCDate()} ${utcMonth.format(at)}`;
	return at.getUTCFullYear() === new Date(now).getUTCFullYear() ? text : `${text} ${at.getUTCFullYear()}`;
}

export function fullDayText(instant: InstantLike): string {
	return dayAndYear.format(new Date(instant));
}

/** The reader's zone: instants are shown in it, and a field of the browser for date and time is meant in it. */
export function ownTimeZone(): string {
	return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** `2026-11-21 21:48:02 UTC`: for titles, so that the instant is at hand whatever the zone. */
export function utcText(instant: InstantLike): string {
	return `${new Date(instant).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

function dated(at: Date, clock: string, now: number): string {
	const today = new Date(now);
	if (at.toDateString() === today.toDateString()) return clock;
	return `${(isSameYear(at, today) ? day : dayAndYear).format(at)} ${clock}`;
}

function isSameYear(a: Date, b: Date): boolean {
	return a.getFullYear() === b.getFullYear();
}

/** What stands at the axis of a chart: times, and the day where one begins or where steps are days. */
export function axisText(instant: InstantLike, stepSeconds: number): string {
	const at = new Date(instant);
	const isMidnight = at.getHours() === 0 && at.getMinutes() === 0;
	return stepSeconds >= 86_400 || isMidnight ? day.format(at) : shortTime.format(at);
}

/** A UTC day, YYYY-MM-DD. */
export function utcDay(epochMs: number): string {
	return new Date(epochMs).toISOString().slice(0, 10);
}

/** `2026-11-21T21:48` in the reader's zone: what a field of the browser for date and time holds. */
export function localFieldValue(instant: InstantLike): string {
	const at = new Date(instant);
	return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
