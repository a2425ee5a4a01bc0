/** Status pages: a name, a slug, and the monitors they show. */

import { sql } from "kysely";
import type { Seek } from "../../domain/seek.ts";
import type { StatusPage, StatusPageSettings } from "../../domain/status-pages/status-page.ts";
import { type AgeKey, newestFirst } from "../database/newest-first.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Session } from "../database/session.ts";
import { laterUpdatedAt } from "../database/tables/updated-at.ts";
import { replaceMonitorLinks } from "../monitors/monitor-links.ts";

export const MAX_STATUS_PAGES_PER_TEAM = 100;

export async function findStatusPage(session: Session, teamId: number, publicId: string): Promise<StatusPage | null> {
	const rows = await session.db
		.selectFrom("status_pages")
		.selectAll()
		.where("team_id", "=", teamId)
		.where("public_id", "=", publicId)
		.execute();
	return (await complete(session, rows))[0] ?? null;
}

export async function pageOfStatusPages(session: Session, teamId: number, seek: Seek<AgeKey>): Promise<StatusPage[]> {
	const pages = session.db.selectFrom("status_pages").selectAll().where("team_id", "=", teamId);
	return complete(session, await newestFirst(pages, seek));
}

/** Creates a page; "taken" when its slug is used, "full" when the team has MAX_STATUS_PAGES_PER_TEAM. */
export async function createStatusPage(
	session: Session,
	teamId: number,
	settings: StatusPageSettings,
	now: number,
): Promise<StatusPage | "taken" | "full"> {
	return session.transaction(async (session) => {
		// The team's row is the lock: of two concurrent calls, one sees the page of the other.
		await sql`select id from teams where id = ${teamId}${session.dialect.forUpdate}`.execute(session.db);
		const { count } = await session.db
			.selectFrom("status_pages")
			.select((of) => of.fn.countAll<number>().as("count"))
			.where("team_id", "=", teamId)
			.executeTakeFirstOrThrow();
		if (count >= MAX_STATUS_PAGES_PER_TEAM) return "full";
		const row = await session.db
			.insertInto("status_pages")
			.values({
				public_id: newPublicId("sp"),
				team_id: teamId,
				name: settings.name,
				slug: settings.slug,
				created_at: now,
				updated_at: now,
			})
			.onConflict((conflict) => conflict.columns(["team_id", "slug"]).doNothing())
			.returningAll()
			.executeTakeFirst();
		if (!row) return "taken";
		await replaceMonitorLinks(session, "status_page_monitors", row.id, settings.monitors);
		return (await complete(session, [row]))[0] ?? "taken";
	});
}

/** Changes the given fields. "taken" when another page has the slug; null when the page was deleted. */
export async function updateStatusPage(
	session: Session,
	id: number,
	{ monitors, ...changes }: Partial<StatusPageSettings>,
	now: number,
): Promise<StatusPage | "taken" | null> {
	try {
		return await session.transaction(async (session) => {
			const row = await session.db
				.updateTable("status_pages")
				.set({ ...changes, updated_at: laterUpdatedAt(now) })
				.where("id", "=", id)
				.returningAll()
				.executeTakeFirst();
			if (!row) return null;
			if (monitors) {
				await replaceMonitorLinks(session, "status_page_monitors", id, monitors);
			}
			return (await complete(session, [row]))[0] ?? null;
		});
	} catch (error) {
		if (session.dialect.isUniqueViolation(error)) return "taken";
		throw error;
	}
}

/** False when it was deleted already. */
export async function deleteStatusPage(session: Session, id: number): Promise<boolean> {
	const { numDeletedRows } = await session.db.deleteFrom("status_pages").where("id", "=", id).executeTakeFirst();
	return numDeletedRows > 0n;
}

interface StatusPageRow {
	id: number;
	public_id: string;
	name: string;
	slug: string;
	created_at: number;
	updated_at: number;
}

async function complete(session: Session, rows: readonly StatusPageRow[]): Promise<StatusPage[]> {
	if (rows.length === 0) return [];
	const monitors = Map.groupBy(
		await session.db
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
