/**
 * Slugs: unique in the installation. A page that gets another slug keeps the earlier one for a while, and the team of a
 * deleted page keeps its slug, so that links to a page never lead to another team's.
 */

import { sql } from "kysely";
import { SLUG_RESERVED_MS } from "../../domain/status-pages/status-page.ts";
import type { Tx } from "../database/tx.ts";

interface Claim {
	readonly teamId: number;
	readonly slug: string;
	/** Key of the page that is to have it; null for one that is not stored yet. */
	readonly pageId: number | null;
}

/**
 * Gives the page its slug, and reserves the one that it had. Of two that want the same slug, one waits for the other.
 * @returns whether it has the slug now
 */
export async function claimSlug(tx: Tx, { teamId, slug, pageId }: Claim, now: number): Promise<boolean> {
	await sql`delete from status_page_slugs where team_id = ${teamId} and reserved_until <= ${now}`.execute(tx.db);
	const { rows: claimed } = await sql<{ slug: string }>`
		insert into status_page_slugs (slug, team_id, status_page_id, reserved_until)
		values (${slug}, ${teamId}, ${pageId}, null)
		on conflict (slug) do update set team_id = excluded.team_id, status_page_id = excluded.status_page_id, reserved_until = null
			where status_page_slugs.reserved_until <= ${now}
				or (status_page_slugs.reserved_until is not null and status_page_slugs.team_id = excluded.team_id
					and (status_page_slugs.status_page_id is null or status_page_slugs.status_page_id = excluded.status_page_id))
		returning slug`.execute(tx.db);
	if (claimed.length === 0) return false;
	if (pageId !== null) {
		await sql`update status_page_slugs set reserved_until = ${now + SLUG_RESERVED_MS}
			where status_page_id = ${pageId} and slug <> ${slug} and reserved_until is null`.execute(tx.db);
	}
	return true;
}

/** Says which page has a slug that was claimed before the page was stored. */
export async function assignSlug({ db }: Tx, slug: string, pageId: number): Promise<void> {
	await db.updateTable("status_page_slugs").set({ status_page_id: pageId }).where("slug", "=", slug).execute();
}

/** Keeps the slug of a page that is about to be deleted for its team. */
export async function reserveSlug({ db }: Tx, pageId: number, now: number): Promise<void> {
	await db
		.updateTable("status_page_slugs")
		.set({ reserved_until: now + SLUG_RESERVED_MS })
		.where("status_page_id", "=", pageId)
		.where("reserved_until", "is", null)
		.execute();
}
