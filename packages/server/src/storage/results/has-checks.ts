/** Whether a monitor has a check in a range of minutes: cheaper than to read them. */

import { sql } from "kysely";
import type { Tx } from "../database/tx.ts";
import { sealedOfMonitor } from "./sealed/sealed-blocks.ts";
import { hoursOf } from "./stored-checks.ts";

/** @param fromMinute the first one of a UTC day, as is `toMinute` */
export async function hasChecksBetween(
	tx: Tx,
	monitorId: number,
	fromMinute: number,
	toMinute: number,
): Promise<boolean> {
	const { rows } = await sql<{ found: boolean | number }>`select (
		exists (select 1 from ${tx.dialect.results.ofMonitor(monitorId, fromMinute, toMinute)})
		or exists (select 1 from ${sealedOfMonitor(tx, monitorId, ...hoursOf(fromMinute, toMinute))})
	) as found`.execute(tx.db);
	return Boolean(rows[0]?.found);
}
