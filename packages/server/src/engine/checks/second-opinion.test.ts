import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AttemptOutcome, CheckOrder, CheckOutcome } from "../../domain/checks/check.ts";
import { longestCheckMs } from "../../domain/checks/confirmation.ts";
import { judge } from "../../domain/checks/judgement.ts";
import { type Location, mayConfirm } from "../../domain/checks/locations/locations.ts";
import type { Opinion } from "../../domain/checks/locations/refutations.ts";
import type { Observation } from "../../domain/checks/observation.ts";
import { classOf } from "../../net/addresses.ts";
import { anOutcome, downObservation, missedObservation, upObservation } from "../../storage/testing/fixtures.ts";
import { SecondOpinion } from "./second-opinion.ts";

beforeEach(() => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
	vi.useRealTimers();
});

const down = { ...downObservation, address: "203.0.114.7" };
const [WEUR, ENAM] = [7, 8];
const location = (id: number, fields: Partial<Location> = {}): Location => ({
	id,
	name: `location-${id}`,
	teamId: null,
	hint: null,
	allowsPrivateTargets: false,
	...fields,
});

interface AskingOptions {
	readonly all?: readonly Location[];
	/** How long after the end of an attempt its answer comes; default: 0. */
	readonly lateMs?: number;
	/** Of confirmations at once. */
	readonly limit?: number;
}

/**
 * @param answers what is seen from each location; absent: no answer in time
 */
function asking(
	answers: ReadonlyMap<number | null, Observation>,
	{ all = [location(WEUR), location(ENAM)], lateMs = 0, limit }: AskingOptions = {},
) {
	const [passed, opinions, asked]: [CheckOutcome[], Opinion[], (number | null)[]] = [[], [], []];
	let acknowledged = 0;
	let now = 0;
	const opinion = new SecondOpinion({
		receiver: {
			receive({ outcomes, acknowledge }) {
				passed.push(...outcomes);
				acknowledge();
			},
		},
		dispatcher: {
			async attempt(order: CheckOrder, locationId, { timeoutMs }): Promise<AttemptOutcome | null> {
				asked.push(locationId);
				const observation = answers.get(locationId);
				return observation === undefined || order.timeoutMs + lateMs > timeoutMs
					? null
					: { observation, startedAt: 5, completedAt: 9 };
			},
		},
		mayConfirm({ order: { locationId, teamId }, observation }) {
			const address = observation.kind === "missed" ? null : observation.address;
			const isPrivate = address === null ? null : classOf(address) === "private";
			const target = { teamId, isPrivate, controlReachesPrivate: false };
			return mayConfirm(locationId, target, { all, hasProber: () => true });
		},
		onOpinion: (each) => opinions.push(each),
		now: () => now,
		random: () => 0,
		...(limit !== undefined && { limit }),
	});
	const receive = async (outcome: CheckOutcome, arrivesAfterMs = 0) => {
		now = outcome.completedAt + arrivesAfterMs;
		opinion.receive({
			outcomes: [outcome],
			acknowledge: () => {
				acknowledged += 1;
			},
		});
		await vi.advanceTimersByTimeAsync(3_000);
	};
	return { opinion, passed, opinions, asked, receive, acknowledged: () => acknowledged };
}

function seenFrom(locationId: number | null, observation: Observation, confirmElsewhere = true): CheckOutcome {
	const { outcome } = anOutcome(1, 10, observation);
	return { ...outcome, order: { ...outcome.order, locationId, confirmElsewhere } };
}

const resultOf = ({ order, observation, attempts, locations, firstAttempt }: CheckOutcome) => ({
	verdict: judge(observation, order).verdict,
	attempts,
	locations: locations?.map((each) => `${each.locationId} ${each.observation.kind}`),
	hasFirst: firstAttempt !== undefined,
});

test("a failure that another location sees is down, and the result has both", async () => {
	const on = asking(new Map([[ENAM, { ...down, fault: "timeout" as const }]]));
	await on.receive(seenFrom(WEUR, down));
	const locations = ["7 failed", "8 failed"];
	expect(on.passed.map(resultOf)).toEqual([{ verdict: "down", attempts: 2, locations, hasFirst: false }]);
	expect([on.passed[0]?.observation, on.asked, on.acknowledged()]).toEqual([down, [ENAM], 1]);
	expect(on.opinions.map(({ isRefuted }) => isRefuted)).toEqual([false]);
});

test("a timeout elsewhere that waited a second for a canary there still confirms the failure", async () => {
	const on = asking(new Map([[ENAM, { ...down, fault: "timeout" as const }]]), { lateMs: 2_000 });
	await on.receive(seenFrom(WEUR, down));
	expect([on.asked, on.passed[0]?.locations?.length]).toEqual([[ENAM], 2]);
});

test("a failure that another location does not see is what that one saw, and the result has both", async () => {
	const on = asking(new Map([[ENAM, upObservation]]));
	await on.receive(seenFrom(WEUR, down));
	const locations = ["7 failed", "8 answered"];
	expect(on.passed.map(resultOf)).toEqual([{ verdict: "up", attempts: 2, locations, hasFirst: false }]);
	expect(on.opinions.map(({ isRefuted }) => isRefuted)).toEqual([true]);
});

test("without an answer in time, or one about the target, the first location's own second attempt decides", async () => {
	for (const elsewhere of [undefined, missedObservation]) {
		for (const [own, verdict] of [
			[upObservation, "up"],
			[down, "down"],
		] as const) {
			const answers = new Map<number | null, Observation>([[WEUR, own]]);
			if (elsewhere) answers.set(ENAM, elsewhere);
			const on = asking(answers);
			await on.receive(seenFrom(WEUR, down));
			expect(on.passed.map(resultOf)).toEqual([{ verdict, attempts: 2, locations: undefined, hasFirst: true }]);
			expect([on.asked, on.opinions]).toEqual([[ENAM, WEUR], []]);
		}
	}
});

test("a failure that arrives half a minute after it was seen is not confirmed by what is seen then", async () => {
	for (const [arrivesAfterMs, verdict, asked] of [
		[30_000, "down", [ENAM]],
		[30_001, "missed", []],
	] as const) {
		const on = asking(new Map([[ENAM, down]]));
		await on.receive(seenFrom(WEUR, down), arrivesAfterMs);
		expect([on.passed.map(resultOf), on.asked]).toMatchObject([[{ verdict }], asked]);
		if (verdict === "down") continue;
		const message = expect.stringMatching(
			/^An attempt failed, and it arrived too late to be confirmed by a second one/,
		);
		expect(on.passed[0]?.observation).toMatchObject({ cause: "too_late", message });
	}
});

test("when nobody can make a second attempt the check is missed, by our own fault", async () => {
	for (const [first, cause] of [
		[WEUR, "prober_away"],
		[null, "no_capacity"],
	] as const) {
		const on = asking(new Map());
		await on.receive(seenFrom(first, down));
		expect(on.passed.map(resultOf)).toEqual([
			{ verdict: "missed", attempts: 1, locations: undefined, hasFirst: false },
		]);
		expect([on.passed[0]?.observation, on.asked[1], on.opinions]).toMatchObject([{ cause }, first, []]);
		expect(on.acknowledged()).toBe(1);
	}
});

/** How long after the end of its first attempt a check is over that another location leaves without an answer. */
async function endsAfter(order: Partial<CheckOrder>, tookMs: number) {
	const outcome = seenFrom(WEUR, { ...down, fault: "timeout" });
	const failing = { ...outcome, order: { ...outcome.order, ...order }, completedAt: outcome.startedAt + tookMs };
	const asked: (number | null)[] = [];
	const { promise: over, resolve } = Promise.withResolvers<CheckOutcome | undefined>();
	const opinion = new SecondOpinion({
		receiver: { receive: ({ outcomes }) => resolve(outcomes[0]) },
		dispatcher: {
			async attempt(alone, locationId, { timeoutMs }) {
				asked.push(locationId);
				const lastsMs = locationId === WEUR ? alone.timeoutMs : timeoutMs;
				await new Promise((wait) => setTimeout(wait, lastsMs));
				return locationId === WEUR ? { observation: down, startedAt: 5, completedAt: 9 } : null;
			},
		},
		mayConfirm: () => [ENAM],
		onOpinion() {},
		now: () => failing.completedAt,
		random: () => 0.999,
	});
	const beganAt = performance.now();
	opinion.receive({ outcomes: [failing], acknowledge() {} });
	await vi.runAllTimersAsync();
	const { attempts, firstAttempt } = (await over) ?? {};
	expect([asked, attempts, firstAttempt?.observation.kind]).toEqual([[ENAM, WEUR], 2, "failed"]);
	return performance.now() - beganAt;
}

test("however long another location is silent, a check ends within its lease and before the next one is due", async () => {
	for (const timeoutMs of [1_000, 10_000, 30_000, 60_000]) {
		for (const tookMs of [0, timeoutMs / 2, timeoutMs]) {
			for (const answersSlowly of [false, true]) {
				const { scheduledAt } = seenFrom(WEUR, down).order;
				for (const dueInMs of [timeoutMs + tookMs + 3_000, 3_600_000]) {
					const order = { timeoutMs, answersSlowly, nextDueAt: scheduledAt + dueInMs };
					const tookInAll = tookMs + (await endsAfter(order, tookMs));
					// The other one's deadline is past its own: by how much is in the slack of the lease.
					expect(tookInAll).toBeLessThanOrEqual(Math.min(longestCheckMs(timeoutMs), dueInMs) + 2_500);
				}
			}
		}
	}
});

test("a private target, and a team's own location, are confirmed only there", async () => {
	const inside = seenFrom(WEUR, { ...down, address: "10.0.0.7" });
	const on = asking(new Map([[WEUR, down]]));
	await on.receive(inside);
	expect(on.asked).toEqual([WEUR]);
	const own = asking(new Map([[WEUR, down]]), { all: [location(WEUR, { teamId: 1 }), location(ENAM)] });
	await own.receive(seenFrom(WEUR, down));
	expect(own.asked).toEqual([WEUR]);
});

test("what is up, missed or not to be confirmed elsewhere passes at once", async () => {
	const on = asking(new Map([[ENAM, upObservation]]));
	for (const outcome of [
		seenFrom(WEUR, upObservation),
		seenFrom(WEUR, missedObservation),
		seenFrom(WEUR, down, false),
		{ ...seenFrom(WEUR, down), attempts: 2 as const },
	]) {
		await on.receive(outcome);
	}
	expect([on.passed.length, on.asked]).toEqual([4, []]);
});

test("a failure is not confirmed when the next check could be due before that", async () => {
	const on = asking(new Map([[ENAM, upObservation]]));
	const outcome = seenFrom(WEUR, down);
	await on.receive({ ...outcome, order: { ...outcome.order, nextDueAt: outcome.completedAt + 5_000 } });
	expect([on.passed.map(resultOf)[0]?.verdict, on.asked]).toEqual(["down", []]);
});

test("a failure of a check that began late is confirmed though the next check is due before that", async () => {
	const on = asking(new Map([[ENAM, upObservation]]));
	const outcome = seenFrom(WEUR, down);
	const [startedAt, completedAt] = [outcome.startedAt + 49_000, outcome.completedAt + 59_000];
	await on.receive({ ...outcome, startedAt, completedAt, firstAttemptAt: startedAt });
	expect([on.passed.map(resultOf)[0]?.verdict, on.asked]).toEqual(["up", [ENAM]]);
});

test("an attempt that seems to have taken hours, or less than nothing, is confirmed as any other", async () => {
	for (const setByMs of [3_600_000, -3_600_000]) {
		const on = asking(new Map([[ENAM, upObservation]]));
		const outcome = seenFrom(WEUR, down);
		await on.receive({ ...outcome, completedAt: outcome.completedAt + setByMs });
		expect([on.passed.map(resultOf)[0]?.verdict, on.asked]).toEqual(["up", [ENAM]]);
	}
});

test("what waits when the service stops is to be made again", async () => {
	const on = asking(new Map([[ENAM, upObservation]]));
	const receiving = on.receive(seenFrom(WEUR, down));
	expect(on.opinion.releaseHeld().map(({ monitorId }) => monitorId)).toEqual([1]);
	await receiving;
	expect([on.passed, on.acknowledged()]).toEqual([[], 1]);
});

test("a location that fails wholly has half of the confirmations, and others' failures are still confirmed", async () => {
	const on = asking(new Map([WEUR, ENAM].map((id) => [id, down])), { limit: 4 });
	const missed = () => on.passed.filter(({ observation }) => observation.kind === "missed").length;
	const fail = (...from: number[]) =>
		on.opinion.receive({ outcomes: from.map((id) => seenFrom(id, down)), acknowledge() {} });
	fail(WEUR, WEUR, WEUR);
	expect(missed()).toBe(1);
	fail(ENAM);
	expect(missed()).toBe(1);
	await vi.advanceTimersByTimeAsync(3_000);
	expect(on.passed.map(({ attempts }) => attempts)).toEqual([1, 2, 2, 2]);
	fail(WEUR, WEUR);
	expect([missed(), on.opinion.releaseHeld().length]).toEqual([1, 2]);
});
