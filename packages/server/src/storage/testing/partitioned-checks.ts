/** Builders for tests of partitions: checks of two hours, and where their rows lie. On PostgreSQL. */

import { sql } from "kysely";
import { recordChecks } from "../commit/record-checks.ts";
import type { Database, Tx } from "../database/tx.ts";
import { checksBetween } from "../results/read-checks.ts";
import { SEALED_AFTER_HOURS, sealClosedHours } from "../results/sealed/seal-hours.ts";
import { aMonitor, anOutcome, aTeam, downObservation, upObservation } from "./fixtures.ts";

export const firstHour = Date.UTC(2026, 4, 1) / 3_600_000;
export const start = firstHour * 60;
export const minuteMs = 60_000;
/** Hours that get a partition at once. */
export const CREATED = 2;
/** The hour `hours` after the first one may be sealed, and no later one. */
export const sealsThrough = (hours: number) => (start + (hours + 1 + SEALED_AFTER_HOURS) * 60) * minuteMs;

export async function seal(database: Tx, now: number): Promise<void> {
	while (await sealClosedHours(database, now));
}

/** Rows where they lie: in partitions of hours, and in the default one; and how many of them are checks. */
export async function places(database: Tx) {
	const { rows } = await sql<{ stored: number; rest: number; visible: number; blocks: number; details: number }>`select
		(select count(*) from recent_results) as stored, (select count(*) from recent_results_rest) as rest,
		(select count(*) from check_results) as visible, (select count(*) from sealed_hours) as blocks,
		(select count(*) from check_failures) as details`.execute(database.db);
	return rows[0];
}

/** Two monitors, each with one check that is down and one that is up in each of the first two hours. */
export async function twoMonitors(database: Database) {
	const team = await aTeam(database);
	const monitors = [await aMonitor(database, team), await aMonitor(database, team)];
	await record(
		database,
		monitors.flatMap((id) => [0, 1].map((hour) => ({ id, minute: hour * 60, observation: downObservation }))),
	);
	await record(
		database,
		monitors.flatMap((id) => [0, 1].map((hour) => ({ id, minute: hour * 60 + 59, observation: upObservation }))),
	);
	return monitors;
}

interface Made {
	readonly id: number;
	readonly minute: number;
	readonly observation?: typeof upObservation | typeof downObservation;
	readonly revision?: number;
}

export function record(database: Database, checks: readonly Made[]) {
	const outcomes = checks.map(({ id, minute, observation = upObservation, revision = 1 }) =>
		anOutcome(id, start + minute, observation, { revision }),
	);
	return recordChecks(database, outcomes, (start + 130) * minuteMs);
}

export async function read(database: Tx, monitors: readonly number[]) {
	const all = [];
	for (const id of monitors) all.push(...(await checksBetween(database, id, start, start + 600)));
	return all;
}
