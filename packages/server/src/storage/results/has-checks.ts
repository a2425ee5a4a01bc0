/** Whether a monitor has a check in a range of minutes: cheaper than to read them. */

import { sql } from "kysely";
import type { Session } from "../database/session.ts";
import { hoursOf } from "./stored-checks.ts";

/** @param fromMinute the first one of an hour, as is `toMinute` */
export async function hasChecksBetween(
	{ db, dialect: { results } }: Session,
	monitorId: number,
	fromMinute: number,
	toMinute: number,
): Promise<boolean> {
	const { rows } = await sql<{ found: boolean | number }>`select (
		exists (select 1 from ${results.ofMonitor(monitorId, fromMinute, toMinute)})
		or exists (select 1 from ${results.blocksOfMonitor(monitorId, ...hoursOf(fromMinute, toMinute))})
	) as found`.execute(db);
	return Boolean(rows[0]?.found);
}
