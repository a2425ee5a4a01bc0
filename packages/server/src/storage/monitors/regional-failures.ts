/** Reads which locations see a monitor down while others refute it (../commit/regional-failures.ts writes it). */

import { type RawBuilder, sql } from "kysely";
import type { Reason } from "../../domain/checks/reason.ts";
import { reasonOf } from "../database/codes.ts";
import { idRows } from "../database/id-rows.ts";
import type { Tx } from "../database/tx.ts";
import { EXISTS } from "./select-monitors.ts";

interface RegionalFailure {
	readonly monitorId: number;
	/** `mon_…` */
	readonly publicId: string;
	/** The location's name; null: where `control` is. */
	readonly location: string | null;
	/** Start of the first such check, epoch milliseconds. */
	readonly since: number;
	readonly reason: Reason | null;
	readonly message: string;
}

export function regionalFailuresOf(tx: Tx, monitorIds: readonly number[]): Promise<readonly RegionalFailure[]> {
	return read(tx, sql`f.monitor_id in (select id from ${idRows(tx.dialect, monitorIds)} as r)`);
}

/** Of all monitors of a team. */
export function regionalFailuresOfTeam(tx: Tx, teamId: number): Promise<readonly RegionalFailure[]> {
	return read(tx, sql`m.team_id = ${teamId}`);
}

async function read(tx: Tx, condition: RawBuilder<unknown>): Promise<readonly RegionalFailure[]> {
	const { rows } = await sql<{
		monitor_id: number;
		public_id: string;
		name: string | null;
		since: number;
		reason: number;
		message: string;
	}>`
		select f.monitor_id, m.public_id, l.name, f.since, f.reason, f.message from regional_failures as f
		join monitors as m on m.id = f.monitor_id and ${EXISTS}
		left join locations as l on l.id = f.location
		where ${condition} order by f.monitor_id, f.since, f.location`.execute(tx.db);
	return rows.map(({ monitor_id, public_id, name, since, reason, message }) => ({
		monitorId: monitor_id,
		publicId: public_id,
		location: name,
		since,
		reason: reasonOf(reason),
		message,
	}));
}
