/** Which locations see a monitor down alone, changed in the commit of the check that shows it. */

import { sql } from "kysely";
import type { CheckOutcome } from "../../domain/checks/check.ts";
import { regionalFailures } from "../../domain/checks/locations/regional.ts";
import type { Reason } from "../../domain/checks/reason.ts";
import type { RecordedCheck } from "../../domain/checks/transition.ts";
import { reasonCode } from "../database/codes.ts";
import { idRows } from "../database/id-rows.ts";
import type { RegionalFailureTable } from "../database/tables/alerts.ts";
import type { Tx } from "../database/tx.ts";
import { CONTROL } from "../results/locations/location-rows.ts";

/** A location has begun to fail alone, or no longer does. */
export interface RegionalChange {
	readonly monitorId: number;
	readonly teamId: number;
	/** Null: where `control` is. */
	readonly locationId: number | null;
	readonly isOver: boolean;
	/** Start of the first such check, and completion of the check that changed it. Epoch milliseconds. */
	readonly since: number;
	readonly checkedAt: number;
	readonly reason: Reason | null;
	readonly message: string | null;
}

type Failing = Pick<RegionalFailureTable, "monitor_id" | "location" | "since">;

/**
 * Writes what `changes` say of locations that fail alone. What a monitor that is down everywhere ends is no change: its
 * own status tells it. One short statement where no location fails alone and none is asked.
 */
export async function changeRegionalFailures(
	tx: Tx,
	changes: readonly { readonly recorded: RecordedCheck; readonly outcome: CheckOutcome }[],
): Promise<readonly RegionalChange[]> {
	const isOfSeveral = changes.some(({ outcome }) => outcome.locations !== undefined);
	if (!isOfSeveral && !(await hasSome(tx))) return [];
	const ids = idRows(tx.dialect, [...new Set(changes.map(({ recorded }) => recorded.monitorId))]);
	const { rows } = await sql<Failing>`
		select monitor_id, location, since from regional_failures
		where monitor_id in (select id from ${ids} as r)`.execute(tx.db);
	const known = Map.groupBy(rows, ({ monitor_id }) => monitor_id);
	const [begun, ended] = [new Map<string, RegionalFailureTable>(), new Map<string, Failing>()];
	const found: RegionalChange[] = [];
	for (const { recorded, outcome } of changes) {
		const { monitorId, teamId, before, check } = recorded;
		const seen = regionalFailures(outcome, check.judgement);
		// A late check changes only the history.
		if (seen === null || (before.lastMinute !== null && check.minute < before.lastMinute)) continue;
		const change = { monitorId, teamId, checkedAt: check.completedAt };
		const ofMonitor = new Map(known.get(monitorId)?.map((row) => [row.location, row]));
		for (const { locationId, startedAt, judgement } of seen.failing) {
			const location = locationId ?? CONTROL;
			const key = `${monitorId}:${location}`;
			const earlier = ofMonitor.get(location);
			const since = earlier?.since ?? firstFree(startedAt, ofMonitor);
			const { reason, message } = judgement;
			if (earlier === undefined) found.push({ ...change, locationId, isOver: false, since, reason, message });
			const row = { monitor_id: monitorId, location, since, reason: reasonCode(reason), message: message ?? "" };
			ofMonitor.set(location, row);
			begun.set(key, row);
			ended.delete(key);
		}
		for (const [location, row] of ofMonitor) {
			const locationId = location === CONTROL ? null : location;
			if (!seen.isOver(locationId)) continue;
			const key = `${monitorId}:${location}`;
			ofMonitor.delete(location);
			begun.delete(key);
			ended.set(key, row);
			if (check.judgement.verdict === "down") continue;
			found.push({ ...change, locationId, isOver: true, since: row.since, reason: null, message: null });
		}
		known.set(monitorId, [...ofMonitor.values()]);
	}
	const key = { monitor_id: "integer", location: "integer" } as const;
	if (ended.size > 0)
		await tx.dialect.deleteRows(tx.db, { table: "regional_failures", key, rows: [...ended.values()] });
	if (begun.size > 0) {
		const columns = { ...key, since: "integer", reason: "integer", message: "text" } as const;
		await tx.dialect.insertRows(
			tx.db,
			{ table: "regional_failures", key, columns, rows: [...begun.values()] },
			sql`on conflict (monitor_id, location) do update
				set since = excluded.since, reason = excluded.reason, message = excluded.message`,
		);
	}
	return found;
}

/** What an alert was notified of is known by it. */
function firstFree(startedAt: number, ofMonitor: ReadonlyMap<number, Failing>): number {
	const taken = new Set(Array.from(ofMonitor.values(), ({ since }) => since));
	let since = startedAt;
	while (taken.has(since)) since += 1;
	return since;
}

async function hasSome({ db }: Tx): Promise<boolean> {
	const { rows } = await sql`select 1 from regional_failures limit 1`.execute(db);
	return rows.length > 0;
}
