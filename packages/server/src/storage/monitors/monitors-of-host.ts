/** The monitors of a team whose target names a host, and the others. For demo monitors, which share one. */

import { sql } from "kysely";
import type { Session } from "../database/session.ts";
import { deleteMonitors } from "./monitors.ts";

export async function countMonitorsElsewhere({ db }: Session, teamId: number, host: string): Promise<number> {
	const { rows } = await sql<{ count: number }>`
		select count(*) as count from monitors
		where team_id = ${teamId} and deleted_at is null and target not like ${`%${host}%`}`.execute(db);
	return rows[0]?.count ?? 0;
}

/** Deletes them for every reader at once; how many. Their history is pruned afterwards. */
export function deleteMonitorsAt(session: Session, teamId: number, host: string, now: number): Promise<number> {
	return session.transaction(async (session) => {
		const monitors = await session.db
			.selectFrom("monitors")
			.select("id")
			.where("team_id", "=", teamId)
			.where("deleted_at", "is", null)
			.where("target", "like", `%${host}%`)
			.execute();
		return deleteMonitors(
			session,
			monitors.map(({ id }) => id),
			now,
		);
	});
}
