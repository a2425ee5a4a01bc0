/** Changes many monitors of a team in one transaction: either all of them or, when one can't be changed, none. */

import { sql } from "kysely";
import type { MonitorFilter } from "../../domain/monitors/filter.ts";
import { MAX_TAGS } from "../../domain/monitors/settings.ts";
import type { Session } from "../database/session.ts";
import { laterUpdatedAt } from "../database/tables/updated-at.ts";
import { expectRuns } from "../heartbeats/heartbeats.ts";
import { resumeChecks, stopChecks } from "../schedule/monitor-states.ts";
import { monitorIdsOf } from "./list-monitors.ts";
import { deleteMonitors } from "./monitors.ts";
import { EXISTS } from "./select-monitors.ts";

/** Monitors of one bulk action: some hundred milliseconds of one transaction. */
export const MAX_BULK = 10_000;

export type Which = { readonly publicIds: readonly string[] } | { readonly filter: MonitorFilter };
export type BulkAction =
	| { readonly action: "pause" | "resume" | "delete" }
	| { readonly action: "tag" | "untag"; readonly tags: readonly string[] };

interface Row {
	readonly id: number;
	readonly public_id: string;
	readonly enabled_at: number | null;
	readonly tags: string;
}

/**
 * How many monitors the action was for. `unknown`: the first of the ids of which the team has no monitor; `too_many`:
 * more than MAX_BULK; `too_many_tags`: one of them would have more than MAX_TAGS. Nothing is changed in these cases.
 */
export async function changeMonitors(
	session: Session,
	teamId: number,
	which: Which,
	what: BulkAction,
	now: number,
): Promise<number | { readonly unknown: string } | "too_many" | "too_many_tags"> {
	return session.transaction(async (session) => {
		const rows = await lockedRows(session, teamId, which);
		if (!Array.isArray(rows)) return rows;
		switch (what.action) {
			case "pause":
			case "resume":
				await setEnabled(session, rows, what.action === "resume", now);
				break;
			case "delete":
				await deleteMonitors(
					session,
					rows.map(({ id }) => id),
					now,
				);
				break;
			case "tag":
			case "untag": {
				const changed = rows.map((row) => ({ row, tags: tagsAfter(JSON.parse(row.tags) as string[], what) }));
				if (changed.some(({ tags }) => tags.length > MAX_TAGS)) return "too_many_tags";
				await setTags(session, changed, now);
				break;
			}
		}
		return rows.length;
	});
}

async function lockedRows(
	session: Session,
	teamId: number,
	which: Which,
): Promise<Row[] | { readonly unknown: string } | "too_many"> {
	const { dialect, db } = session;
	const columns = sql`m.id, m.public_id, m.enabled_at, m.tags`;
	// In the order of the keys, so that two bulk actions never wait for each other in a circle.
	const end = sql`order by m.id${dialect.forUpdate}`;
	if ("publicIds" in which) {
		const ids = [...new Set(which.publicIds)];
		const wanted = dialect.rows(
			{ public_id: "text" },
			ids.map((public_id) => ({ public_id })),
		);
		const { rows } = await sql<Row>`
			select ${columns} from monitors m
			where ${EXISTS} and m.team_id = ${teamId} and m.public_id in (select public_id from ${wanted} as w) ${end}`.execute(
			db,
		);
		const found = new Set(rows.map(({ public_id }) => public_id));
		const unknown = ids.find((id) => !found.has(id));
		return unknown === undefined ? rows : { unknown };
	}
	const ids = await monitorIdsOf(session, teamId, which.filter, MAX_BULK + 1);
	if (ids.length > MAX_BULK) return "too_many";
	const wanted = dialect.rows(
		{ id: "integer" },
		ids.map((id) => ({ id })),
	);
	const { rows } = await sql<Row>`
		select ${columns} from monitors m
		where ${EXISTS} and m.team_id = ${teamId} and m.id in (select id from ${wanted} as w) ${end}`.execute(db);
	return rows;
}

async function setEnabled(session: Session, rows: readonly Row[], isEnabled: boolean, now: number): Promise<void> {
	const changing = rows.filter((row) => (row.enabled_at !== null) !== isEnabled);
	const ids = session.dialect.rows(
		{ id: "integer" },
		changing.map(({ id }) => ({ id })),
	);
	await sql`
		update monitors set enabled_at = ${isEnabled ? now : null},
			updated_at = ${laterUpdatedAt(now)}
		where id in (select id from ${ids} as r)`.execute(session.db);
	const changingIds = changing.map(({ id }) => id);
	await expectRuns(session, changingIds, isEnabled ? now : null);
	if (isEnabled) await resumeChecks(session, changingIds, now);
	else await stopChecks(session, changingIds);
}

async function setTags(
	session: Session,
	changed: readonly { readonly row: Row; readonly tags: readonly string[] }[],
	now: number,
): Promise<void> {
	const rows = session.dialect.rows(
		{ id: "integer", tags: "text" },
		changed
			.map(({ row, tags }) => ({ id: row.id, tags: JSON.stringify(tags), before: row.tags }))
			.filter(({ tags, before }) => tags !== before),
	);
	await sql`
		update monitors set tags = r.tags,
			updated_at = ${laterUpdatedAt(now)}
		from ${rows} as r where monitors.id = r.id`.execute(session.db);
}

function tagsAfter(
	before: readonly string[],
	what: { readonly action: "tag" | "untag"; readonly tags: readonly string[] },
) {
	return what.action === "tag"
		? [...new Set([...before, ...what.tags])]
		: before.filter((tag) => !what.tags.includes(tag));
}
