/** The components of a page, as subscribers choose them. */

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
