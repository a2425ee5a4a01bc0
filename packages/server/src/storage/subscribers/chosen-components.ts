/** The components of a page, as subscribers choose them. */

import { sql } from "kysely";
import type { Tx } from "../database/tx.ts";

/** Their keys by their public ids, in the order of the page. */
export async function componentKeysOfPage({ db }: Tx, statusPageId: number): Promise<Map<string, number>> {
	const rows = await db
		.selectFrom("components")
		.select(["id", "public_id"])
		.where("status_page_id", "=", statusPageId)
		.orderBy("section")
		.orderBy("position")
		.execute();
	return new Map(rows.map((row) => [row.public_id, row.id]));
}

/**
 * Subscribers of a page who chose components and have none left are sent news of all, as whoever chooses none. After
 * components were deleted, and in their transaction.
 */
export async function chooseAllWhereNoneIsLeft({ db }: Tx, statusPageId: number): Promise<void> {
	await sql`update subscribers set all_components = 1
		where status_page_id = ${statusPageId} and all_components = 0
			and not exists (select 1 from subscriber_components as c where c.subscriber_id = subscribers.id)`.execute(db);
}
