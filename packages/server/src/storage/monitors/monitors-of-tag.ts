/** The monitors of a team that have a tag, and how many have not: those of the demo, which all have one. */

import { sql } from "kysely";
import type { MonitorType } from "../../domain/monitors/monitor.ts";
import type { Session } from "../database/session.ts";
import { deleteMonitors } from "./monitors.ts";

export interface TaggedMonitor {
	readonly id: number;
	/** `mon_…` */
	readonly publicId: string;
	readonly name: string;
	readonly type: MonitorType;
}

/** In the order in which they were created. */
export function taggedMonitors({ db }: Session, teamId: number, tag: string): Promise<TaggedMonitor[]> {
	return db
		.selectFrom("monitors")
		.select(["id", "public_id as publicId", "name", "type"])
		.where("team_id", "=", teamId)
		.where("deleted_at", "is", null)
		.where(has(tag))
		.orderBy("id")
		.execute();
}

export async function countUntagged({ db }: Session, teamId: number, tag: string): Promise<number> {
	const { rows } = await sql<{ count: number }>`
		select count(*) as count from monitors
		where team_id = ${teamId} and deleted_at is null and not ${has(tag)}`.execute(db);
	return Number(rows[0]?.count ?? 0);
}

/** Deletes them for every reader at once; how many. Their history is pruned afterwards. */
export function deleteTagged(session: Session, teamId: number, tag: string, now: number): Promise<number> {
	return session.transaction(async (session) => {
		const monitors = await taggedMonitors(session, teamId, tag);
		return deleteMonitors(
			session,
			monitors.map(({ id }) => id),
			now,
		);
	});
}

function has(tag: string) {
	return sql<boolean>`(tags like ${`%"${tag}"%`})`;
}
