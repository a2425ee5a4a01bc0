/** The monitors of a team that have a tag, and how many have not: those of the demo, which all have one. */

import { sql } from "kysely";
import type { MonitorType } from "../../domain/monitors/monitor.ts";
import type { Tx } from "../database/tx.ts";
import { deleteMonitors } from "./monitors.ts";

export interface TaggedMonitor {
	readonly id: number;
	/** `mon_…` */
	readonly publicId: string;
	readonly name: string;
	readonly type: MonitorType;
}

/** In the order in which they were created. */
export function taggedMonitors({ db }: Tx, teamId: number, tag: string): Promise<TaggedMonitor[]> {
	return db
		.selectFrom("monitors")
		.select(["id", "public_id as publicId", "name", "type"])
		.where("team_id", "=", teamId)
		.where("deleted_at", "is", null)
		.where(has(tag))
		.orderBy("id")
		.execute();
}

export async function countUntagged({ db }: Tx, teamId: number, tag: string): Promise<number> {
	const { rows } = await sql<{ count: number }>`
		select count(*) as count from monitors
		where team_id = ${teamId} and deleted_at is null and not ${has(tag)}`.execute(db);
	return Number(rows[0]?.count ?? 0);
}

/** Deletes them for every reader at once; how many. Their history is pruned afterwards. */
export function deleteTagged(database: Tx, teamId: number, tag: string, now: number): Promise<number> {
	return database.transaction(async (tx) => {
		const monitors = await taggedMonitors(tx, teamId, tag);
		return deleteMonitors(
			tx,
			monitors.map(({ id }) => id),
			now,
		);
	});
}

function has(tag: string) {
	return sql<boolean>`(tags like ${`%"${tag}"%`})`;
}
