/** The times of a flow's steps, one row a check: read to explain it, and pruned with it. */

import { sql } from "kysely";
import { minuteOf } from "../../domain/checks/check.ts";
import { NO_PHASES, PHASES, type PhaseTimes, type StepSeen } from "../../domain/checks/observation.ts";
import type { JudgedOutcome } from "../../domain/checks/record.ts";
import type { StepTimes } from "../../domain/checks/step-times.ts";
import type { CheckStepsTable } from "../database/tables/checks.ts";
import type { Tx } from "../database/tx.ts";
import { CHECK_KEY } from "./stored-checks.ts";

/** Name, status, time, and the phases in the order of PHASES; times in whole milliseconds. */
type StoredStep = readonly [name: string, status: number | null, timeMs: number, ...phases: number[]];

/** Writes the steps of those `checks` that have some. */
export async function insertSteps(tx: Tx, checks: readonly JudgedOutcome[]): Promise<void> {
	const rows: CheckStepsTable[] = [];
	for (const { outcome } of checks) {
		const { observation, order } = outcome;
		const steps = observation.kind !== "missed" && "steps" in observation ? observation.steps : undefined;
		if (steps === undefined || steps.length === 0) continue;
		const stored = JSON.stringify(steps.map(toStored));
		rows.push({ minute: minuteOf(order.scheduledAt), monitor_id: order.monitorId, steps: stored });
	}
	if (rows.length === 0) return;
	await tx.dialect.insertRows(
		tx.db,
		{ table: "check_steps", key: CHECK_KEY, columns: { ...CHECK_KEY, steps: "text" }, rows },
		sql`on conflict (minute, monitor_id) do update set steps = excluded.steps`,
	);
}

/** The steps of the monitor's check of `minute`; null when it has none. */
export async function stepsOf(tx: Tx, monitorId: number, minute: number): Promise<StepTimes[] | null> {
	const row = await tx.db
		.selectFrom("check_steps")
		.select("steps")
		.where("monitor_id", "=", monitorId)
		.where("minute", "=", minute)
		.executeTakeFirst();
	return row === undefined ? null : (JSON.parse(row.steps) as StoredStep[]).map(fromStored);
}

function toStored({ name, responseStatus, timeMs, phases }: StepSeen): StoredStep {
	return [name, responseStatus, Math.round(timeMs), ...PHASES.map((phase) => wholeMs(phases[phase]))];
}

/** Exactly 0 is a phase that did not take place. */
function wholeMs(ms: number): number {
	return ms === 0 ? 0 : Math.max(1, Math.round(ms));
}

function fromStored([name, responseStatus, timeMs, ...times]: StoredStep): StepTimes {
	const phases = Object.fromEntries(PHASES.map((phase, index) => [phase, times[index] ?? 0])) as PhaseTimes;
	return { name, responseStatus, timeMs, phases: { ...NO_PHASES, ...phases } };
}
