/** The hours in which an alert sends: a weekly table of local times. */

import { z } from "zod";
import { instantOfLocal, timeZoneField } from "../local-time.ts";
import { WEEKDAYS } from "../on-call/schedule.ts";

/** Two for each day of the week. */
const MAX_SPANS = 14;
const LOCAL_TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
/** Days after which the table has begun anew: a span of last week's Sunday may end on Monday. */
const DAYS_OF_TABLE = 9;

const span = z
	.strictObject({
		days: z
			.array(z.enum(WEEKDAYS))
			.min(1)
			.refine((days) => new Set(days).size === days.length, "Must not name a day twice.")
			.meta({ uniqueItems: true, example: ["monday", "tuesday"], description: "The days on which it begins." }),
		from: z.string().regex(LOCAL_TIME, "Must be a local time: 08:00.").meta({ example: "08:00" }),
		to: z
			.string()
			.regex(/^(?:24:00|(?:[01]\d|2[0-3]):[0-5]\d)$/, "Must be a local time: 18:00, or 24:00 for midnight.")
			.meta({ example: "18:00", description: "A time that is not after `from` is one of the next day." }),
	})
	.meta({ description: "From a local time to another, on some days of the week." });

export const hoursSchema = z
	.strictObject({
		timeZone: timeZoneField.meta({ example: "Europe/Berlin", description: "IANA name." }),
		spans: z.array(span).min(1).max(MAX_SPANS),
		outside: z.enum(["hold", "skip"]).meta({
			example: "hold",
			description:
				"What becomes of a problem that begins outside of the hours: held until they begin, and sent then if it is " +
				"still true, or not sent. What lasts from within them, and a recovery, is held in either case.",
		}),
	})
	.meta({ id: "AlertHours", description: "Local times on some days of the week." });

export type Hours = z.output<typeof hoursSchema>;

/**
 * When the hours begin next; null when `instant` is within them. Both epoch milliseconds. {@link instantOfLocal} says
 * what local times mean that the clocks skip or repeat.
 */
export function hoursBeginAt({ timeZone, spans }: Pick<Hours, "timeZone" | "spans">, instant: number): number | null {
	const today = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDate();
	let next = Number.POSITIVE_INFINITY;
	for (let day = -1; day < DAYS_OF_TABLE; day++) {
		const date = today.add({ days: day });
		for (const { days, from, to } of spans) {
			if (!days.some((name) => WEEKDAYS.indexOf(name) + 1 === date.dayOfWeek)) continue;
			const begin = instantOfLocal(date.toPlainDateTime(from), timeZone);
			if (begin > instant) next = Math.min(next, begin);
			else if (instant < endOf(date, { from, to, timeZone })) return null;
		}
		// Later days begin later.
		if (next !== Number.POSITIVE_INFINITY && day > 0) break;
	}
	return next;
}

function endOf(
	date: Temporal.PlainDate,
	{ from, to, timeZone }: { from: string; to: string; timeZone: string },
): number {
	const isNextDay = to === "24:00" || to <= from;
	const endDate = isNextDay ? date.add({ days: 1 }) : date;
	return instantOfLocal(endDate.toPlainDateTime(to === "24:00" ? "00:00" : to), timeZone);
}
