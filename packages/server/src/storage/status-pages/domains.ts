/** The domains of status pages, and their proofs. */

import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { SECOND_MS } from "../../domain/durations.ts";
import { DOMAIN_PROBLEMS, type DomainState } from "../../domain/status-pages/page-domain.ts";
import type { PageDomain } from "../../domain/status-pages/status-page.ts";
import type { STATUS_PAGE_TABLES } from "../database/tables/status-pages.ts";
import type { RowOf } from "../database/tables/table.ts";
import type { Tx } from "../database/tx.ts";

/** 128 bits: nobody can guess another page's, to have it in their records first. */
export const PROOF_BYTES = 16;
/** Longer than a look at its record takes: one that was not recorded then is made again. */
const LEASE_MS = 60 * SECOND_MS;

type Row = RowOf<typeof STATUS_PAGE_TABLES.status_page_domains>;

/** By the page's key. */
export async function domainsOf({ db }: Tx, pageIds: readonly number[]): Promise<ReadonlyMap<number, PageDomain>> {
	const rows = await db.selectFrom("status_page_domains").selectAll().where("status_page_id", "in", pageIds).execute();
	return new Map(rows.map((row) => [row.status_page_id, domainOf(row)]));
}

/** Gives a page a domain that is not proven, in place of the one that it had. The proof of the page stays the same. */
export async function replaceDomain(tx: Tx, pageId: number, domain: string, now: number): Promise<void> {
	const before = (await domainsOf(tx, [pageId])).get(pageId);
	const proof = before?.proof ?? randomBytes(PROOF_BYTES).toString("base64url");
	await deleteDomain(tx, pageId);
	await tx.db
		.insertInto("status_page_domains")
		.values({ ...unprovenDomain(now), status_page_id: pageId, domain, proof })
		.execute();
}

/** Of a row: a domain that was given just now, whose record was not looked up yet. */
export function unprovenDomain(now: number) {
	const unproven = { proven_at: null, was_proven: 0, is_allowed: 0, missing_since: null, problem: null } as const;
	return { ...unproven, given_at: now, checked_at: null, next_check_at: now };
}

export async function deleteDomain({ db }: Tx, pageId: number): Promise<void> {
	await db.deleteFrom("status_page_domains").where("status_page_id", "=", pageId).execute();
}

/** The key of the page that the domain leads to; null: to none. */
export async function pageOfDomain({ db }: Tx, domain: string): Promise<number | null> {
	const row = await db
		.selectFrom("status_page_domains")
		.select("status_page_id")
		.where("domain", "=", domain)
		.where("proven_at", "is not", null)
		.executeTakeFirst();
	return row?.status_page_id ?? null;
}

/** A domain whose record is to be looked up. */
export interface DueDomain {
	readonly teamId: number;
	/** `sp_…` */
	readonly statusPageId: string;
	readonly name: string;
	readonly proof: string;
}

/** Claims some domains whose record is due, those that wait longest, under a lease: they are due again after it. */
export async function claimDueDomains({ db, dialect }: Tx, limit: number, now: number): Promise<DueDomain[]> {
	const { rows } = await sql<{ team_id: number; public_id: string; domain: string; proof: string }>`
		with picked as materialized (
			select status_page_id from status_page_domains where next_check_at <= ${now}
			order by next_check_at limit ${limit}${dialect.forUpdateSkipLocked}
		)
		update status_page_domains set next_check_at = ${now + LEASE_MS}
		where status_page_id in (select status_page_id from picked)
		returning domain, proof,
			(select p.team_id from status_pages p where p.id = status_page_domains.status_page_id) as team_id,
			(select p.public_id from status_pages p where p.id = status_page_domains.status_page_id) as public_id`.execute(
		db,
	);
	return rows.map((row) => ({
		teamId: row.team_id,
		statusPageId: row.public_id,
		name: row.domain,
		proof: row.proof,
	}));
}

/** When the next record is due; null: none is looked up. */
export async function nextDomainCheckAt({ db }: Tx): Promise<number | null> {
	const { rows } = await sql<{ at: number | null }>`
		select min(next_check_at) as at from status_page_domains where next_check_at is not null`.execute(db);
	return rows[0]?.at ?? null;
}

/** Makes the domain of a page due at once; false: it has none whose record is looked up. */
export async function askForDomainCheck({ db }: Tx, pageId: number, now: number): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable("status_page_domains")
		.set({ next_check_at: now })
		.where("status_page_id", "=", pageId)
		.where("next_check_at", "is not", null)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Whoever proves a domain has raised the version of pages before, so that of two at a time one sees the other. */
export async function storeDomainState({ db }: Tx, pageId: number, state: DomainState): Promise<void> {
	await db
		.updateTable("status_page_domains")
		.set({
			proven_at: state.provenAt,
			...(state.provenAt !== null && { was_proven: 1 as const }),
			is_allowed: state.isAllowed ? 1 : 0,
			missing_since: state.missingSince,
			checked_at: state.checkedAt,
			given_at: state.givenAt,
			next_check_at: state.nextCheckAt,
			problem: state.problem,
		})
		.where("status_page_id", "=", pageId)
		.execute();
}

/** The domain that leads to a page; null: none does. @param page its key, or `sp_…` */
export async function domainLeadingTo({ db }: Tx, page: number | string): Promise<string | null> {
	const row = await db
		.selectFrom("status_page_domains as d")
		.innerJoin("status_pages as p", "p.id", "d.status_page_id")
		.select("d.domain")
		.where(typeof page === "number" ? "p.id" : "p.public_id", "=", page)
		.where("d.proven_at", "is not", null)
		.executeTakeFirst();
	return row?.domain ?? null;
}

interface ListedDomain {
	readonly domain: PageDomain;
	readonly teamId: number;
	readonly teamSlug: string;
	/** `sp_…` */
	readonly statusPageId: string;
	readonly slug: string;
}

/** The domains of all teams' pages, by name. */
export async function listDomains({ db }: Tx): Promise<readonly ListedDomain[]> {
	const rows = await db
		.selectFrom("status_page_domains as d")
		.innerJoin("status_pages as p", "p.id", "d.status_page_id")
		.innerJoin("teams as t", "t.id", "p.team_id")
		.selectAll("d")
		.select(["p.team_id", "p.public_id", "p.slug", "t.slug as team_slug"])
		.orderBy("d.domain")
		.orderBy("p.id")
		.execute();
	return rows.map((row) => ({
		domain: domainOf(row),
		teamId: row.team_id,
		teamSlug: row.team_slug,
		statusPageId: row.public_id,
		slug: row.slug,
	}));
}

interface KnownDomain {
	readonly name: string;
	/** Of the page that it leads to; null: it led to one that has not proven it any more. */
	readonly slug: string | null;
}

/** Every domain that leads to a page, or did. At most one a page. */
export async function knownDomains({ db }: Tx): Promise<readonly KnownDomain[]> {
	const { rows } = await sql<{ domain: string; slug: string | null }>`
		select d.domain, max(case when d.proven_at is null then null else p.slug end) as slug
		from status_page_domains d join status_pages p on p.id = d.status_page_id
		where d.was_proven = 1 group by d.domain`.execute(db);
	return rows.map(({ domain, slug }) => ({ name: domain, slug }));
}

function domainOf(row: Row | (Omit<Row, "status_page_id"> & { status_page_id: number })): PageDomain {
	return {
		name: row.domain,
		proof: row.proof,
		provenAt: row.proven_at,
		isAllowed: row.is_allowed === 1,
		missingSince: row.missing_since,
		givenAt: row.given_at,
		checkedAt: row.checked_at,
		nextCheckAt: row.next_check_at,
		problem: DOMAIN_PROBLEMS.find((each) => each === row.problem) ?? null,
	};
}
