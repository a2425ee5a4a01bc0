/** A status page as its forms for subscribers need it. */

import { sql } from "kysely";
import { LOCALES, PAGE_ACCESS, type PageAccess, type PageLocale } from "../../domain/status-pages/page-settings.ts";
import { SCHEMES } from "../../domain/status-pages/theme.ts";
import { labelOf } from "../database/codes.ts";
import type { Tx } from "../database/tx.ts";
import { domainLeadingTo } from "../status-pages/domains.ts";

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

interface Row {
	readonly id: number;
	readonly name: string;
	readonly slug: string;
	readonly locale: string;
	readonly access: number;
	readonly is_published: number;
	readonly scheme: number;
	readonly accent_color: string | null;
	readonly css: string;
}

/** The page that a slug leads to, also one that it had until lately; null: there is none. */
export async function subscribablePageOfSlug(tx: Tx, slug: string, now: number): Promise<SubscribablePage | null> {
	const { rows } = await sql<Row>`
		select p.id, p.name, p.slug, p.locale, p.access, p.is_published, p.scheme, p.accent_color, p.css
		from status_page_slugs as s join status_pages as p on p.id = s.status_page_id
		where s.slug = ${slug} and (s.reserved_until is null or s.reserved_until > ${now})`.execute(tx.db);
	return complete(tx, rows[0]);
}

export async function subscribablePage(tx: Tx, id: number): Promise<SubscribablePage | null> {
	const { rows } = await sql<Row>`
		select id, name, slug, locale, access, is_published, scheme, accent_color, css
		from status_pages where id = ${id}`.execute(tx.db);
	return complete(tx, rows[0]);
}

async function complete(tx: Tx, row: Row | undefined): Promise<SubscribablePage | null> {
	if (row === undefined) return null;
	const components = await tx.db
		.selectFrom("components")
		.select(["public_id as id", "name"])
		.where("status_page_id", "=", row.id)
		.orderBy("section")
		.orderBy("position")
		.execute();
	const { id, name, slug } = row;
	return {
		id,
		name,
		slug,
		locale: LOCALES.find((locale) => locale === row.locale) ?? "en",
		access: labelOf(PAGE_ACCESS, row.access),
		isPublished: row.is_published === 1,
		domain: await domainLeadingTo(tx, id),
		scheme: labelOf(SCHEMES, row.scheme),
		hasStyle: row.accent_color !== null || row.css !== "",
		components,
	};
}
