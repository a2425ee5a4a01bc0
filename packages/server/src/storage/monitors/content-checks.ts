/** Content checks of a monitor. Who changes them locks the monitor. */

import type { Selectable } from "kysely";
import type { Comparison, ContentCheck, StoredContentCheck } from "../../domain/monitors/monitor.ts";
import type { Seek } from "../../domain/seek.ts";
import { type AgeKey, newestFirst } from "../database/newest-first.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { ContentCheckTable } from "../database/tables/monitors.ts";
import type { Tx } from "../database/tx.ts";

export async function createContentCheck(
	{ db }: Tx,
	monitorId: number,
	wanted: Omit<ContentCheck, "id"> & { readonly isEnabled?: boolean },
	now: number,
): Promise<StoredContentCheck> {
	const row = await db
		.insertInto("content_checks")
		.values({
			public_id: newPublicId("chk"),
			monitor_id: monitorId,
			type: wanted.type,
			value: wanted.value,
			operator: wanted.comparison?.operator ?? null,
			expected: wanted.comparison === undefined ? null : JSON.stringify(wanted.comparison.expected),
			case_sensitive: wanted.caseSensitive ? 1 : 0,
			is_enabled: wanted.isEnabled === false ? 0 : 1,
			created_at: now,
			updated_at: now,
		})
		.returningAll()
		.executeTakeFirstOrThrow();
	return fromRow(row);
}

/** The check of that monitor and public id; null when there is none. */
export async function findContentCheck(
	tx: Tx,
	monitorId: number,
	publicId: string,
): Promise<StoredContentCheck | null> {
	const row = await tx.db
		.selectFrom("content_checks")
		.selectAll()
		.where("public_id", "=", publicId)
		.where("monitor_id", "=", monitorId)
		.executeTakeFirst();
	return row ? fromRow(row) : null;
}

/** A page of a monitor's content checks, newest first. */
export async function pageOfContentChecks(
	tx: Tx,
	monitorId: number,
	seek: Seek<AgeKey>,
): Promise<StoredContentCheck[]> {
	const checks = tx.db.selectFrom("content_checks").selectAll().where("monitor_id", "=", monitorId);
	return (await newestFirst(checks, seek)).map(fromRow);
}

/** Every content check of a team, oldest first, by the key of its monitor. */
export async function contentChecksOfTeam(
	{ db }: Tx,
	teamId: number,
): Promise<ReadonlyMap<number, readonly StoredContentCheck[]>> {
	const rows = await db
		.selectFrom("content_checks as c")
		.innerJoin("monitors as m", "m.id", "c.monitor_id")
		.selectAll("c")
		.where("m.team_id", "=", teamId)
		.where("m.deleted_at", "is", null)
		.orderBy("c.id")
		.execute();
	const checks = Map.groupBy(rows, ({ monitor_id }) => monitor_id);
	return new Map([...checks].map(([monitor, own]) => [monitor, own.map(fromRow)]));
}

export async function countContentChecks({ db }: Tx, monitorId: number): Promise<number> {
	const { count } = await db
		.selectFrom("content_checks")
		.select((is) => is.fn.countAll<number>().as("count"))
		.where("monitor_id", "=", monitorId)
		.executeTakeFirstOrThrow();
	return count;
}

export async function deleteContentCheck({ db }: Tx, id: number): Promise<void> {
	await db.deleteFrom("content_checks").where("id", "=", id).execute();
}

/** The comparison of a row, as a member; nothing for checks of the body's text. */
export function comparisonOf({ operator, expected }: Pick<Selectable<ContentCheckTable>, "operator" | "expected">): {
	readonly comparison?: Comparison;
} {
	if (operator === null) return {};
	return { comparison: { operator, expected: JSON.parse(expected ?? "null") as Comparison["expected"] } };
}

function fromRow(row: Selectable<ContentCheckTable>): StoredContentCheck {
	return {
		id: row.id,
		publicId: row.public_id,
		type: row.type,
		value: row.value,
		...comparisonOf(row),
		caseSensitive: row.case_sensitive === 1,
		isEnabled: row.is_enabled === 1,
		createdAt: row.created_at,
		updatedAt: row.updated_at,
	};
}
