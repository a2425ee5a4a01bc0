/** A status page as its forms for subscribers need it. */

import { sql } from "kysely";
import type { PageAccess, PageLocale } from "../../domain/status-pages/page-settings.ts";
import type { SCHEMES } from "../../domain/status-pages/theme.ts";
import type { Row } from "../database/schema.ts";
import type { Tx } from "../database/tx.ts";
import { domainLeadingTo } from "../status-pages/domains.ts";
import { settingsOf } from "../status-pages/status-pages.ts";

export interface SubscribablePage {
	readonly id: number;
	readonly name: string;
	/** As it is now. */
	readonly slug: string;
	readonly locale: PageLocale;
	readonly access: PageAccess;
	readonly isPublished: boolean;
	/** Proven to be the page's; null: it has none. */
	readonly domain: string | null;
	readonly scheme: (typeof SCHEMES)[number];
	/** Whether it has a style sheet of its own. */
	readonly hasStyle: boolean;
	/** In the order of the page. */
	readonly components: readonly { readonly id: string; readonly name: string }[];
}

/** The page that a slug leads to, also one that it had until lately; null: there is none. */
export async function subscribablePageOfSlug(tx: Tx, slug: string, now: number): Promise<SubscribablePage | null> {
	const { rows } = await sql<Row<"status_pages">>`
		select p.* from status_page_slugs as s join status_pages as p on p.id = s.status_page_id
		where s.slug = ${slug} and (s.reserved_until is null or s.reserved_until > ${now})`.execute(tx.db);
	return complete(tx, rows[0]);
}

export async function subscribablePage(tx: Tx, id: number): Promise<SubscribablePage | null> {
	const row = await tx.db.selectFrom("status_pages").selectAll().where("id", "=", id).executeTakeFirst();
	return complete(tx, row);
}

async function complete(tx: Tx, row: Row<"status_pages"> | undefined): Promise<SubscribablePage | null> {
	if (row === undefined) return null;
	const components = await tx.db
		.selectFrom("components")
		.select(["public_id as id", "name"])
		.where("status_page_id", "=", row.id)
		.orderBy("section")
		.orderBy("position")
		.execute();
	const { name, slug, locale, access, isPublished, theme } = settingsOf(row);
	return {
		id: row.id,
		name,
		slug,
		locale,
		access,
		isPublished,
		domain: await domainLeadingTo(tx, row.id),
		scheme: theme.scheme,
		hasStyle: theme.accentColor !== null || theme.css !== "",
		components,
	};
}
