/** The steps of a generated run of a flow. */

import { NO_PHASES, type PhaseTimes, type StepSeen } from "../../domain/checks/observation.ts";
import type { FlowSettings } from "../../domain/monitors/types.ts";

/** All steps, which share the run's time; the first one takes the most. */
export function stepsOfRun({ steps }: FlowSettings, responseTimeMs: number): StepSeen[] {
	const shares = steps.map((_, index) => 1 / (index + 1.5));
	const total = shares.reduce((sum, share) => sum + share, 0);
	return steps.map(({ name }, index) => {
		const timeMs = (responseTimeMs * (shares[index] ?? 0)) / total;
		return { name, responseStatus: 200, timeMs, phases: phasesOf(timeMs), saved: [] };
	});
}

/** The steps of a run that fails in the step at `failing`, which gets no response. */
export function stepsUntil({ steps }: FlowSettings, failing: number): StepSeen[] {
	return steps.slice(0, failing + 1).map(({ name }, index) => {
		const isFailing = index === failing;
		const timeMs = isFailing ? 12 : 40;
		const phases = isFailing ? NO_PHASES : phasesOf(timeMs);
		return { name, responseStatus: isFailing ? null : 200, timeMs, phases, saved: [] };
	});
}

function phasesOf(timeMs: number): PhaseTimes {
	return { ...NO_PHASES, connect: timeMs * 0.2, first_byte: timeMs * 0.7, transfer: timeMs * 0.1 };
}
