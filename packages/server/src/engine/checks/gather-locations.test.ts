import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CheckOutcome } from "../../domain/checks/check.ts";
import { judge } from "../../domain/checks/judgement.ts";
import type { Observation } from "../../domain/checks/observation.ts";
import { anOutcome, downObservation, missedObservation, upObservation } from "../../storage/testing/fixtures.ts";
import { LocationGatherer, MOST_KNOWN } from "./gather-locations.ts";

beforeEach(() => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
	vi.useRealTimers();
});

const PLACES = [7, 8, null] as const;

function aGatherer(mayConfirm: readonly (number | null)[] = PLACES) {
	const passed: CheckOutcome[] = [];
	const acknowledges: (() => void)[] = [];
	const opinions: [number | null, boolean][] = [];
	const made = new LocationGatherer({
		mayConfirm: ({ order }) => mayConfirm.filter((id) => id !== order.locationId),
		onOpinion: ({ order, isRefuted }) => opinions.push([order.locationId, isRefuted]),
		receiver: {
			receive({ outcomes, acknowledge }) {
				passed.push(...outcomes);
				acknowledges.push(acknowledge);
			},
		},
		now: () => 99,
	});
	let acknowledged = 0;
	const receive = (...outcomes: CheckOutcome[]) =>
		made.receive({
			outcomes,
			acknowledge: () => {
				acknowledged += 1;
			},
		});
	return { gatherer: made, passed, opinions, acknowledges, receive, acknowledged: () => acknowledged };
}

function seenFrom(locationId: number | null, observation: Observation, fields = {}): CheckOutcome {
	const { outcome } = anOutcome(1, 10, observation);
	return { ...outcome, order: { ...outcome.order, locationId, locationIds: PLACES, ...fields } };
}

const verdictsOf = (outcomes: readonly CheckOutcome[]) =>
	outcomes.map(({ order, observation }) => judge(observation, order).verdict);

test("each location that saw the target down is refuted when all others that answered saw it up", () => {
	const opinionsOf = (...seen: Observation[]) => {
		const { receive, opinions } = aGatherer();
		for (const [index, place] of PLACES.entries()) receive(seenFrom(place, seen[index] ?? upObservation));
		return opinions;
	};
	expect(opinionsOf(downObservation)).toEqual([[7, true]]);
	expect(opinionsOf(upObservation, downObservation, missedObservation)).toEqual([[8, true]]);
	expect(opinionsOf(downObservation, downObservation)).toEqual([
		[7, false],
		[8, false],
	]);
	expect(opinionsOf(downObservation, missedObservation, missedObservation), "nobody says anything").toEqual([]);
	expect(opinionsOf()).toEqual([]);
});

test("of more checks than are known to be done, the oldest is forgotten first", () => {
	const { gatherer, receive, acknowledged } = aGatherer([]);
	const part = (monitorId: number, locationId: number) =>
		seenFrom(locationId, upObservation, { monitorId, locationIds: [7, 8] });
	for (let monitorId = 0; monitorId <= MOST_KNOWN; monitorId += 1) receive(part(monitorId, 7), part(monitorId, 8));
	const before = acknowledged();
	receive(part(1, 7));
	expect(acknowledged() - before, "a late part of one that is known").toBe(1);
	receive(part(0, 7));
	expect(gatherer.releaseHeld().map(({ monitorId }) => monitorId)).toEqual([0]);
});

test("locations that may not confirm a failure neither confirm nor refute it", () => {
	const { receive, opinions } = aGatherer([8]);
	receive(seenFrom(7, downObservation), seenFrom(8, upObservation), seenFrom(null, downObservation));
	// As seen from where nobody else reaches, or from a team's own location.
	const alone = aGatherer([]);
	for (const place of PLACES) alone.receive(seenFrom(place, place === 7 ? downObservation : upObservation));
	expect([opinions, alone.opinions]).toEqual([
		[
			[7, true],
			[null, true],
		],
		[],
	]);
});

test("a check of several locations is one outcome when all have answered, acknowledged when it is recorded", () => {
	const { passed, acknowledges, receive, acknowledged } = aGatherer();
	receive(seenFrom(7, downObservation));
	receive(seenFrom(null, { ...upObservation, responseTimeMs: 300 }));
	expect(passed).toEqual([]);
	receive(seenFrom(8, { ...upObservation, responseTimeMs: 100 }));
	const [{ order, locations, median, observation } = anOutcome(0, 0).outcome] = passed;
	expect([verdictsOf(passed), order.locationId, order.locationIds]).toEqual([["up"], null, undefined]);
	expect(locations?.map(({ locationId, observation: { kind } }) => [locationId, kind])).toEqual([
		[7, "failed"],
		[8, "answered"],
		[null, "answered"],
	]);
	expect([median?.responseTimeMs, observation]).toEqual([200, { ...upObservation, responseTimeMs: 100 }]);
	expect(acknowledged()).toBe(0);
	for (const acknowledge of acknowledges) acknowledge();
	expect(acknowledged()).toBe(3);
});

test("a check of one location passes at once, beside one that waits", () => {
	const { passed, acknowledges, receive, acknowledged } = aGatherer();
	const alone = anOutcome(2, 10).outcome;
	receive(alone, seenFrom(7, upObservation));
	expect(passed).toEqual([alone]);
	acknowledges[0]?.();
	expect(acknowledged()).toBe(0);
});

test("a location that never answers has missed the check, and does not vote", () => {
	const { passed, receive } = aGatherer();
	receive(seenFrom(7, downObservation), seenFrom(8, missedObservation));
	// Both attempts of 10 s and the pause between them, and what is on its way.
	vi.advanceTimersByTime(32_000);
	expect(passed).toEqual([]);
	vi.advanceTimersByTime(2_000);
	expect(verdictsOf(passed)).toEqual(["down"]);
	expect(passed[0]?.locations?.at(-1)).toMatchObject({
		locationId: null,
		observation: { kind: "missed", cause: "prober_away" },
	});
	// Its answer comes after all: it is no check of its own, nor another one of the same minute.
	receive(seenFrom(null, upObservation));
	vi.advanceTimersByTime(60_000);
	expect(passed).toHaveLength(1);
});

test("an answer that comes twice counts once, and one of newer settings is another check", () => {
	const { passed, receive } = aGatherer();
	receive(seenFrom(7, downObservation));
	receive(seenFrom(7, downObservation), seenFrom(8, downObservation, { revision: 2 }));
	expect(passed).toEqual([]);
	receive(seenFrom(8, upObservation), seenFrom(null, downObservation, { downWhen: "any" }));
	expect(passed.map(({ locations }) => locations?.length)).toEqual([3]);
	expect(verdictsOf(passed)).toEqual(["down"]);
});

test("what is held when the service stops is to be made again, once", () => {
	const { gatherer, passed, receive, acknowledged } = aGatherer();
	receive(seenFrom(7, downObservation), seenFrom(8, upObservation));
	expect(gatherer.releaseHeld().map(({ monitorId }) => monitorId)).toEqual([1]);
	expect([passed, acknowledged()]).toEqual([[], 1]);
	vi.advanceTimersByTime(60_000);
	expect(passed).toEqual([]);
});

test("what a location has answered stays when the check is made again and it has no capacity", () => {
	const { passed, receive } = aGatherer();
	receive(seenFrom(null, upObservation), seenFrom(8, missedObservation));
	receive(seenFrom(null, missedObservation));
	receive(seenFrom(7, downObservation));
	expect(passed[0]?.locations?.map(({ locationId, observation: { kind } }) => [locationId, kind])).toEqual([
		[7, "failed"],
		[8, "missed"],
		[null, "answered"],
	]);
	expect(verdictsOf(passed)).toEqual(["up"]);
});
