import pino from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CheckOutcome } from "../../domain/checks/check.ts";
import { OwnNetwork } from "../../probe/own-network.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { freshDatabase } from "../../storage/testing/engines.ts";
import {
	anOutcome,
	downObservation,
	missedObservation,
	openCutOff,
	upObservation,
} from "../../storage/testing/fixtures.ts";
import { CanaryGuard, type CutOffGuard } from "./cut-off-guard.ts";

beforeEach(() => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
	vi.useRealTimers();
});

/** An instant at which the checks of these tests began, epoch milliseconds. */
const NOON = Date.UTC(2026, 4, 1, 12);
const SECOND = 1_000;

interface Guarded extends AsyncDisposable {
	readonly guard: CutOffGuard;
	/** Whether the canaries answer. */
	isConnected: boolean;
	/** Trials of the canaries so far. */
	readonly trials: () => number;
	/** What came out, as "monitor verdict". */
	readonly passed: string[];
	/** Outcomes that were acknowledged. */
	readonly acknowledged: () => number;
	/** A batch of outcomes, each of its own monitor, from 1 on. */
	receive(...outcomes: CheckOutcome["observation"][]): void;
	stop(): Promise<void>;
}

function guarded(database: Tx, isConnected = true): Guarded {
	let acknowledged = 0;
	let trials = 0;
	const stopping = new AbortController();
	const log = pino({ level: "silent" });
	const guard = new CanaryGuard({
		network: new OwnNetwork({
			canaries: {
				addresses: ["192.0.2.1:443"],
				answer: async () => {
					trials += 1;
					return made.isConnected;
				},
			},
			log,
		}),
		receiver: {
			receive({ outcomes, acknowledge }) {
				for (const { order, observation } of outcomes) {
					made.passed.push(
						`${order.monitorId} ${observation.kind === "missed" ? observation.cause : observation.kind}`,
					);
				}
				acknowledge();
			},
		},
		database,
		machine: "monitor-1",
		log,
		now: () => NOON,
	});
	let running: Promise<void> | undefined;
	const stop = async () => {
		stopping.abort();
		await running;
	};
	const made: Guarded = {
		guard,
		isConnected,
		trials: () => trials,
		passed: [],
		acknowledged: () => acknowledged,
		receive(...observations) {
			const outcomes = observations.map((observation, index) => {
				const { outcome } = anOutcome(index + 1, 0, observation, { scheduledAt: NOON });
				return { ...outcome, firstAttemptAt: NOON + index };
			});
			guard.receive({
				outcomes,
				acknowledge: () => {
					acknowledged += outcomes.length;
				},
			});
		},
		stop,
		[Symbol.asyncDispose]: stop,
	};
	running = guard.run(stopping.signal);
	return made;
}

/** Lets time pass, and what happens meanwhile, the database's work included. */
async function pass(ms: number): Promise<void> {
	for (let passed = 0; passed <= ms; passed += 250) {
		await vi.advanceTimersByTimeAsync(passed === 0 ? 0 : 250);
		for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
	}
}

test("checks that are made pass at once, and failing ones once a canary has answered", async () => {
	await using database = await freshDatabase("sqlite");
	await using on = guarded(database);
	await pass(10 * SECOND);
	on.receive(upObservation, downObservation, upObservation);
	expect([on.passed, on.acknowledged()]).toEqual([["1 answered", "3 answered"], 0]);
	await pass(0);
	expect([on.passed, on.acknowledged()]).toEqual([["1 answered", "3 answered", "2 failed"], 3]);
	expect(on.trials()).toBe(2);
});

test("many failing checks cost one trial a second", async () => {
	await using database = await freshDatabase("sqlite");
	await using on = guarded(database);
	await pass(10 * SECOND);
	const before = on.trials();
	for (let step = 0; step < 40; step += 1) {
		on.receive(downObservation);
		await pass(250);
	}
	expect(on.trials() - before).toBeLessThanOrEqual(21);
	await pass(SECOND);
	expect(on.passed).toEqual(Array.from({ length: 40 }, () => "1 failed"));
});

test("while the network is cut off checks are missed, and the cut is noted until it is over", async () => {
	await using database = await freshDatabase("sqlite");
	await using on = guarded(database);
	await pass(10 * SECOND);
	on.isConnected = false;
	on.receive(missedObservation, downObservation);
	await pass(4 * SECOND);
	expect([on.passed, on.acknowledged()]).toEqual([[], 0]);
	await pass(3 * SECOND);
	expect([on.passed, on.acknowledged()]).toEqual([["1 cut_off", "2 cut_off"], 2]);
	expect(await openCutOff(database, "monitor-1")).toBe(NOON);

	on.receive(downObservation, upObservation);
	expect(on.passed.slice(2)).toEqual(["1 cut_off", "2 answered"]);
	on.isConnected = true;
	await pass(3 * SECOND);
	expect(await openCutOff(database, "monitor-1")).toBeNull();
	on.receive(downObservation);
	await pass(2 * SECOND);
	expect(on.passed.slice(4)).toEqual(["1 failed"]);
});

test("a cut that is over at the next start ends there", async () => {
	await using database = await freshDatabase("sqlite");
	{
		await using on = guarded(database, false);
		on.receive(downObservation);
		await pass(8 * SECOND);
		expect(await openCutOff(database, "monitor-1")).toBe(NOON);
	}
	await using _ = guarded(database);
	await pass(0);
	expect(await openCutOff(database, "monitor-1")).toBeNull();
});

test("canaries that fail while targets answer hide no outage", async () => {
	await using database = await freshDatabase("sqlite");
	await using on = guarded(database, false);
	await pass(SECOND);
	on.receive(upObservation, upObservation, downObservation);
	await pass(7 * SECOND);
	expect(on.passed).toEqual(["1 answered", "2 answered", "3 failed"]);
	on.receive(downObservation);
	expect(on.passed.slice(3)).toEqual(["1 failed"]);
	expect(await openCutOff(database, "monitor-1")).toBeNull();
});

test("a single attempt that fails counts once a canary has answered, and is missed while the network is cut off", async () => {
	await using database = await freshDatabase("sqlite");
	await using on = guarded(database);
	await pass(10 * SECOND);
	const seen: string[] = [];
	const weigh = (observation: CheckOutcome["observation"]) =>
		void on.guard
			.weigh({ observation, startedAt: NOON + 1, completedAt: NOON + 2 })
			.then((attempt) => seen.push(attempt.observation.kind));
	weigh(upObservation);
	weigh(downObservation);
	await pass(2 * SECOND);
	expect([seen, on.guard.isConnected]).toEqual([["answered", "failed"], true]);
	on.isConnected = false;
	weigh(downObservation);
	await pass(2 * SECOND);
	expect([seen.length, on.guard.isConnected]).toEqual([2, false]);
	await pass(6 * SECOND);
	expect(seen.slice(2)).toEqual(["missed"]);
	expect(await openCutOff(database, "monitor-1")).toBe(NOON + 1);
	weigh(downObservation);
	await pass(0);
	expect(seen.slice(3)).toEqual(["missed"]);
});

test("a check that is held when the service stops is to be made again", async () => {
	await using database = await freshDatabase("sqlite");
	const on = guarded(database);
	await pass(SECOND);
	on.isConnected = false;
	on.receive(upObservation, downObservation);
	await on.stop();
	expect(on.guard.releaseHeld().map(({ monitorId }) => monitorId)).toEqual([2]);
	expect([on.passed, on.acknowledged()]).toEqual([["1 answered"], 2]);
});
