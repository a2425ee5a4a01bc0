/**
 * The times of a flow's steps, read to explain a check: one text beside it until its hour is sealed, then columns of
 * their own in its block (./sealed/step-columns.ts).
 */

import { sql } from "kysely";
import type { JudgedOutcome } from "../../domain/checks/record.ts";
import type { StepTimes } from "../../domain/checks/step-times.ts";
import { hourOf, MINUTES_AN_HOUR } from "../../domain/figures/roll-up.ts";
import { idRows } from "../database/id-rows.ts";
import type { CheckStepsTable } from "../database/tables/checks.ts";
import type { Tx } from "../database/tx.ts";
import { checkId } from "./check-row.ts";
import { sealedHoursOf } from "./sealed/day-block.ts";
import { decodeSteps } from "./sealed/hour-block.ts";
import { sealedOfMinute } from "./sealed/sealed-blocks.ts";
import { CHECK_KEY } from "./stored-checks.ts";
import { type CheckSteps, fromStored, type StoredStep, stepsOfChecks } from "./stored-steps.ts";

/** Writes the steps of those `checks` that have some. */
export function insertSteps(tx: Tx, checks: readonly JudgedOutcome[]): Promise<void> {
	return writeSteps(tx, [...stepsOfChecks(checks).values()]);
}

export async function writeSteps(tx: Tx, checks: readonly CheckSteps[]): Promise<void> {
	if (checks.length === 0) return;
	const rows = checks.map((check) => ({ ...check, steps: JSON.stringify(check.steps) }));
	await tx.dialect.insertRows(
		tx.db,
		{ table: "check_steps", key: CHECK_KEY, columns: { ...CHECK_KEY, steps: "text" }, rows },
		sql`on conflict (minute, monitor_id) do update set steps = excluded.steps`,
	);
}

/** Deletes the steps of these monitors' checks in an hour, and answers them by checkId: for its block. */
export async function takeSteps(
	{ db, dialect }: Tx,
	monitorIds: readonly number[],
	hour: number,
): Promise<ReadonlyMap<string, CheckSteps>> {
	const ids = idRows(dialect, monitorIds, "monitor_id");
	const { rows: flows } = await sql<{ id: number }>`
		select id from monitors where type = 'flow' and id in (select monitor_id from ${ids} as r)`.execute(db);
	if (flows.length === 0) return new Map();
	// Minute by minute, for SQLite has those of all monitors in the order of minutes.
	const keys = flows.flatMap(({ id }) =>
		Array.from({ length: MINUTES_AN_HOUR }, (_, place) => ({ minute: hour * MINUTES_AN_HOUR + place, monitor_id: id })),
	);
	const { rows } = await sql<CheckStepsTable>`
		delete from check_steps where (minute, monitor_id) in (
			select minute, monitor_id from ${dialect.rows(CHECK_KEY, keys)} as r
		) returning minute, monitor_id, steps`.execute(db);
	return new Map(
		rows.map(({ minute, monitor_id, steps }) => [
			checkId({ monitorId: monitor_id, minute }),
			{ minute, monitor_id, steps: JSON.parse(steps) as readonly StoredStep[] },
		]),
	);
}

/** The steps of the monitor's check of `minute`; null when it has none. Throws BrokenBlock. */
export async function stepsOf(tx: Tx, monitorId: number, minute: number): Promise<StepTimes[] | null> {
	// In one statement: between two, the hour may be sealed.
	const { rows } = await sql<{ steps: string | null; block: Uint8Array | null }>`select
		(select steps from check_steps where monitor_id = ${monitorId} and minute = ${minute}) as steps,
		${sealedOfMinute(sql.lit(monitorId), sql.lit(minute))} as block`.execute(tx.db);
	const { steps = null, block = null } = rows[0] ?? {};
	if (steps !== null) return (JSON.parse(steps) as StoredStep[]).map(fromStored);
	if (block === null) return null;
	const key = { monitorId, hour: hourOf(minute) };
	const [sealed] = sealedHoursOf({ ...key, block }, key.hour, key.hour + 1);
	return (sealed && decodeSteps(key, sealed.block).get(minute)?.map(fromStored)) ?? null;
}
