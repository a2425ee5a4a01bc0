/** The domains of status pages, and their proofs. */

import { randomBytes } from "node:crypto";
import { DOMAIN_PROBLEMS } from "../../domain/status-pages/page-domain.ts";
import type { PageDomain } from "../../domain/status-pages/status-page.ts";
import type { STATUS_PAGE_TABLES } from "../database/tables/status-pages.ts";
import type { RowOf } from "../database/tables/table.ts";
import type { Tx } from "../database/tx.ts";

/** 128 bits: nobody can guess another page's, to have it in their records first. */
const PROOF_BYTES = 16;

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
	const unproven = { proven_at: null, was_proven: 0, is_allowed: 0, missing_since: null, problem: null } as const;
	await tx.db
		.insertInto("status_page_domains")
		.values({ ...unproven, status_page_id: pageId, domain, proof, given_at: now, checked_at: null, next_check_at: now })
		.execute();
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
