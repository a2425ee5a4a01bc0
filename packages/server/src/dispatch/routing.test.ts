import { expect, test } from "vitest";
import type { CheckOrder, CheckOutcome } from "../domain/checks/check.ts";
import { anOutcome } from "../storage/testing/fixtures.ts";
import type { Absence } from "./interface.ts";
import { type Elsewhere, RoutingDispatcher } from "./routing.ts";

const order = (monitorId: number, locationId: number | null, locationIds?: readonly (number | null)[]): CheckOrder => ({
	...anOutcome(monitorId, 1).outcome.order,
	locationId,
	...(locationIds && { locationIds }),
});

/** Takes the orders of `accepts` and refuses all others. */
function route({
	accepts = [] as readonly number[],
	absence = null as Absence | null,
	hasProbers = true,
	runsHere = 0,
	othersReach = false,
	silence = Promise.resolve(),
} = {}) {
	const [here, away, released]: CheckOrder[][] = [[], [], []];
	const outcomes: CheckOutcome[] = [];
	const threads = {
		capacity: { total: 7, slow: 5 },
		inFlight: 1,
		noProberForMs: null,
		runs: (monitorId: number) => monitorId === runsHere,
		async dispatch(orders: readonly CheckOrder[]) {
			here?.push(...orders);
			return [];
		},
		attempt: async () => ({ ...anOutcome(1, 1).outcome, startedAt: 11 }),
		drain: async () => [],
		close: async () => {},
	};
	const elsewhere: Elsewhere = {
		inFlight: 2,
		capacityAt: () => ({ total: 3, slow: 2 }),
		inFlightAt: () => 2,
		locationsWithProber: () => new Set(accepts),
		absenceAt: () => absence,
		async dispatch(orders) {
			away?.push(...orders);
			await silence;
			return orders.filter(({ locationId }) => !accepts.includes(locationId ?? 0));
		},
		attempt: async () => ({ ...anOutcome(1, 1).outcome, startedAt: 22 }),
		drain: async () => [],
		close: async () => {},
	};
	const receiver = { receive: (batch: { outcomes: readonly CheckOutcome[] }) => void outcomes.push(...batch.outcomes) };
	const dispatcher = new RoutingDispatcher({
		here: threads,
		elsewhere: hasProbers ? elsewhere : null,
		receiver,
		release: (orders) => void released?.push(...orders),
		locations: { place: (orders) => orders, absenceAt: () => (othersReach ? null : absence) },
		now: () => 99,
	});
	return { dispatcher, here, away, outcomes, released };
}

test("orders without a location go to the threads, all others to the probers of their location", async () => {
	const { dispatcher, here, away } = route({ accepts: [4] });
	expect(await dispatcher.dispatch([order(1, null), order(2, 4)])).toEqual([]);
	expect(here).toEqual([order(1, null)]);
	expect(away).toEqual([order(2, 4)]);
	expect([dispatcher.capacityAt(null).total, dispatcher.capacityAt(4).total]).toEqual([7, 3]);
	expect([dispatcher.inFlight, dispatcher.inFlightAt(null), dispatcher.inFlightAt(4)]).toEqual([3, 1, 2]);
});

test("a check of one location that no prober took goes back to the schedule", async () => {
	const { dispatcher, outcomes } = route();
	expect(await dispatcher.dispatch([order(2, 4)])).toEqual([order(2, 4)]);
	expect(outcomes).toEqual([]);
});

test("of a check from several locations, the part that no prober took is missed", async () => {
	for (const cause of ["no_prober", "prober_away", "no_capacity"] as const) {
		const { dispatcher, outcomes } = route({ accepts: [4], absence: cause });
		const [one, other] = [order(2, 4, [4, 5]), order(2, 5, [4, 5])];
		expect(await dispatcher.dispatch([one, other])).toEqual([]);
		expect(outcomes).toMatchObject([{ order: other, observation: { kind: "missed", cause }, startedAt: 99 }]);
	}
});

test("checks of here do not wait for a silent NATS; what it refuses then is released, or missed in part", async () => {
	const { promise: silence, resolve } = Promise.withResolvers<void>();
	const { dispatcher, here, outcomes, released } = route({ accepts: [4], silence });
	const [part, ofOne, ofSeveral] = [order(3, null, [null, 5]), order(2, 5), order(3, 5, [null, 5])];
	expect(await dispatcher.dispatch([order(1, null), part, ofOne, ofSeveral])).toEqual([]);
	expect([here, released, outcomes]).toEqual([[order(1, null), part], [], []]);
	resolve();
	await expect.poll(() => released).toEqual([ofOne]);
	expect(outcomes).toMatchObject([{ order: ofSeveral, observation: { kind: "missed" } }]);
});

test("what was claimed for other locations and is made here takes no more than the capacity of here", async () => {
	const { dispatcher, here, away, outcomes } = route({ accepts: [4] });
	const mine = [1, 2, 3, 4, 5, 6].map((id) => order(id, null));
	const [fits, part, ofOne] = [order(7, null, [null, 4]), order(8, null, [null, 4]), order(9, null)];
	const elsewhere = [order(7, 4, [null, 4]), order(8, 4, [null, 4])];
	expect(await dispatcher.dispatch([...mine, fits, part, ofOne, ...elsewhere])).toEqual([ofOne]);
	expect([here, away]).toEqual([[...mine, fits], elsewhere]);
	expect(outcomes).toMatchObject([{ order: part, observation: { kind: "missed", cause: "no_capacity" } }]);
});

test("a check that runs here already needs no place when it is ordered again", async () => {
	const { dispatcher, here, outcomes } = route({ accepts: [4], runsHere: 8 });
	const mine = [1, 2, 3, 4, 5, 6, 7].map((id) => order(id, null));
	const part = order(8, null, [null, 4]);
	expect(await dispatcher.dispatch([...mine, part, order(8, 4, [null, 4])])).toEqual([]);
	expect([here?.length, here?.includes(part), outcomes]).toEqual([8, true, []]);
});

test("a check from several locations of which no prober took any part goes back to the schedule", async () => {
	const { dispatcher, outcomes } = route({ absence: "prober_away" });
	const check = [order(2, 4, [4, 5]), order(2, 5, [4, 5])];
	expect(await dispatcher.dispatch(check)).toEqual(check);
	expect(outcomes).toEqual([]);
});

test("a check of several locations is left to others that reach a location which this process does not", async () => {
	for (const absence of ["no_prober", "prober_away"] as const) {
		const { dispatcher, here, away, outcomes } = route({ accepts: [4], absence, othersReach: true });
		const check = [order(2, 4, [4, 5]), order(2, 5, [4, 5])];
		expect(await dispatcher.dispatch([...check, order(3, null)])).toEqual(check);
		expect([here, away, outcomes]).toEqual([[order(3, null)], [], []]);
	}
});

test("without NATS, nobody is in another location", async () => {
	const { dispatcher } = route({ hasProbers: false });
	expect(await dispatcher.dispatch([order(2, 4)])).toEqual([order(2, 4)]);
	expect(dispatcher.absenceAt(4)).toBe("no_prober");
	const options = { timeoutMs: 1_000, signal: new AbortController().signal };
	expect(await dispatcher.attempt(order(2, 4), 4, options)).toBeNull();
	expect(await dispatcher.attempt(order(2, 4), null, options)).toMatchObject({ startedAt: 11 });
});
