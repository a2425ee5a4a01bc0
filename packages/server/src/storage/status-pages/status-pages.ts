/** Status pages. Their slugs: ./slugs.ts; their sections: ./sections.ts. */

import { type Changes, given } from "../../domain/given.ts";
import type { Seek } from "../../domain/seek.ts";
import { PAGE_ACCESS, type PageSettings, pageSettingsOf, USUAL_PAGE } from "../../domain/status-pages/page-settings.ts";
import { componentsOf, type StatusPage } from "../../domain/status-pages/status-page.ts";
import { codeOf, labelOf } from "../database/codes.ts";
import { lockRow } from "../database/lock-row.ts";
import { type AgeKey, newestFirst } from "../database/newest-first.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Row } from "../database/schema.ts";
import type { StatusPageTable } from "../database/tables/status-pages.ts";
import type { Flag } from "../database/tables/table.ts";
import { laterUpdatedAt } from "../database/tables/updated-at.ts";
import type { Tx } from "../database/tx.ts";
import { domainsOf } from "./domains.ts";
import { imagesOf } from "./images.ts";
import { raisePageVersion } from "./page-version.ts";
import { deleteComponents, type NewSection, replaceSections, sectionsOf } from "./sections.ts";
import { assignSlug, reserveSlug } from "./slugs.ts";

export async function findStatusPage(tx: Tx, teamId: number, publicId: string): Promise<StatusPage | null> {
	const rows = await tx.db
		.selectFrom("status_pages")
		.selectAll()
		.where("team_id", "=", teamId)
		.where("public_id", "=", publicId)
		.execute();
	return (await complete(tx, rows))[0] ?? null;
}

/** For the command line. */
export async function pageOfAnyTeam(
	{ db }: Tx,
	slug: string,
): Promise<{ readonly teamId: number; readonly statusPageId: string } | null> {
	const row = await db
		.selectFrom("status_pages")
		.select(["team_id as teamId", "public_id as statusPageId"])
		.where("slug", "=", slug)
		.executeTakeFirst();
	return row ?? null;
}

/** As {@link findStatusPage}, locked until the transaction ends. */
export async function lockStatusPage(tx: Tx, teamId: number, publicId: string): Promise<StatusPage | null> {
	await lockRow(tx, "status_pages", teamId, publicId);
	return findStatusPage(tx, teamId, publicId);
}

export async function pageOfStatusPages(tx: Tx, teamId: number, seek: Seek<AgeKey>): Promise<StatusPage[]> {
	const pages = tx.db.selectFrom("status_pages").selectAll().where("team_id", "=", teamId);
	return complete(tx, await newestFirst(pages, seek));
}

/** Stores a page whose slug is claimed. */
export async function createStatusPage(
	tx: Tx,
	teamId: number,
	{ sections, ...settings }: PageSettings & { readonly sections: readonly NewSection[] },
	now: number,
): Promise<StatusPage> {
	const row = await tx.db
		.insertInto("status_pages")
		.values({
			...columnsOf(settings),
			public_id: newPublicId("sp"),
			team_id: teamId,
			created_at: now,
			updated_at: now,
		})
		.returningAll()
		.executeTakeFirstOrThrow();
	await assignSlug(tx, settings.slug, row.id);
	await raisePageVersion(tx);
	await replaceSections(tx, row.id, sections, now);
	return only(tx, row);
}

/** Changes the given fields of a page that is locked; a new slug must be claimed. */
export async function updateStatusPage(
	tx: Tx,
	page: StatusPage,
	{ sections, ...changes }: Changes<PageSettings & { readonly sections: readonly NewSection[] }>,
	now: number,
): Promise<StatusPage> {
	const row = await tx.db
		.updateTable("status_pages")
		.set({ ...columnsOf({ ...page, ...given(changes) }), updated_at: laterUpdatedAt(now) })
		.where("id", "=", page.id)
		.returningAll()
		.executeTakeFirstOrThrow();
	if (sections) await replaceSections(tx, page.id, sections, now);
	await raisePageVersion(tx);
	return only(tx, row);
}

/** @param hash null: its readers have none any more */
export async function storePagePassword({ db }: Tx, id: number, hash: string | null): Promise<void> {
	await db.updateTable("status_pages").set({ password_hash: hash }).where("id", "=", id).execute();
}

/** The hashes of the passwords of a team's pages, by public id. */
export async function passwordsOfTeam({ db }: Tx, teamId: number): Promise<ReadonlyMap<string, string>> {
	const rows = await db
		.selectFrom("status_pages")
		.select(["public_id", "password_hash"])
		.where("team_id", "=", teamId)
		.where("password_hash", "is not", null)
		.execute();
	return new Map(rows.map(({ public_id, password_hash }) => [public_id, password_hash ?? ""]));
}

export async function deleteStatusPage(tx: Tx, id: number, now: number): Promise<void> {
	await reserveSlug(tx, id, now);
	await raisePageVersion(tx);
	await deleteComponents(tx, id);
	await tx.db.deleteFrom("status_pages").where("id", "=", id).execute();
}

/** Settings that no statement asks for are in one text. */
function columnsOf(settings: PageSettings) {
	const { name, slug, isPublished, access, autoIncidentAfterMinutes, ...others } = pageSettingsOf(settings);
	return {
		...{ name, slug, is_published: (isPublished ? 1 : 0) as Flag, access: codeOf(PAGE_ACCESS, access) },
		...{ auto_incident_after_minutes: autoIncidentAfterMinutes, settings: JSON.stringify(others) },
	};
}

/** The settings of a row, with the usual ones where the row is older than a setting. */
export function settingsOf(row: Pick<StatusPageTable, keyof ReturnType<typeof columnsOf>>): PageSettings {
	return {
		...USUAL_PAGE,
		...(JSON.parse(row.settings) as Partial<PageSettings>),
		...{
			name: row.name,
			slug: row.slug,
			isPublished: row.is_published === 1,
			access: labelOf(PAGE_ACCESS, row.access),
		},
		autoIncidentAfterMinutes: row.auto_incident_after_minutes,
	};
}

async function only(tx: Tx, row: Row<"status_pages">): Promise<StatusPage> {
	const [page] = await complete(tx, [row]);
	if (!page) throw new Error(`The status page ${row.public_id} has no form`);
	return page;
}

async function complete(tx: Tx, rows: readonly Row<"status_pages">[]): Promise<StatusPage[]> {
	if (rows.length === 0) return [];
	const ids = rows.map(({ id }) => id);
	const sectionsOfPage = await sectionsOf(tx, ids);
	const domains = await domainsOf(tx, ids);
	const images = await imagesOf(tx, ids);
	return rows.map((row) => {
		const sections = sectionsOfPage.get(row.id) ?? [];
		return {
			id: row.id,
			publicId: row.public_id,
			teamId: row.team_id,
			...settingsOf(row),
			hasPassword: row.password_hash !== null,
			domain: domains.get(row.id) ?? null,
			logo: images.get(`${row.id} logo`) ?? null,
			icon: images.get(`${row.id} icon`) ?? null,
			sections,
			monitorIds: [...new Set(componentsOf({ sections }).flatMap(({ monitorIds }) => monitorIds))],
			createdAt: row.created_at,
			updatedAt: row.updated_at,
		};
	});
}
