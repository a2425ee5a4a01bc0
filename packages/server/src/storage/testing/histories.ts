/**
 * Generated histories for tests of figures: what was recorded, when, and the figures that counting one by one gives.
 */

import fc from "fast-check";
import type { Observation } from "../../domain/checks/observation.ts";
import type { CheckRecord } from "../../domain/checks/record.ts";
import { recordChecks } from "../commit/record-checks.ts";
import type { Tx } from "../database/tx.ts";
import { checksBetween } from "../results/read-checks.ts";
import { anOutcome, downObservation, missedObservation, upObservation } from "./fixtures.ts";

/** A check of one of several monitors, and how many minutes after its own it was recorded. */
interface TestCheck {
	readonly monitor: number;
	readonly minute: number;
	readonly observation: Observation;
	readonly recordedAfter: number;
	readonly revision: number;
}

const observation: fc.Arbitrary<Observation> = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.integer({ min: 1, max: 300 }).map((responseTimeMs) => ({ ...upObservation, responseTimeMs })),
	},
	{
		weight: 1,
		arbitrary: fc.integer({ min: 5_000, max: 9_000 }).map((responseTimeMs) => ({ ...upObservation, responseTimeMs })),
	},
	{ weight: 1, arbitrary: fc.constant({ ...upObservation, status: 500, responseTimeMs: 20 }) },
	{ weight: 1, arbitrary: fc.constant(downObservation) },
	{ weight: 1, arbitrary: fc.constant(missedObservation) },
);

/** Three days: how many minutes after its own a check may be recorded. */
export const LATEST = 4_320;

/**
 * Checks of `monitors` monitors in the minutes up to `minutes`; some come late, some take the place of an earlier one.
 */
export function histories(monitors: number, minutes: number, maxLength: number): fc.Arbitrary<readonly TestCheck[]> {
	return fc.array(
		fc.record({
			monitor: fc.nat(monitors - 1),
			minute: fc.oneof(fc.nat(minutes - 1), fc.nat(Math.min(minutes, 300) - 1)),
			observation,
			recordedAfter: fc.oneof({ weight: 4, arbitrary: fc.nat(1) }, { weight: 1, arbitrary: fc.nat(LATEST) }),
			revision: fc.integer({ min: 1, max: 3 }),
		}),
		{ minLength: maxLength / 3, maxLength },
	);
}

/** Records `checks` in the order in which they arrived, and calls `between` after every twenty. */
export async function play(
	tx: Tx,
	monitors: readonly number[],
	checks: readonly TestCheck[],
	start: number,
	between: (now: number) => Promise<void>,
): Promise<void> {
	const inOrder = checks.toSorted((a, b) => a.minute + a.recordedAfter - (b.minute + b.recordedAfter));
	for (const [index, check] of inOrder.entries()) {
		const minute = start + check.minute;
		const now = (minute + check.recordedAfter) * 60_000 + 45_000;
		const outcome = anOutcome(monitors[check.monitor] ?? 0, minute, check.observation, { revision: check.revision });
		await recordChecks(tx, [outcome], now);
		if (index % 20 === 19) await between(now);
	}
}

/** Every judged check, as recorded. */
export async function judgedChecks(tx: Tx, monitor: number, from: number, to: number): Promise<CheckRecord[]> {
	const found: CheckRecord[] = [];
	for (let at = from; at < to; at += 1_440) {
		found.push(...(await checksBetween(tx, monitor, at, Math.min(to, at + 1_440))));
	}
	return found.filter(({ verdict }) => verdict !== "missed");
}

/** What the figures of some checks have to be. */
export function counted(checks: readonly CheckRecord[]) {
	const times = checks.flatMap(({ responseTimeMs }) => responseTimeMs ?? []).sort((a, b) => a - b);
	const count = (verdict: string) => checks.filter((check) => check.verdict === verdict).length;
	const rank = (percent: number) => times[Math.ceil((percent * times.length) / 100) - 1] ?? 0;
	const sum = times.reduce((total, time) => total + time, 0);
	return {
		total: checks.length,
		up: count("up"),
		degraded: count("degraded"),
		down: count("down"),
		answered: times.length,
		sum,
		min: times[0] ?? 0,
		max: times.at(-1) ?? 0,
		p50: rank(50),
		p95: rank(95),
		p99: rank(99),
	};
}
