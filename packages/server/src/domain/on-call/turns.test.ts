import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Layer, type Override, type Rota, TURN_UNITS, WEEKDAYS } from "./schedule.ts";
import { onCallAt, turnsBetween, turnsOfPeople } from "./turns.ts";

const weekly: Layer = {
	name: "Primary",
	people: ["ada", "bob", "cy"],
	turnUnit: "weeks",
	turnLength: 1,
	handOverTime: "09:00",
	timeZone: "Europe/Berlin",
	startsOn: "2026-03-02",
	weekdays: null,
	until: null,
};
const rota = (layers: Partial<Layer>[], overrides: Override[] = []): Rota => ({
	layers: layers.map((layer) => ({ ...weekly, ...layer })),
	overrides,
});
const shown = (of: Rota, from: string, to: string) =>
	turnsBetween(of, Date.parse(from), Date.parse(to)).map(
		({ from, to, person }) => `${new Date(from).toISOString()} ${new Date(to).toISOString()} ${person}`,
	);

describe("turns", () => {
	test("change at the local hand-over time, also in the weeks in which the clocks are set", () => {
		expect(shown(rota([{}]), "2026-03-16T08:00Z", "2026-04-06T07:00Z")).toEqual([
			"2026-03-16T08:00:00.000Z 2026-03-23T08:00:00.000Z cy",
			"2026-03-23T08:00:00.000Z 2026-03-30T07:00:00.000Z ada",
			"2026-03-30T07:00:00.000Z 2026-04-06T07:00:00.000Z bob",
		]);
		expect(shown(rota([{}]), "2026-10-19T07:00Z", "2026-11-02T08:00Z").map((turn) => turn.slice(0, 49))).toEqual([
			"2026-10-19T07:00:00.000Z 2026-10-26T08:00:00.000Z",
			"2026-10-26T08:00:00.000Z 2026-11-02T08:00:00.000Z",
		]);
	});

	test("of days change when a skipped hand-over time is over, and at the first of a doubled one", () => {
		const daily = rota([{ turnUnit: "days", handOverTime: "02:30", startsOn: "2026-03-28" }]);
		expect(shown(daily, "2026-03-28T01:30Z", "2026-03-31T00:30Z")).toEqual([
			"2026-03-28T01:30:00.000Z 2026-03-29T01:00:00.000Z ada",
			"2026-03-29T01:00:00.000Z 2026-03-30T00:30:00.000Z bob",
			"2026-03-30T00:30:00.000Z 2026-03-31T00:30:00.000Z cy",
		]);
		const autumn = rota([{ turnUnit: "days", handOverTime: "02:30", startsOn: "2026-10-24" }]);
		expect(shown(autumn, "2026-10-24T00:30Z", "2026-10-27T01:30Z")).toEqual([
			"2026-10-24T00:30:00.000Z 2026-10-25T00:30:00.000Z ada",
			"2026-10-25T00:30:00.000Z 2026-10-26T01:30:00.000Z bob",
			"2026-10-26T01:30:00.000Z 2026-10-27T01:30:00.000Z cy",
		]);
	});

	test("begin with the layer's first hand-over: before it nobody is on call", () => {
		const at = Date.parse("2026-03-02T08:00Z");
		expect(onCallAt(rota([{}]), at - 1)).toBeNull();
		expect(onCallAt(rota([{}]), at)).toBe("ada");
	});

	test("of the first layer that has somebody hide those of the layers after it", () => {
		const office = { people: ["ada"], weekdays: WEEKDAYS.slice(0, 5), handOverTime: "09:00", until: "17:00" };
		const rest = { people: ["bob"], handOverTime: "00:00" };
		expect(shown(rota([office, rest]), "2026-03-06T00:00Z", "2026-03-09T12:00Z")).toEqual([
			"2026-03-06T00:00:00.000Z 2026-03-06T08:00:00.000Z bob",
			"2026-03-06T08:00:00.000Z 2026-03-06T16:00:00.000Z ada",
			"2026-03-06T16:00:00.000Z 2026-03-09T08:00:00.000Z bob",
			"2026-03-09T08:00:00.000Z 2026-03-09T12:00:00.000Z ada",
		]);
	});

	test("of one person by several layers are one for those who ask who is on call", () => {
		const office = { people: ["ada"], weekdays: WEEKDAYS.slice(0, 5), handOverTime: "09:00", until: "17:00" };
		const of = rota([office, weekly]);
		const turns = turnsBetween(of, Date.parse("2026-03-05T00:00Z"), Date.parse("2026-03-10T00:00Z"));
		const joined = turnsOfPeople(turns).map(({ from, person }) => `${new Date(from).toISOString()} ${person}`);
		expect(joined).toEqual(["2026-03-05T00:00:00.000Z ada", "2026-03-09T16:00:00.000Z bob"]);
	});

	test("of a person who left are open: the next layer has them, or nobody", () => {
		const gone: Rota<string | null> = { layers: [{ ...weekly, people: [null] }], overrides: [] };
		const at = Date.parse("2026-03-10T08:00Z");
		expect(onCallAt(gone, at)).toBeNull();
		expect(onCallAt({ ...gone, layers: [...gone.layers, { ...weekly, people: ["bob"] }] }, at)).toBe("bob");
	});

	test("one person takes the day of another, from hand-over to hand-over, and only theirs", () => {
		const swap = { date: "2026-03-04", insteadOf: "ada", person: "cy" };
		const notOnCall = { date: "2026-03-05", insteadOf: "bob", person: "cy" };
		expect(shown(rota([{}], [swap, notOnCall]), "2026-03-03T08:00Z", "2026-03-06T08:00Z")).toEqual([
			"2026-03-03T08:00:00.000Z 2026-03-04T08:00:00.000Z ada",
			"2026-03-04T08:00:00.000Z 2026-03-05T08:00:00.000Z cy",
			"2026-03-05T08:00:00.000Z 2026-03-06T08:00:00.000Z ada",
		]);
	});

	test("a day that ends after midnight belongs to the date on which it began", () => {
		const nights = rota([{ people: ["ada"], handOverTime: "20:00", until: "06:00", weekdays: ["friday"] }]);
		expect(onCallAt(nights, Date.parse("2026-03-07T04:59Z"))).toBe("ada");
		expect(onCallAt(nights, Date.parse("2026-03-07T05:00Z"))).toBeNull();
		expect(onCallAt(nights, Date.parse("2026-03-07T20:00Z"))).toBeNull();
	});

	test("a span without length has none", () => {
		expect(turnsBetween(rota([{}]), 5, 5)).toEqual([]);
	});
});

// --- A slow plain model: reads a clock on the wall every quarter of an hour ---

const STEP_MS = 15 * 60_000;
const clocks = new Map<string, Intl.DateTimeFormat>();

/** What a clock on the wall shows, `YYYY-MM-DDTHH:mm`. */
function wallClock(timeZone: string, instant: number): string {
	const clock =
		clocks.get(timeZone) ??
		new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "short", hourCycle: "h23" });
	clocks.set(timeZone, clock);
	return clock.format(instant).replace(" ", "T");
}

function nextDate(date: string): string {
	return new Date(Date.parse(`${date}T00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** Who has each quarter of an hour: walks from hand-over to hand-over, as people would. */
function watched({ layers, overrides }: Rota, from: number, to: number): (string | null)[] {
	const ofLayers = layers.map((layer) => {
		// The instant at which a clock shows this time, or a later one, for the first time.
		const firstAt = new Map<string, number>();
		const wanted: string[] = [];
		let date = nextDate(nextDate(wallClock(layer.timeZone, from - 5 * 86_400_000).slice(0, 10)));
		const begin = date;
		for (let day = 0; day < 16; day += 1, date = nextDate(date)) {
			wanted.push(`${date}T${layer.handOverTime}`);
			if (layer.until !== null) wanted.push(`${date}T${layer.until}`);
		}
		for (let at = from - 6 * 86_400_000; at < to + 6 * 86_400_000; at += STEP_MS) {
			const shown = wallClock(layer.timeZone, at);
			for (const time of wanted) if (shown >= time && !firstAt.has(time)) firstAt.set(time, at);
		}
		const days: { from: number; to: number; person: string }[] = [];
		let place = 0;
		let left = layer.turnLength * (layer.turnUnit === "weeks" ? 7 : 1);
		for (let date = layer.startsOn; date < wallClock("UTC", to + 2 * 86_400_000).slice(0, 10); date = nextDate(date)) {
			if (date >= begin) {
				const weekday = WEEKDAYS[(new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7] ?? "monday";
				const endDate = layer.until !== null && layer.until > layer.handOverTime ? date : nextDate(date);
				const person = layer.people[place] ?? "";
				const swap = overrides.find((one) => one.date === date && one.insteadOf === person);
				if (layer.weekdays === null || layer.weekdays.includes(weekday)) {
					days.push({
						from: firstAt.get(`${date}T${layer.handOverTime}`) ?? Number.NaN,
						to: firstAt.get(`${endDate}T${layer.until ?? layer.handOverTime}`) ?? Number.NaN,
						person: swap?.person ?? person,
					});
				}
			}
			left -= 1;
			if (left === 0) {
				place = (place + 1) % layer.people.length;
				left = layer.turnLength * (layer.turnUnit === "weeks" ? 7 : 1);
			}
		}
		return days;
	});
	const people: (string | null)[] = [];
	for (let at = from; at < to; at += STEP_MS) {
		const found = ofLayers.flatMap((days) => days.filter((day) => day.from <= at && at < day.to));
		people.push(found[0]?.person ?? null);
	}
	return people;
}

// Each sets its clocks near these days; Lord Howe by half an hour, Kathmandu never, São Paulo did at midnight.
const CHANGES = [
	["Europe/Berlin", "2026-03-29"],
	["Europe/Berlin", "2026-10-25"],
	["America/New_York", "2026-03-08"],
	["America/New_York", "2026-11-01"],
	["Australia/Lord_Howe", "2026-04-05"],
	["Australia/Lord_Howe", "2026-10-04"],
	["America/Sao_Paulo", "2018-11-04"],
	["America/Sao_Paulo", "2018-02-18"],
	["Asia/Kathmandu", "2026-05-05"],
] as const;

const time = fc
	.tuple(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 23 })), fc.constantFrom(0, 15, 30, 45))
	.map(([hour, minute]) => `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`);
const person = fc.constantFrom("ada", "bob", "cy", "dee");

const scenario = fc.constantFrom(...CHANGES).chain(([timeZone, day]) => {
	const dateNear = (before: number, after: number) =>
		fc
			.integer({ min: -before, max: after })
			.map((days) => new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10));
	const layer = fc
		.record({
			people: fc.array(person, { minLength: 1, maxLength: 4 }),
			turnUnit: fc.constantFrom(...TURN_UNITS),
			turnLength: fc.integer({ min: 1, max: 3 }),
			handOverTime: time,
			timeZone: fc.constantFrom(timeZone, timeZone, "UTC", "Asia/Tokyo"),
			startsOn: dateNear(60, 2),
			weekdays: fc.option(fc.subarray([...WEEKDAYS], { minLength: 1 })),
			until: fc.option(time),
		})
		.filter(({ until, handOverTime }) => until !== handOverTime)
		.map((chosen): Layer => ({ ...chosen, name: "" }));
	return fc.record({
		layers: fc.array(layer, { minLength: 1, maxLength: 3 }),
		overrides: fc.uniqueArray(fc.record({ date: dateNear(3, 3), insteadOf: person, person }), {
			maxLength: 5,
			selector: ({ date, insteadOf }) => `${date} ${insteadOf}`,
		}),
		from: fc.integer({ min: -200, max: 100 }).map((steps) => Date.parse(`${day}T00:00Z`) + steps * STEP_MS),
		steps: fc.integer({ min: 1, max: 400 }),
	});
});

describe("for any rota around a change of the clocks", () => {
	test("the turns are those that someone sees who reads the clocks every quarter of an hour", () => {
		fc.assert(
			fc.property(scenario, ({ layers, overrides, from, steps }) => {
				const to = from + steps * STEP_MS;
				const turns = turnsBetween({ layers, overrides }, from, to);
				const seen: (string | null)[] = [];
				for (let at = from; at < to; at += STEP_MS) {
					seen.push(turns.find((turn) => turn.from <= at && at < turn.to)?.person ?? null);
				}
				expect(seen).toEqual(watched({ layers, overrides }, from, to));
			}),
			{ numRuns: 60 },
		);
	});

	test("the turns follow one another without a gap, and an instant has the person of its turn", () => {
		fc.assert(
			fc.property(scenario, fc.double({ min: 0, max: 1, noNaN: true }), ({ layers, overrides, from, steps }, share) => {
				const to = from + steps * STEP_MS;
				const turns = turnsBetween({ layers, overrides }, from, to);
				expect([turns[0]?.from, turns.at(-1)?.to]).toEqual([from, to]);
				for (const [place, turn] of turns.entries()) {
					expect(turn.to).toBeGreaterThan(turn.from);
					if (place > 0) expect(turn.from).toBe(turns[place - 1]?.to);
				}
				const at = from + Math.floor(share * (to - from - 1));
				const turn = turns.find((one) => one.from <= at && at < one.to);
				expect(onCallAt({ layers, overrides }, at)).toBe(turn?.person);
			}),
			{ numRuns: 200 },
		);
	});

	test("without `until` and weekdays somebody is always on call, and days differ by an hour at most", () => {
		fc.assert(
			fc.property(scenario, ({ layers: [layer], from }) => {
				if (layer === undefined) return;
				const daily = {
					...layer,
					people: ["ada", "bob"],
					turnUnit: "days" as const,
					turnLength: 1,
					startsOn: "2017-01-01",
				};
				const always = { layers: [{ ...daily, until: null, weekdays: null }], overrides: [] };
				const turns = turnsBetween(always, from, from + 6 * 86_400_000);
				expect(turns.every((turn) => turn.person !== null)).toBe(true);
				for (const { from, to } of turns.slice(1, -1)) {
					expect(Math.abs(to - from - 86_400_000)).toBeLessThanOrEqual(3_600_000);
				}
			}),
			{ numRuns: 100 },
		);
	});
});
