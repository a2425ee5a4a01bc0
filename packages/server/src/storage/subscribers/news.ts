/**
 * News of status pages: enqueued in the transaction of what they are about, then fanned out in slices to a message for
 * each subscriber (./messages.ts). A crash anywhere loses neither and doubles neither: a slice and its mark are one
 * transaction, and a message is one row for each subscriber.
 */

import { sql } from "kysely";
import type { PageSettings } from "../../domain/status-pages/page-settings.ts";
import type { News } from "../../domain/subscribers/news.ts";
import { GIVEN_UP_AFTER_MS } from "../../domain/subscribers/retry.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Tx } from "../database/tx.ts";
import { domainLeadingTo } from "../status-pages/domains.ts";
import { settingsOf } from "../status-pages/status-pages.ts";
import { wantsOneOf } from "./subscribers.ts";

/** Messages written in one transaction: some 3 ms on SQLite. */
const SLICE = 500;

export interface NewNews {
	readonly statusPageId: number;
	/** Keys of what it tells of: when that is deleted, it is not sent any more. Null: of maintenance, or of no update. */
	readonly incidentId: number | null;
	readonly updateId: number | null;
	/** Keys; empty: it is about the page as a whole, and everybody is sent it. */
	readonly components: readonly number[];
	readonly news: News;
}

/** Enqueues news. Who changes what they are about does so in the same transaction. */
export async function enqueueNews(
	{ db }: Tx,
	{ statusPageId, incidentId, updateId, components, news }: NewNews,
	now: number,
) {
	await db
		.insertInto("page_news")
		.values({
			public_id: newPublicId("nws"),
			status_page_id: statusPageId,
			incident_id: incidentId,
			update_id: updateId,
			news: JSON.stringify(news),
			component_ids: JSON.stringify(components),
			fanned_out_to: 0,
			created_at: now,
		})
		.execute();
}

/**
 * Writes the messages of some subscribers of the oldest news that have not reached all of theirs. Those who subscribed
 * after the news are left out; so is everyone when the page is not published any more. Returns false when there was
 * nothing to do.
 */
export async function fanOutSome(database: Tx, now: number): Promise<boolean> {
	return database.transaction(async (tx) => {
		const { rows } = await sql<{
			id: number;
			status_page_id: number;
			component_ids: string;
			fanned_out_to: number;
			created_at: number;
		}>`
			select id, status_page_id, component_ids, fanned_out_to, created_at
			from page_news where fanned_out_to is not null order by id limit 1${tx.dialect.forUpdateSkipLocked}`.execute(
			tx.db,
		);
		const [news] = rows;
		if (news === undefined) return false;
		const page = await pageOfMessages(tx, news.status_page_id);
		const components = JSON.parse(news.component_ids) as number[];
		const { rows: subscribers } =
			page?.isPublished !== true
				? { rows: [] }
				: await sql<{ id: number; channel: number }>`
					select s.id, s.channel from subscribers as s
					where s.status_page_id = ${news.status_page_id} and s.id > ${news.fanned_out_to}
						and s.confirmed_at is not null and s.stopped_at is null and s.confirmed_at <= ${news.created_at} ${wantsOneOf(tx, components)}
					order by s.id limit ${SLICE}`.execute(tx.db);
		if (subscribers.length > 0) {
			const messages = tx.dialect.rows({ id: "integer", channel: "integer" }, subscribers);
			await sql`
				insert into subscriber_messages (news_id, subscriber_id, channel, attempts, due_at)
				select ${news.id}, id, channel, 0, ${now} from ${messages} as r
				where true on conflict do nothing`.execute(tx.db);
		}
		const reached = subscribers.length < SLICE ? null : (subscribers.at(-1)?.id ?? null);
		await tx.db.updateTable("page_news").set({ fanned_out_to: reached }).where("id", "=", news.id).execute();
		return true;
	});
}

/** Deletes news that were sent to all, and those that are too old to be sent. Returns how many. */
export async function deleteDoneNews({ db }: Tx, now: number): Promise<number> {
	const { numAffectedRows } = await sql`
		delete from page_news where id in (
			select n.id from page_news as n
			where (n.fanned_out_to is null and not exists (select 1 from subscriber_messages as m where m.news_id = n.id))
				or n.created_at < ${now - 2 * GIVEN_UP_AFTER_MS}
			order by n.id limit 10
		)`.execute(db);
	return Number(numAffectedRows ?? 0);
}

/** A page as messages about it need it. */
interface StoredPage extends Pick<PageSettings, "name" | "slug" | "locale" | "timeZone" | "isPublished"> {
	readonly isPublic: boolean;
	/** Proven to be the page's; null: it has none. */
	readonly domain: string | null;
}

export async function pageOfMessages(tx: Tx, statusPageId: number): Promise<StoredPage | null> {
	const row = await tx.db.selectFrom("status_pages").selectAll().where("id", "=", statusPageId).executeTakeFirst();
	if (row === undefined) return null;
	const { access, ...settings } = settingsOf(row);
	return { ...settings, isPublic: access === "public", domain: await domainLeadingTo(tx, statusPageId) };
}
