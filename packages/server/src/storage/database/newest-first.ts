/** A page of a list that is sorted newest first, found by its key (never by an offset), forward or backward. */

import { type SelectQueryBuilder, sql } from "kysely";
import type { Seek } from "../../domain/seek.ts";
import type { Schema } from "./schema.ts";

/** `created_at` or another instant, then `id`: rows of equal age keep their order. */
export type AgeKey = readonly [createdAt: number, id: number];

/**
 * The rows of `query` that `seek` asks for, newest first. The query names one table with `instant` and `id`, and no
 * order.
 */
export async function newestFirst<Table extends keyof Schema, Row>(
	query: SelectQueryBuilder<Schema, Table, Row>,
	{ limit, direction, from }: Seek<AgeKey>,
	instant: "created_at" | "started_at" = "created_at",
): Promise<Row[]> {
	const isForward = direction === "forward";
	const order = isForward ? "desc" : "asc";
	let page = query.orderBy(sql.ref(instant), order).orderBy(sql`id`, order).limit(limit);
	if (from) {
		const comparison = isForward ? sql`<` : sql`>`;
		page = page.where(sql<boolean>`(${sql.ref(instant)}, id) ${comparison} (${sql.join([...from])})`);
	}
	const rows = await page.execute();
	return isForward ? rows : rows.reverse();
}
