/** The version of all status pages: another one means that some page was changed, and perhaps closed. */

import { sql } from "kysely";
import { PAGE_ACCESS } from "../../domain/status-pages/page-settings.ts";
import { codeOf } from "../database/codes.ts";
import type { Tx } from "../database/tx.ts";

/** To be called in the transaction of every change of a page, its domain or its access. */
export async function raisePageVersion({ db }: Tx): Promise<void> {
	await sql`update status_page_version set version = version + 1`.execute(db);
}

export async function readPageVersion({ db }: Tx): Promise<number> {
	const { rows } = await sql<{ version: number }>`select version from status_page_version`.execute(db);
	return rows[0]?.version ?? 0;
}

/** Pages of an installation that stand when the database is away, and are exported. */
const MOST_OPEN_PAGES = 1_000;

/** Those of `slugs` under which a page is published that everyone may read; null: the first of all that there are. */
export async function openSlugs({ db, dialect }: Tx, slugs: readonly string[] | null): Promise<ReadonlySet<string>> {
	if (slugs?.length === 0) return new Set();
	const wanted =
		slugs === null
			? null
			: dialect.rows(
					{ slug: "text" },
					slugs.map((slug) => ({ slug })),
				);
	const { rows } = await sql<{ slug: string }>`
		select slug from status_pages where is_published = 1 and access = ${codeOf(PAGE_ACCESS, "public")}
			${wanted === null ? sql`order by id limit ${sql.lit(MOST_OPEN_PAGES)}` : sql`and slug in (select slug from ${wanted} as w)`}`.execute(
		db,
	);
	return new Set(rows.map(({ slug }) => slug));
}
