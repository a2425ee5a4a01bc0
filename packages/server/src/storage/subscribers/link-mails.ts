/** Mails with a link to confirm or to manage a subscription: one for a subscriber at a time, kept in its row. */

import { sql } from "kysely";
import { nextAttemptAt } from "../../domain/subscribers/retry.ts";
import { idRows } from "../database/id-rows.ts";
import type { Tx } from "../database/tx.ts";

/** Longer than a batch takes. */
const LEASE_MS = 120_000;

export interface ClaimedLink {
	readonly subscriberId: number;
	/** `sub_…` */
	readonly publicId: string;
	readonly statusPageId: number;
	readonly address: string;
	readonly isConfirmed: boolean;
	readonly attempts: number;
	readonly enqueuedAt: number;
}

/** Claims some mails that are due, those of one page, under a lease: they are due again after it. */
export async function claimLinkMails(database: Tx, limit: number, now: number): Promise<ClaimedLink[]> {
	const { rows } = await sql<{
		id: number;
		public_id: string;
		status_page_id: number;
		address: string;
		confirmed_at: number | null;
		link_attempts: number;
		link_enqueued_at: number;
	}>`
		with picked as materialized (
			select s.id from subscribers as s
			where s.link_due_at <= ${now} and s.status_page_id = (
				select f.status_page_id from subscribers as f where f.link_due_at <= ${now} order by f.link_due_at, f.id limit 1
			)
			order by s.link_due_at, s.id limit ${limit}${database.dialect.forUpdateSkipLocked}
		)
		update subscribers set link_due_at = ${now + LEASE_MS}
		where id in (select id from picked)
		returning id, public_id, status_page_id, address, confirmed_at, link_attempts, link_enqueued_at`.execute(
		database.db,
	);
	return rows.map((row) => ({
		subscriberId: row.id,
		publicId: row.public_id,
		statusPageId: row.status_page_id,
		address: row.address,
		isConfirmed: row.confirmed_at !== null,
		attempts: row.link_attempts,
		enqueuedAt: row.link_enqueued_at,
	}));
}

interface LinkOutcomes {
	/** Sent or refused: not tried again. */
	readonly done: readonly number[];
	readonly failed: readonly ClaimedLink[];
	readonly untried: readonly number[];
}

export async function recordLinkMails(
	database: Tx,
	{ done, failed, untried }: LinkOutcomes,
	{ now, random }: { readonly now: number; readonly random: number },
): Promise<void> {
	await database.transaction(async (tx) => {
		for (const [ids, dueAt] of [
			[done, null],
			[untried, now],
		] as const) {
			if (ids.length === 0) continue;
			await sql`update subscribers set link_due_at = ${dueAt}
				where id in (select id from ${idRows(tx.dialect, ids)} as r)`.execute(tx.db);
		}
		for (const { subscriberId, attempts, enqueuedAt } of failed) {
			const at = nextAttemptAt({ attempts: attempts + 1, enqueuedAt, retryAfterMs: null }, now, random);
			await sql`update subscribers set link_due_at = ${at}, link_attempts = link_attempts + 1
				where id = ${subscriberId}`.execute(tx.db);
		}
	});
}

/** The next instant at which a mail that waits can be sent; null when none waits. */
export async function nextLinkMailAt({ db }: Tx): Promise<number | null> {
	const { rows } = await sql<{ at: number | null }>`
		select min(link_due_at) as at from subscribers where link_due_at is not null`.execute(db);
	return rows[0]?.at ?? null;
}

/** Ends every lease. For the start of the only process of a database. */
export async function releaseLinkMails({ db }: Tx, now: number): Promise<void> {
	await sql`update subscribers set link_due_at = ${now} where link_due_at > ${now} and link_attempts = 0`.execute(db);
}
