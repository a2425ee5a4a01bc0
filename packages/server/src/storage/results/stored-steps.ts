/** What is kept of the steps of a flow's check. */

import { minuteOf } from "../../domain/checks/check.ts";
import { NO_PHASES, PHASES, type PhaseTimes, type StepSeen } from "../../domain/checks/observation.ts";
import type { JudgedOutcome } from "../../domain/checks/record.ts";
import type { StepTimes } from "../../domain/checks/step-times.ts";
import { idOfOutcome } from "./check-row.ts";

/** Name, status, time, and the phases in the order of PHASES; times in whole milliseconds. */
export type StoredStep = readonly [name: string, status: number | null, timeMs: number, ...phases: number[]];

/** A check with its steps, at least one. */
export interface CheckSteps {
	readonly minute: number;
	readonly monitor_id: number;
	readonly steps: readonly StoredStep[];
}

/** The steps of those `checks` that have some, by checkId. */
export function stepsOfChecks(checks: readonly JudgedOutcome[]): ReadonlyMap<string, CheckSteps> {
	const found = new Map<string, CheckSteps>();
	for (const { outcome } of checks) {
		const { observation, order } = outcome;
		const steps = observation.kind !== "missed" && "steps" in observation ? observation.steps : undefined;
		if (steps === undefined || steps.length === 0) continue;
		const check = { minute: minuteOf(order.scheduledAt), monitor_id: order.monitorId, steps: steps.map(toStored) };
		found.set(idOfOutcome(outcome), check);
	}
	return found;
}

function toStored({ name, responseStatus, timeMs, phases }: StepSeen): StoredStep {
	return [name, responseStatus, Math.round(timeMs), ...PHASES.map((phase) => wholeMs(phases[phase]))];
}

/** Exactly 0 is a phase that did not take place. */
function wholeMs(ms: number): number {
	return ms === 0 ? 0 : Math.max(1, Math.round(ms));
}

export function fromStored([name, responseStatus, timeMs, ...times]: StoredStep): StepTimes {
	const phases = Object.fromEntries(PHASES.map((phase, index) => [phase, times[index] ?? 0])) as PhaseTimes;
	return { name, responseStatus, timeMs, phases: { ...NO_PHASES, ...phases } };
}
