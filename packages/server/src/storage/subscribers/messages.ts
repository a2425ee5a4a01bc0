/**
 * The outbox of messages to subscribers: claimed under leases, deleted once they were sent. A process that dies leaves
 * its claims to others when their lease ends; whoever sends them again does so under the same Message-ID, which follows
 * from the news and the subscriber.
 */

import { sql } from "kysely";
import type { News } from "../../domain/subscribers/news.ts";
import { GIVEN_UP_AFTER_MS, nextAttemptAt } from "../../domain/subscribers/retry.ts";
import { MOST_REFUSALS, SUBSCRIBER_CHANNELS, type SubscriberChannel } from "../../domain/subscribers/subscriber.ts";
import { codeOf } from "../database/codes.ts";
import { idRows } from "../database/id-rows.ts";
import type { Tx } from "../database/tx.ts";
import type { HolderId } from "../installation/controls.ts";

/** Longer than a batch takes (../../notify/subscribers/interface.ts). */
const LEASE_MS = 120_000;
/** Rows deleted in one statement. */
const ROWS_A_SLICE = 1_000;

/** News with messages that can be sent now: of each page the oldest. */
export interface ReadyNews {
	readonly newsId: number;
	readonly statusPageId: number;
}

export async function readyNews({ db }: Tx, channel: SubscriberChannel, now: number): Promise<ReadyNews[]> {
	const { rows } = await sql<{ id: number; page: number }>`
		select min(n.id) as id, n.status_page_id as page from page_news as n
		where exists (
			select 1 from subscriber_messages as m
			where m.channel = ${codeOf(SUBSCRIBER_CHANNELS, channel)} and m.news_id = n.id
				and m.due_at <= ${now} and ${isFree(now)}
		)
		group by n.status_page_id`.execute(db);
	return rows.map(({ id, page }) => ({ newsId: Number(id), statusPageId: page }));
}

/** A lease that ends later than any can is of a clock that was wrong. */
function isFree(now: number) {
	return sql`(m.leased_until <= ${now} or m.leased_until > ${now + LEASE_MS})`;
}

export interface ClaimedMessage {
	readonly subscriberId: number;
	/** `sub_…` */
	readonly publicId: string;
	/** A mail address or a URL. */
	readonly address: string;
	/** Of a webhook: the encrypted key that signs. */
	readonly encrypted: string | null;
	readonly attempts: number;
}

export interface ClaimedMessages {
	readonly newsId: number;
	/** `nws_…` */
	readonly newsPublicId: string;
	readonly statusPageId: number;
	readonly enqueuedAt: number;
	readonly news: News;
	readonly channel: SubscriberChannel;
	readonly messages: readonly ClaimedMessage[];
}

/** Claims some messages of one piece of news, in the order of its subscribers; null when others were faster. */
export async function claimMessages(
	database: Tx,
	newsId: number,
	{
		channel,
		limit,
		holder = null,
	}: { readonly channel: SubscriberChannel; readonly limit: number; readonly holder?: HolderId },
	now: number,
): Promise<ClaimedMessages | null> {
	return database.transaction(async (tx) => {
		const { rows: claimed } = await sql<{ subscriber_id: number; attempts: number }>`
			with picked as materialized (
				select m.subscriber_id from subscriber_messages as m
				where m.channel = ${codeOf(SUBSCRIBER_CHANNELS, channel)} and m.news_id = ${newsId}
					and m.due_at <= ${now} and ${isFree(now)}
				order by m.subscriber_id limit ${limit}${tx.dialect.forUpdateSkipLocked}
			)
			update subscriber_messages set leased_until = ${now + LEASE_MS}, held_by = ${holder}
			where news_id = ${newsId} and subscriber_id in (select subscriber_id from picked)
			returning subscriber_id, attempts`.execute(tx.db);
		if (claimed.length === 0) return null;
		const attempts = new Map(claimed.map((row) => [row.subscriber_id, row.attempts]));
		const news = await tx.db.selectFrom("page_news").selectAll().where("id", "=", newsId).executeTakeFirst();
		if (news === undefined) return null;
		const { rows } = await sql<{ id: number; public_id: string; address: string; encrypted: string | null }>`
			select id, public_id, address, encrypted from subscribers
			where id in (select id from ${idRows(tx.dialect, [...attempts.keys()])} as r) order by id`.execute(tx.db);
		return {
			newsId,
			newsPublicId: news.public_id,
			statusPageId: news.status_page_id,
			enqueuedAt: news.created_at,
			news: JSON.parse(news.news) as News,
			channel,
			messages: rows.map(({ id, public_id, address, encrypted }) => ({
				subscriberId: id,
				publicId: public_id,
				address,
				encrypted,
				attempts: attempts.get(id) ?? 0,
			})),
		};
	});
}

/** What became of claimed messages, by the keys of their subscribers. */
interface MessageOutcomes {
	readonly sent: readonly number[];
	/** Never sent again; for these subscribers it counts as a refusal of theirs. */
	readonly refused: readonly number[];
	/** Never sent again; it says nothing about the subscriber. */
	readonly dropped: readonly number[];
	/** Tried again, because they failed. */
	readonly failed: readonly {
		readonly subscriberId: number;
		readonly attempts: number;
		readonly retryAfterMs: number | null;
	}[];
	/** Free again, as they were. */
	readonly untried: readonly number[];
}

interface RecordedOutcomes {
	/** Subscribers that are sent nothing more from now on. */
	readonly stopped: number;
	/** Messages that were given up. */
	readonly givenUp: number;
}

/** Records the outcomes of one claim in one transaction. */
export async function recordOutcomes(
	database: Tx,
	{ newsId, enqueuedAt, channel }: Pick<ClaimedMessages, "newsId" | "enqueuedAt" | "channel">,
	{ sent, refused, dropped, failed, untried }: MessageOutcomes,
	{ now, random }: { readonly now: number; readonly random: number },
): Promise<RecordedOutcomes> {
	return database.transaction(async (tx) => {
		const next = failed.map(({ subscriberId, attempts, retryAfterMs }) => ({
			id: subscriberId,
			at: nextAttemptAt({ attempts: attempts + 1, enqueuedAt, retryAfterMs }, now, random),
		}));
		const again = next.filter((each): each is { id: number; at: number } => each.at !== null);
		const givenUp = next.filter(({ at }) => at === null).map(({ id }) => id);
		// A webhook that fails for a day is as good as one that refuses; a mail that failed says nothing of its address.
		const refusing = channel === "webhook" ? [...refused, ...givenUp] : refused;
		// One order for all, so that two recorders don't deadlock: messages first, then subscribers.
		await deleteMessages(tx, newsId, [...sent, ...refused, ...dropped, ...givenUp]);
		await rescheduleMessages(tx, newsId, again);
		await releaseMessages(tx, newsId, untried);
		if (sent.length > 0) {
			await sql`update subscribers set refusals = 0
				where refusals > 0 and id in (select id from ${idRows(tx.dialect, sent)} as r)`.execute(tx.db);
		}
		return { stopped: await countRefusals(tx, refusing, now), givenUp: givenUp.length };
	});
}

async function deleteMessages(tx: Tx, newsId: number, ids: readonly number[]): Promise<void> {
	if (ids.length === 0) return;
	await sql`delete from subscriber_messages
		where news_id = ${newsId} and subscriber_id in (select id from ${idRows(tx.dialect, ids)} as r)`.execute(tx.db);
}

async function rescheduleMessages(tx: Tx, newsId: number, again: readonly { id: number; at: number }[]): Promise<void> {
	if (again.length === 0) return;
	await sql`update subscriber_messages set attempts = attempts + 1, due_at = r.at, leased_until = 0
		from ${tx.dialect.rows({ id: "integer", at: "integer" }, again)} as r
		where subscriber_messages.news_id = ${newsId} and subscriber_messages.subscriber_id = r.id`.execute(tx.db);
}

async function releaseMessages(tx: Tx, newsId: number, ids: readonly number[]): Promise<void> {
	if (ids.length === 0) return;
	await sql`update subscriber_messages set leased_until = 0
		where news_id = ${newsId} and subscriber_id in (select id from ${idRows(tx.dialect, ids)} as r)`.execute(tx.db);
}

/** Returns how many subscribers were stopped. What waits for those is deleted. */
async function countRefusals(tx: Tx, ids: readonly number[], now: number): Promise<number> {
	if (ids.length === 0) return 0;
	await sql`update subscribers set refusals = refusals + 1
		where id in (select id from ${idRows(tx.dialect, ids)} as r)`.execute(tx.db);
	const { rows } = await sql<{ id: number }>`
		update subscribers set stopped_at = ${now}
		where id in (select id from ${idRows(tx.dialect, ids)} as r)
			and stopped_at is null and refusals >= ${MOST_REFUSALS}
		returning id`.execute(tx.db);
	const stopped = rows.map(({ id }) => id);
	if (stopped.length > 0) {
		await sql`delete from subscriber_messages
			where subscriber_id in (select id from ${idRows(tx.dialect, stopped)} as r)`.execute(tx.db);
	}
	return stopped.length;
}

/** Deletes some messages that are too old to be sent. Returns how many. */
export async function deleteOldMessages({ db }: Tx, now: number): Promise<number> {
	const { numAffectedRows } = await sql`
		delete from subscriber_messages where (news_id, subscriber_id) in (
			select m.news_id, m.subscriber_id
			from page_news as n join subscriber_messages as m on m.news_id = n.id
			where n.created_at < ${now - GIVEN_UP_AFTER_MS} limit ${ROWS_A_SLICE}
		)`.execute(db);
	return Number(numAffectedRows ?? 0);
}

/** Ends every lease. For the start of the only process of a database: those who held them are gone. */
export async function releaseAllMessages({ db }: Tx): Promise<void> {
	await db.updateTable("subscriber_messages").set({ leased_until: 0 }).where("leased_until", ">", 0).execute();
}

/** Messages that wait for their sending. */
export async function countMessages({ db }: Tx): Promise<number> {
	const { count } = await db
		.selectFrom("subscriber_messages")
		.select((of) => of.fn.countAll<number>().as("count"))
		.executeTakeFirstOrThrow();
	return Number(count);
}

/** The next instant at which a message that waits can be sent by this channel; null when none waits. */
export async function nextMessageAt({ db }: Tx, channel: SubscriberChannel): Promise<number | null> {
	const { rows } = await sql<{ at: number | null }>`
		select min(case when leased_until > due_at then leased_until else due_at end) as at
		from subscriber_messages where channel = ${codeOf(SUBSCRIBER_CHANNELS, channel)}`.execute(db);
	return rows[0]?.at ?? null;
}
