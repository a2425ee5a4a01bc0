/** Maintenance of Uptime Kuma as maintenance windows. */

import { instantOfLocal, isTimeZone } from "../../../domain/local-time.ts";
import { Fields, type FieldTable, listOf, nameOr } from "../fields.ts";
import type { Draft } from "../imported.ts";
import { idOf, type Kuma } from "./kuma.ts";
import type { Converted } from "./monitors.ts";

/** The columns of `maintenance`. */
export const MAINTENANCE_FIELDS: FieldTable = {
	id: { becomes: "Finds what names it" },
	user_id: { becomes: "—", isOwn: true },
	title: { becomes: "`name`, and `publicTitle` where status pages show it" },
	description: { becomes: "`publicText` where status pages show it; else listed" },
	active: { becomes: "Left out and listed where it is off: a window here is never off" },
	strategy: {
		becomes:
			"`startsAt` and `endsAt` of `single`, `recurrence` of `recurring-…` and of plain `cron`; `manual` is listed",
	},
	start_date: { becomes: "`startsAt`" },
	end_date: { becomes: "`endsAt`; UNTIL of a recurrence" },
	start_time: { becomes: "`recurrence.startsAt`" },
	end_time: { becomes: "`recurrence.durationMinutes`" },
	weekdays: { becomes: "BYDAY of the recurrence" },
	days_of_month: { becomes: "BYMONTHDAY of the recurrence" },
	interval_day: { becomes: "INTERVAL of the recurrence" },
	cron: { becomes: "The recurrence, where it is a time of days, weekdays or days of the month" },
	timezone: { becomes: "`recurrence.timeZone`; UTC is listed where it is not known" },
	duration: { becomes: "`recurrence.durationMinutes`" },
	last_start_date: { becomes: "—", isOwn: true },
};

/** Sunday is 0 or 7. */
const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA", "SU"];
/** The first day of a recurrence that has none. */
const LONG_AGO = "2020-01-01";

export function convertMaintenance(
	draft: Draft,
	kuma: Kuma,
	monitors: Converted,
	{ pageKeys, serverZone }: { readonly pageKeys: ReadonlyMap<number, string>; readonly serverZone: string | null },
): void {
	for (const row of kuma.maintenance) {
		const id = idOf(row["id"]);
		const name = nameOr(typeof row["title"] === "string" ? row["title"] : null, `Maintenance ${id}`);
		const fields = new Fields(draft, `maintenance "${name}"`, row);
		for (const field of ["id", "title"]) fields.get(field);
		if (!fields.flag("active")) {
			fields.note(
				"active",
				"It is off there, and a window here is never off: it is not carried.",
				"Create it when it is needed.",
			);
			continue;
		}
		const schedule = scheduleOf(fields, serverZone);
		if (schedule === null) continue;
		const links = kuma.monitor_maintenance.filter((link) => idOf(link["maintenance_id"]) === id);
		const monitorIds = [...new Set(links.flatMap((link) => monitors.keys.get(idOf(link["monitor_id"])) ?? []))];
		const statusPageIds = kuma.maintenance_status_page
			.filter((link) => idOf(link["maintenance_id"]) === id)
			.flatMap((link) => pageKeys.get(idOf(link["status_page_id"])) ?? []);
		const isPublic = statusPageIds.length > 0;
		const text = isPublic ? fields.text("description") : null;
		if (monitorIds.length === 0 && !isPublic) {
			fields.note("monitors", "None of its monitors was carried, so it is not either.", "");
			continue;
		}
		draft.add("maintenance", {
			key: draft.key("maintenance", name),
			name,
			monitorIds,
			...schedule,
			...(isPublic && { statusPageIds, publicTitle: name }),
			...(text !== null && { publicText: text }),
		});
		fields.done(MAINTENANCE_FIELDS);
	}
}

function scheduleOf(fields: Fields, serverZone: string | null): Readonly<Record<string, unknown>> | null {
	const strategy = fields.text("strategy") ?? "single";
	const start = fields.text("start_date");
	const end = fields.text("end_date");
	const timeZone = zoneOf(fields, serverZone);
	const clock = timeOf(fields.text("start_time"));
	const minutes = minutesOf(fields);
	for (const field of ["interval_day", "weekdays", "days_of_month", "cron"]) fields.get(field);
	if (strategy === "manual") {
		fields.note(
			"strategy",
			"It lasts until someone ends it, and a window has an end: it is not carried.",
			"Set one when it begins.",
		);
		return null;
	}
	if (strategy === "single") {
		const [startsAt, endsAt] = [start, end].map((each) => instantText(each, timeZone));
		if (startsAt && endsAt) return { startsAt, endsAt };
		fields.note("start_date", "Its beginning or its end can't be read: it is not carried.", "Create it by hand.");
		return null;
	}
	const fromCron = strategy === "cron" ? ruleOfCron(fields.text("cron") ?? "") : null;
	const rule = strategy === "cron" ? (fromCron?.rule ?? null) : ruleOf(fields, strategy);
	const time = strategy === "cron" ? (fromCron?.time ?? null) : clock;
	if (rule === null || time === null || minutes === null) {
		const instead = "Create it by hand, with a recurrence (RFC 5545).";
		fields.note(
			strategy === "cron" ? "cron" : "strategy",
			"Its recurrence has no counterpart: it is not carried.",
			instead,
		);
		return null;
	}
	const until = instantText(end, timeZone);
	const ending = until ? `;UNTIL=${until.replace(/[-:]|\.\d+/g, "")}` : "";
	const startsAt = `${(start ?? LONG_AGO).slice(0, 10)}T${time}`;
	return { recurrence: { rrule: `${rule}${ending}`, startsAt, timeZone, durationMinutes: minutes } };
}

function zoneOf(fields: Fields, serverZone: string | null): string {
	const given = fields.text("timezone");
	// Before 1.22 times were of UTC, and the column was not there.
	if (given === null) return "UTC";
	const zone = given === "SAME_AS_SERVER" ? serverZone : given;
	if (zone !== null && isTimeZone(zone)) return zone;
	fields.note(
		"timezone",
		`The time zone ${zone ?? "of that server"} is not known here: it is UTC.`,
		"Set recurrence.timeZone, or correct the instants.",
	);
	return "UTC";
}

/** Minutes between the times of day, or the duration; over midnight where the end comes first. */
function minutesOf(fields: Fields): number | null {
	const duration = fields.number("duration");
	const [start, end] = [fields.text("start_time"), fields.text("end_time")].map(minuteOfDay);
	if (duration !== null && duration > 0) return Math.ceil(duration / 60);
	if (start === undefined || end === undefined) return null;
	return end > start ? end - start : end - start + 1_440;
}

function minuteOfDay(text: string | null): number | undefined {
	const [, hour, minute] = /^(\d{1,2}):(\d{2})/.exec(text ?? "") ?? [];
	return hour === undefined ? undefined : Number(hour) * 60 + Number(minute);
}

function timeOf(text: string | null): string | null {
	const minute = minuteOfDay(text);
	return minute === undefined ? null : clockOf(Math.floor(minute / 60), minute % 60);
}

function clockOf(hour: number, minute: number): string {
	return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

/** A local time of the database, `YYYY-MM-DD HH:mm:ss`, in UTC; null without one, undefined when it can't be read. */
function instantText(local: string | null, timeZone: string): string | null | undefined {
	if (local === null) return null;
	const [, date, time] = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)/.exec(local) ?? [];
	if (date === undefined) return undefined;
	try {
		return new Date(instantOfLocal(Temporal.PlainDateTime.from(`${date}T${time}`), timeZone)).toISOString();
	} catch {
		return undefined;
	}
}

function ruleOf(fields: Fields, strategy: string): string | null {
	switch (strategy) {
		case "recurring-interval": {
			const interval = fields.number("interval_day") ?? 1;
			return `FREQ=DAILY${interval > 1 ? `;INTERVAL=${interval}` : ""}`;
		}
		case "recurring-weekday":
			return daysRule("WEEKLY", "BYDAY", weekdaysOf(listOf(fields.json("weekdays")).map(String)));
		case "recurring-day-of-month": {
			const days = listOf(fields.json("days_of_month")).map(String);
			const known = days.flatMap((day) => (day === "lastDay1" ? ["-1"] : /^\d{1,2}$/.test(day) ? [day] : []));
			if (known.length < days.length) {
				// Kuma's own schedule leaves them out.
				fields.note("days_of_month", "Of the last days of a month there is the last alone, as in Kuma's schedule.", "");
			}
			return daysRule("MONTHLY", "BYMONTHDAY", known);
		}
		default:
			return null;
	}
}

function weekdaysOf(days: readonly string[]): readonly string[] {
	return days.flatMap((day) => WEEKDAYS[Number(day)] ?? []);
}

function daysRule(frequency: string, part: string, days: readonly string[]): string | null {
	return days.length === 0 ? null : `FREQ=${frequency};${part}=${days.join(",")}`;
}

/** `30 2 * * 1,3`, `0 3 1 * *`, `0 0 * * *`: what is a rule of days. */
function ruleOfCron(expression: string): { readonly rule: string; readonly time: string } | null {
	const [minute = "", hour = "", day = "", month = "", weekday = "", ...more] = expression.trim().split(/\s+/);
	const isTime = /^\d{1,2}$/.test(minute) && /^\d{1,2}$/.test(hour) && Number(minute) < 60 && Number(hour) < 24;
	if (!isTime || month !== "*" || more.length > 0) return null;
	const time = clockOf(Number(hour), Number(minute));
	if (day === "*" && weekday === "*") return { rule: "FREQ=DAILY", time };
	const rule =
		day === "*" && /^[0-7](,[0-7])*$/.test(weekday)
			? daysRule("WEEKLY", "BYDAY", weekdaysOf(weekday.split(",")))
			: weekday === "*" && /^\d{1,2}(,\d{1,2})*$/.test(day)
				? daysRule("MONTHLY", "BYMONTHDAY", day.split(","))
				: null;
	return rule === null ? null : { rule, time };
}
