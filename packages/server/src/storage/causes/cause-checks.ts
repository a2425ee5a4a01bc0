/** The checks that outages wait for before they are notified (./dependencies.ts writes them). */

import { sql } from "kysely";
import { decideAgain } from "../alerts/decide-again.ts";
import { idRows } from "../database/id-rows.ts";
import type { Tx } from "../database/tx.ts";
import { STARTED_AT } from "../results/started-at.ts";
import { askForCheck } from "../schedule/monitor-states.ts";
import { lockCauses } from "./cause-locks.ts";
import { endOtherWaits, linkAgain } from "./dependencies.ts";

/** Monitors that are made due in one run, a short transaction each. */
const ASKED_AT_ONCE = 200;
/** Waits that one transaction ends. */
const ENDED_AT_ONCE = 1_000;

/**
 * A problem whose cause may be another monitor waits until that one was checked: makes such monitors due at once, and
 * ends the wait when they were. What a crash leaves is found again in the database.
 */
export async function checkCauses(database: Tx, now: number): Promise<"more" | "idle"> {
	const asked = await askForChecks(database, now);
	const ended = await endCauseChecks(database, now);
	return asked + ended > 0 ? "more" : "idle";
}

/** Makes the monitors due whose checks are waited for; returns how many there were. */
async function askForChecks(database: Tx, now: number): Promise<number> {
	const { rows } = await sql<{ monitor_id: number }>`
		select distinct monitor_id from cause_checks where asked_at is null
		order by monitor_id limit ${ASKED_AT_ONCE}`.execute(database.db);
	for (const { monitor_id: id } of rows) {
		await askForCheck(database, id, now);
		// Asked for again after a crash between the two, the check is made once more.
		await sql`update cause_checks set asked_at = ${now} where monitor_id = ${id} and asked_at is null`.execute(
			database.db,
		);
	}
	return rows.length;
}

/**
 * Ends the waits whose checks were made, can't be made, or took too long, and has the notices decided. Returns how many
 * checks were waited for.
 */
export async function endCauseChecks(database: Tx, now: number): Promise<number> {
	const { results } = database.dialect;
	// A check that began before says nothing of the time after it, however late it ends.
	const { rows } = await sql<{ outage_id: number; monitor_id: number; since: number; until: number; team_id: number }>`
		select w.outage_id, w.monitor_id, w.since, w.until, ms.team_id from cause_checks as w
		join monitor_states as ms on ms.monitor_id = w.monitor_id
		${results.leftJoinCheck(sql`ms.monitor_id`, sql`ms.last_minute`)}
		where w.until <= ${now} or ms.slot_at is null
			or (ms.last_checked_at > w.since and coalesce(${STARTED_AT}, w.since) >= w.since)
		limit ${ENDED_AT_ONCE}`.execute(database.db);
	if (rows.length === 0) return 0;
	const monitors = await database.transaction(async (tx) => {
		await lockCauses(tx, new Set(rows.map(({ team_id }) => team_id)));
		const done = tx.dialect.rows(
			{ outage_id: "integer", monitor_id: "integer", since: "integer", until: "integer" },
			rows.map(({ team_id: _, ...wait }) => wait),
		);
		// Not a later wait for the same check, which a commit made since they were read.
		await sql`
			delete from cause_checks where (outage_id, monitor_id, since, until) in (
				select outage_id, monitor_id, since, until from ${done} as r
			)`.execute(tx.db);
		const outageIds = [...new Set(rows.map(({ outage_id }) => outage_id))];
		await linkAgain(tx, outageIds);
		await endOtherWaits(tx, outageIds);
		const ids = idRows(tx.dialect, outageIds);
		const { rows: ended } = await sql<{ monitor_id: number }>`
			update outages set waits_until = null
			where id in (select id from ${ids} as r) and not exists (
				select 1 from cause_checks as c where c.outage_id = outages.id
			) returning monitor_id`.execute(tx.db);
		return ended.map(({ monitor_id }) => monitor_id);
	});
	await decideAgain(database, { monitors, causes: [] }, now);
	return rows.length;
}

/** When the next wait ends whatever happens, epoch milliseconds; null when there is none. */
export async function nextEndOfWait({ db }: Tx): Promise<number | null> {
	const { rows } = await sql<{ until: number | null }>`select min(until) as until from cause_checks`.execute(db);
	return rows[0]?.until ?? null;
}
