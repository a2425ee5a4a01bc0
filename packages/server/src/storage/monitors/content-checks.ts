/** Content checks of a monitor. Who changes them locks the monitor. */

import { sql } from "kysely";
import type { Comparison, ContentCheck, StoredContentCheck } from "../../domain/monitors/monitor.ts";
import type { Seek } from "../../domain/seek.ts";
import { idRows } from "../database/id-rows.ts";
import { type AgeKey, newestFirst } from "../database/newest-first.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Row } from "../database/schema.ts";
import { typesOf } from "../database/tables/column-types.ts";
import type { Tx } from "../database/tx.ts";

type NewContentCheck = Omit<ContentCheck, "id"> & { readonly isEnabled?: boolean };

/** Returned in the same order. */
export async function createContentChecks(
	{ db, dialect }: Tx,
	wanted: readonly { readonly monitorId: number; readonly check: NewContentCheck }[],
	now: number,
): Promise<StoredContentCheck[]> {
	if (wanted.length === 0) return [];
	const values = wanted.map(({ monitorId, check }) => ({
		public_id: newPublicId("chk"),
		monitor_id: monitorId,
		type: check.type,
		value: check.value,
		operator: check.comparison?.operator ?? null,
		expected: check.comparison === undefined ? null : JSON.stringify(check.comparison.expected),
		case_sensitive: check.caseSensitive ? 1 : 0,
		is_enabled: check.isEnabled === false ? 0 : 1,
		created_at: now,
		updated_at: now,
	}));
	const names = sql.join(Object.keys(NEW_COLUMNS).map((name) => sql.ref(name)));
	const { rows } = await sql<Row<"content_checks">>`
		insert into content_checks (${names}) select ${names} from ${dialect.rows(NEW_COLUMNS, values)} as r
		returning *`.execute(db);
	const byId = new Map(rows.map((row) => [row.public_id, fromRow(row)]));
	return values.map(({ public_id }) => byId.get(public_id) as StoredContentCheck);
}

const NEW_COLUMNS = typesOf(
	"content_checks",
	["public_id", "monitor_id", "type", "value", "operator"],
	["expected", "case_sensitive", "is_enabled", "created_at", "updated_at"],
);

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
export async function contentChecksOf(
	{ db, dialect }: Tx,
	monitorIds: readonly number[],
): Promise<ReadonlyMap<number, readonly StoredContentCheck[]>> {
	const { rows } = await sql<Row<"content_checks">>`
		select c.* from content_checks as c
		where c.monitor_id in (select id from ${idRows(dialect, monitorIds)} as r) order by c.id`.execute(db);
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

export async function deleteContentChecks(tx: Tx, ids: readonly number[]): Promise<void> {
	await sql`delete from content_checks where id in (select id from ${idRows(tx.dialect, ids)} as r)`.execute(tx.db);
}

export async function deleteContentCheck({ db }: Tx, id: number): Promise<void> {
	await db.deleteFrom("content_checks").where("id", "=", id).execute();
}

/** The comparison of a row, as a member; nothing for checks of the body's text. */
export function comparisonOf({ operator, expected }: Pick<Row<"content_checks">, "operator" | "expected">): {
	readonly comparison?: Comparison;
} {
	if (operator === null) return {};
	return { comparison: { operator, expected: JSON.parse(expected ?? "null") as Comparison["expected"] } };
}

function fromRow(row: Row<"content_checks">): StoredContentCheck {
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
