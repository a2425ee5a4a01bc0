/** The due instants of cron expressions in UTC beside another reading of crontab(5), which knows no library. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { fuzz, timeoutOf } from "../../testing/fuzz.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../durations.ts";
import { expressionProblem, nextDueAt } from "./run-schedule.ts";

const BOX = { seconds: 1 };
/** 29 February is the same weekday again within forty years, also across 2100, which has none. */
const MOST_DAYS = 41 * 366;

interface Field {
	readonly text: string;
	readonly values: ReadonlySet<number>;
}

interface Range {
	readonly low: number;
	readonly high: number;
	readonly names?: readonly string[];
}

const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const DAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

/** One item of a list: a value, a range, or all, each of the latter two with a step perhaps. */
function itemOf({ low, high, names }: Range): fc.Arbitrary<Field> {
	const number = fc.integer({ min: low, max: high });
	const step = fc.option(fc.integer({ min: 1, max: high }), { freq: 2 });
	const isUpper = fc.boolean();
	return fc.oneof(
		step.map((by) => ({ text: by === null ? "*" : `*/${by}`, values: valuesOf(low, high, by ?? 1) })),
		number.map((value) => ({ text: String(value), values: new Set([value]) })),
		fc.tuple(number, number, step).map(([one, other, by]) => {
			const [from, to] = [Math.min(one, other), Math.max(one, other)];
			return { text: `${from}-${to}${by === null ? "" : `/${by}`}`, values: valuesOf(from, to, by ?? 1) };
		}),
		...(names === undefined
			? []
			: [
					fc.tuple(fc.nat(names.length - 1), isUpper).map(([at, upper]) => {
						const name = names[at] ?? "";
						return { text: upper ? name : name.toLowerCase(), values: new Set([at + low]) };
					}),
				]),
	);
}

function valuesOf(from: number, to: number, step: number): Set<number> {
	const values = new Set<number>();
	for (let value = from; value <= to; value += step) values.add(value);
	return values;
}

function fieldOf(range: Range): fc.Arbitrary<Field> {
	return fc.array(itemOf(range), { minLength: 1, maxLength: 3 }).map((items) => ({
		text: items.map(({ text }) => text).join(","),
		values: new Set(items.flatMap(({ values }) => [...values])),
	}));
}

const expression = fc.record({
	minutes: fieldOf({ low: 0, high: 59 }),
	hours: fieldOf({ low: 0, high: 23 }),
	days: fieldOf({ low: 1, high: 31 }),
	months: fieldOf({ low: 1, high: 12, names: MONTHS }),
	// 7 is Sunday, too.
	weekdays: fc.oneof(fieldOf({ low: 0, high: 6, names: DAYS }), fc.constant({ text: "7", values: new Set([0]) })),
});
type Expression = typeof expression extends fc.Arbitrary<infer Each> ? Each : never;

/** Where one of the two begins with *, both must match, else either (crontab(5)). */
function isDay({ days, months, weekdays }: Expression, day: Date): boolean {
	if (!months.values.has(day.getUTCMonth() + 1)) return false;
	const isDate = days.values.has(day.getUTCDate());
	const isWeekday = weekdays.values.has(day.getUTCDay());
	const isEither = !days.text.startsWith("*") && !weekdays.text.startsWith("*");
	return isEither ? isDate || isWeekday : isDate && isWeekday;
}

function nextAfter(each: Expression, after: number): number | null {
	const today = Math.floor(after / DAY_MS) * DAY_MS;
	for (let day = today; day < today + MOST_DAYS * DAY_MS; day += DAY_MS) {
		if (!isDay(each, new Date(day))) continue;
		for (let hour = 0; hour < 24; hour++) {
			if (!each.hours.values.has(hour)) continue;
			for (let minute = 0; minute < 60; minute++) {
				const at = day + hour * HOUR_MS + minute * MINUTE_MS;
				if (at > after && each.minutes.values.has(minute)) return at;
			}
		}
	}
	return null;
}

test("are due when both readings say so", { timeout: timeoutOf(BOX) }, async () => {
	const instant = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2032, 0, 1) });
	const property = fc.property(expression, instant, (each, after) => {
		const schedule = [each.minutes, each.hours, each.days, each.months, each.weekdays]
			.map(({ text }) => text)
			.join(" ");
		const expected = nextAfter(each, after);
		if (expected === null)
			expect([schedule, expressionProblem(schedule)]).toEqual([schedule, "This expression is never due."]);
		else {
			const next = nextDueAt({ schedule, timeZone: "UTC", every: null }, after);
			expect([schedule, expressionProblem(schedule), next]).toEqual([schedule, null, expected]);
		}
	});
	await fuzz(property, BOX);
});
