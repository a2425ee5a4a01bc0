/**
 * The monitors of a team whose target names a host or that have a tag, and the others. For demo monitors, which share
 * both: the target of a job or a flow names no host.
 */

import { sql } from "kysely";
import type { Session } from "../database/session.ts";
import { deleteMonitors } from "./monitors.ts";

export interface Shared {
	readonly host: string;
	readonly tag: string;
}

export async function countMonitorsElsewhere({ db }: Session, teamId: number, shared: Shared): Promise<number> {
	const { rows } = await sql<{ count: number }>`
		select count(*) as count from monitors
		where team_id = ${teamId} and deleted_at is null and not ${isOf(shared)}`.execute(db);
	return rows[0]?.count ?? 0;
}

/** Deletes them for every reader at once; how many. Their history is pruned afterwards. */
export function deleteMonitorsOf(session: Session, teamId: number, shared: Shared, now: number): Promise<number> {
	return session.transaction(async (session) => {
		const monitors = await session.db
			.selectFrom("monitors")
			.select("id")
			.where("team_id", "=", teamId)
			.where("deleted_at", "is", null)
			.where(isOf(shared))
			.execute();
		return deleteMonitors(
			session,
			monitors.map(({ id }) => id),
			now,
		);
	});
}

function isOf({ host, tag }: Shared) {
	return sql<boolean>`(target like ${`%${host}%`} or tags like ${`%"${tag}"%`})`;
}
