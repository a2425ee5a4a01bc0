/** Status pages: a name, a slug, and the monitors they show. */

import type { Changes } from "../../domain/given.ts";
import type { Seek } from "../../domain/seek.ts";
import type { StatusPage, StatusPageSettings } from "../../domain/status-pages/status-page.ts";
import { lockRow } from "../database/lock-row.ts";
import { type AgeKey, newestFirst } from "../database/newest-first.ts";
import { newPublicId } from "../database/public-ids.ts";
import { laterUpdatedAt } from "../database/tables/updated-at.ts";
import type { Tx } from "../database/tx.ts";
import { replaceMonitorLinks } from "../monitors/monitor-links.ts";

export async function findStatusPage(tx: Tx, teamId: number, publicId: string): Promise<StatusPage | null> {
	const rows = await tx.db
		.selectFrom("status_pages")
		.selectAll()
		.where("team_id", "=", teamId)
		.where("public_id", "=", publicId)
		.execute();
	return (await complete(tx, rows))[0] ?? null;
}

/** As {@link findStatusPage}, locked until the transaction ends. */
export async function lockStatusPage(tx: Tx, teamId: number, publicId: string): Promise<StatusPage | null> {
	await lockRow(tx, "status_pages", publicId);
	return findStatusPage(tx, teamId, publicId);
}

export async function pageOfStatusPages(tx: Tx, teamId: number, seek: Seek<AgeKey>): Promise<StatusPage[]> {
	const pages = tx.db.selectFrom("status_pages").selectAll().where("team_id", "=", teamId);
	return complete(tx, await newestFirst(pages, seek));
}

export async function countStatusPages({ db }: Tx, teamId: number): Promise<number> {
	const { count } = await db
		.selectFrom("status_pages")
		.select((of) => of.fn.countAll<number>().as("count"))
		.where("team_id", "=", teamId)
		.executeTakeFirstOrThrow();
	return count;
}

/** The key of the team's page with this slug. */
export async function statusPageOfSlug({ db }: Tx, teamId: number, slug: string): Promise<number | null> {
	const page = await db
		.selectFrom("status_pages")
		.select("id")
		.where("team_id", "=", teamId)
		.where("slug", "=", slug)
		.executeTakeFirst();
	return page?.id ?? null;
}

export async function createStatusPage(
	tx: Tx,
	teamId: number,
	{ monitors, ...settings }: StatusPageSettings,
	now: number,
): Promise<StatusPage> {
	const row = await tx.db
		.insertInto("status_pages")
		.values({ ...settings, public_id: newPublicId("sp"), team_id: teamId, created_at: now, updated_at: now })
		.returningAll()
		.executeTakeFirstOrThrow();
	await replaceMonitorLinks(tx, "status_page_monitors", row.id, monitors);
	return only(tx, row);
}

/** Changes the given fields. */
export async function updateStatusPage(
	tx: Tx,
	id: number,
	{ monitors, ...changes }: Changes<StatusPageSettings>,
	now: number,
): Promise<StatusPage> {
	const row = await tx.db
		.updateTable("status_pages")
		.set({ ...changes, updated_at: laterUpdatedAt(now) })
		.where("id", "=", id)
		.returningAll()
		.executeTakeFirstOrThrow();
	if (monitors) await replaceMonitorLinks(tx, "status_page_monitors", id, monitors);
	return only(tx, row);
}

export async function deleteStatusPage({ db }: Tx, id: number): Promise<void> {
	await db.deleteFrom("status_pages").where("id", "=", id).execute();
}

interface StatusPageRow {
	id: number;
	public_id: string;
	name: string;
	slug: string;
	created_at: number;
	updated_at: number;
}

async function only(tx: Tx, row: StatusPageRow): Promise<StatusPage> {
	const [page] = await complete(tx, [row]);
	if (!page) throw new Error(`The status page ${row.public_id} has no form`);
	return page;
}

async function complete(tx: Tx, rows: readonly StatusPageRow[]): Promise<StatusPage[]> {
	if (rows.length === 0) return [];
	const monitors = Map.groupBy(
		await tx.db
			.selectFrom("status_page_monitors as of")
			.innerJoin("monitors", "monitors.id", "of.monitor_id")
			.select(["of.status_page_id", "monitors.public_id"])
			.where(
				"of.status_page_id",
				"in",
				rows.map(({ id }) => id),
			)
			.where("monitors.deleted_at", "is", null)
			.orderBy("of.monitor_id")
			.execute(),
		({ status_page_id }) => status_page_id,
	);
	return rows.map((row) => ({
		id: row.id,
		publicId: row.public_id,
		name: row.name,
		slug: row.slug,
		monitorIds: (monitors.get(row.id) ?? []).map(({ public_id }) => public_id),
		createdAt: row.created_at,
		updatedAt: row.updated_at,
	}));
}
