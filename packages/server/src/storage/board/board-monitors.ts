/** A team's monitors for its board: what edits change, and the states that checks change. */

import { type RawBuilder, sql } from "kysely";
import type { MonitorType } from "../../domain/monitors/monitor.ts";
import { numberOrNull } from "../database/dialect.ts";
import type { Tx } from "../database/tx.ts";
import { EXISTS } from "../monitors/select-monitors.ts";
import { numbersIn } from "./joined-columns.ts";

export interface BoardMonitor {
	readonly id: number;
	/** `mon_…` */
	readonly publicId: string;
	readonly name: string;
	readonly type: MonitorType;
	readonly target: string;
	readonly tags: readonly string[];
	readonly isEnabled: boolean;
	/** Epoch seconds. */
	readonly createdAt: number;
}

/** Every monitor of a team, in the order of their names by code point, then of their making. */
export async function boardMonitors(tx: Tx, teamId: number): Promise<BoardMonitor[]> {
	const { rows } = await sql<{
		id: number;
		public_id: string;
		name: string;
		type: MonitorType;
		target: string;
		tags: string;
		enabled_at: number | null;
		created_at: number;
	}>`
		select m.id, m.public_id, m.name, m.type, m.target, m.tags, m.enabled_at, m.created_at
		from monitors m
		where ${EXISTS} and m.team_id = ${teamId}
		order by ${tx.dialect.byCodePoint(sql`m.name`)}, m.id`.execute(tx.db);
	// Monitors share few lists of tags.
	const tagLists = new Map<string, readonly string[]>([["[]", []]]);
	const tagsOf = (json: string) => {
		const known = tagLists.get(json) ?? (JSON.parse(json) as string[]);
		tagLists.set(json, known);
		return known;
	};
	return rows.map((row) => ({
		id: row.id,
		publicId: row.public_id,
		name: row.name,
		type: row.type,
		target: row.target,
		tags: tagsOf(row.tags),
		isEnabled: row.enabled_at !== null,
		createdAt: Math.floor(row.created_at / 1000),
	}));
}

/** The states of a team's monitors, one column each. */
export interface BoardStates {
	/** Changes when a monitor is added, edited or deleted. */
	readonly edition: string;
	readonly monitorIds: readonly number[];
	/** Indexes into STATUSES, a digit each. */
	readonly statuses: string;
	/** Epoch seconds; null while pending. */
	readonly since: readonly (number | null)[];
	/** Newest minutes with a verdict; null before the first. */
	readonly lastMinutes: readonly (number | null)[];
}

/** Every monitor of a team, in any order; as one row, because that is read at every board. */
export async function boardStates(tx: Tx, teamId: number): Promise<BoardStates> {
	const joined = (value: RawBuilder<unknown>, separator: "," | "" = ",") =>
		tx.dialect.joined(value, separator, sql`m.id`);
	const { rows } = await sql<Record<"ids" | "edits" | "statuses" | "since" | "minutes", string | null>>`
		select ${joined(sql`m.id`)} as ids, ${joined(sql`m.updated_at`)} as edits, ${joined(sql`s.status`, "")} as statuses,
			${joined(numberOrNull(sql`s.status_since / 1000`))} as since, ${joined(numberOrNull(sql`s.last_minute`))} as minutes
		from monitors m join monitor_states s on s.monitor_id = m.id
		where ${EXISTS} and m.team_id = ${teamId}`.execute(tx.db);
	const { ids = null, edits, statuses, since, minutes } = rows[0] ?? {};
	if (ids === null) return { edition: "", monitorIds: [], statuses: "", since: [], lastMinutes: [] };
	return {
		edition: `${ids} ${edits}`,
		monitorIds: numbersIn(ids),
		statuses: statuses ?? "",
		since: numbersIn(since ?? ""),
		lastMinutes: numbersIn(minutes ?? ""),
	};
}
