/** Subscribers of status pages. What they are sent: ./news.ts and ./messages.ts. */

import { sql } from "kysely";
import { emailKey } from "../../domain/access/user.ts";
import type { Seek } from "../../domain/seek.ts";
import {
	LINK_MAIL_EVERY_MS,
	SUBSCRIBER_CHANNELS,
	type Subscriber,
	type SubscriberChannel,
	type SubscriberCounts,
	UNCONFIRMED_KEPT_MS,
} from "../../domain/subscribers/subscriber.ts";
import { codeOf, labelOf } from "../database/codes.ts";
import { idRows } from "../database/id-rows.ts";
import { type AgeKey, newestFirst } from "../database/newest-first.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Row } from "../database/schema.ts";
import type { Tx } from "../database/tx.ts";
import { heavyTurn } from "../turns/heavy-turn.ts";

const MAIL = codeOf(SUBSCRIBER_CHANNELS, "mail");
const WEBHOOK = codeOf(SUBSCRIBER_CHANNELS, "webhook");
/** Rows deleted in one statement, with those that belong to them: a few milliseconds on SQLite. */
const ROWS_A_SLICE = 200;

type SubscriberRow = Pick<Row<"subscribers">, (typeof COLUMNS)[number]>;

const COLUMNS = [
	"id",
	"public_id",
	"status_page_id",
	"channel",
	"address",
	"all_components",
	"confirmed_at",
	"stopped_at",
	"created_at",
] as const;

export async function findSubscriber(tx: Tx, statusPageId: number, publicId: string): Promise<Subscriber | null> {
	const rows = await tx.db
		.selectFrom("subscribers")
		.select(COLUMNS)
		.where("status_page_id", "=", statusPageId)
		.where("public_id", "=", publicId)
		.execute();
	return (await complete(tx, rows))[0] ?? null;
}

/** Whoever the links of a mail belong to, whichever page: its secret was verified. */
export async function subscriberOfLink(tx: Tx, publicId: string): Promise<Subscriber | null> {
	const rows = await tx.db.selectFrom("subscribers").select(COLUMNS).where("public_id", "=", publicId).execute();
	return (await complete(tx, rows))[0] ?? null;
}

export async function pageOfSubscribers(tx: Tx, statusPageId: number, seek: Seek<AgeKey>): Promise<Subscriber[]> {
	const query = tx.db.selectFrom("subscribers").select(COLUMNS).where("status_page_id", "=", statusPageId);
	return complete(tx, await newestFirst(query, seek));
}

/** Of everybody, or of those who are sent news about the components. @param components keys; empty: everybody */
export async function countSubscribers(
	tx: Tx,
	statusPageId: number,
	components: readonly number[] = [],
): Promise<SubscriberCounts> {
	const { rows } = await sql<{ channel: number; unconfirmed: number; stopped: number; total: number }>`
		select channel, count(*) as total,
			count(case when confirmed_at is null then 1 end) as unconfirmed,
			count(case when confirmed_at is not null and stopped_at is not null then 1 end) as stopped
		from subscribers as s where status_page_id = ${statusPageId} ${wantsOneOf(tx, components)} group by channel`.execute(
		tx.db,
	);
	const of = (channel: number) => {
		const row = rows.find((each) => each.channel === channel) ?? { total: 0, unconfirmed: 0, stopped: 0 };
		const [unconfirmed, stopped] = [Number(row.unconfirmed), Number(row.stopped)];
		return { unconfirmed, active: Number(row.total) - unconfirmed - stopped, stopped };
	};
	return { mail: of(MAIL), webhook: of(WEBHOOK) };
}

/** Whether a subscriber `s` is sent news that are about the components. @param components keys; empty: all are */
export function wantsOneOf({ dialect }: Tx, components: readonly number[]) {
	if (components.length === 0) return sql``;
	return sql`and (s.all_components = 1 or exists (
		select 1 from subscriber_components as c
		where c.subscriber_id = s.id and c.component_id in (select id from ${idRows(dialect, components)} as r)
	))`;
}

interface WantedMail {
	readonly statusPageId: number;
	readonly address: string;
	/** Keys; null: all components. */
	readonly components: readonly number[] | null;
}

/**
 * Notes that someone asked for mails to an address, and enqueues a mail with a link unless the address was sent one
 * within a day. A known address is treated as an unknown one, with the same statements: the time that it takes tells
 * nothing. Until somebody confirms, the last wish counts; after it, only the links in mails change what is wanted.
 */
export async function askToSubscribe(
	tx: Tx,
	{ statusPageId, address, components }: WantedMail,
	now: number,
): Promise<void> {
	const old = (column: string) => sql.ref(`subscribers.${column}`);
	// A mail that was enqueued later than now is of a clock that was wrong.
	const isDue = sql`(${old("link_enqueued_at")} <= ${now - LINK_MAIL_EVERY_MS} or ${old("link_enqueued_at")} > ${now})`;
	const all = components === null ? 1 : 0;
	const { rows } = await sql<{ id: number; confirmed_at: number | null }>`
		insert into subscribers (public_id, status_page_id, channel, address, address_key, all_components,
			link_enqueued_at, link_due_at, created_at)
		values (${newPublicId("sub")}, ${statusPageId}, ${MAIL}, ${address}, ${emailKey(address)}, ${all},
			${now}, ${now}, ${now})
		on conflict (status_page_id, channel, address_key) do update set
			all_components = case when ${old("confirmed_at")} is null then ${all} else ${old("all_components")} end,
			link_due_at = case when ${isDue} then ${now} else ${old("link_due_at")} end,
			link_attempts = case when ${isDue} then 0 else ${old("link_attempts")} end,
			link_enqueued_at = case when ${isDue} then ${now} else ${old("link_enqueued_at")} end
		returning id, confirmed_at`.execute(tx.db);
	const [row] = rows;
	if (row?.confirmed_at === null) await replaceComponents(tx, row.id, components);
}

/** Whether the page has as many subscribers as it can have. */
export async function isFull(tx: Tx, statusPageId: number, channel: SubscriberChannel, most: number): Promise<boolean> {
	const { rows } = await sql<{ total: number }>`
		select count(*) as total from (
			select 1 from subscribers
			where status_page_id = ${statusPageId} and channel = ${codeOf(SUBSCRIBER_CHANNELS, channel)} limit ${most}
		) as counted`.execute(tx.db);
	return Number(rows[0]?.total) >= most;
}

/** Makes a subscriber active from now on. One that was stopped is sent messages again: whoever confirms reads mail. */
export async function confirmSubscriber({ db }: Tx, id: number, now: number): Promise<void> {
	await sql`update subscribers set
			confirmed_at = coalesce(confirmed_at, ${now}), stopped_at = null, refusals = 0, link_due_at = null
		where id = ${id}`.execute(db);
}

/** @param components keys; null: all */
export async function chooseComponents(tx: Tx, id: number, components: readonly number[] | null): Promise<void> {
	const all = components === null ? 1 : 0;
	await tx.db.updateTable("subscribers").set({ all_components: all }).where("id", "=", id).execute();
	await replaceComponents(tx, id, components);
}

export async function createWebhook(
	tx: Tx,
	webhook: {
		readonly publicId: string;
		readonly statusPageId: number;
		readonly url: string;
		readonly encrypted: string;
		readonly components: readonly number[] | null;
	},
	now: number,
): Promise<Subscriber | null> {
	const row = await tx.db
		.insertInto("subscribers")
		.values({
			public_id: webhook.publicId,
			status_page_id: webhook.statusPageId,
			channel: WEBHOOK,
			address: webhook.url,
			address_key: webhook.url,
			encrypted: webhook.encrypted,
			all_components: webhook.components === null ? 1 : 0,
			confirmed_at: now,
			created_at: now,
		})
		.onConflict((conflict) => conflict.columns(["status_page_id", "channel", "address_key"]).doNothing())
		.returning(COLUMNS)
		.executeTakeFirst();
	if (row === undefined) return null;
	await replaceComponents(tx, row.id, webhook.components);
	return (await complete(tx, [row]))[0] ?? null;
}

/** Deletes a subscriber with everything that is stored of it, and the messages that wait for it. */
export async function deleteSubscriber({ db }: Tx, id: number): Promise<void> {
	await db.deleteFrom("subscribers").where("id", "=", id).execute();
}

/** Deletes some subscribers of a page, of those that existed at `until`, in a turn between which others have theirs. */
export async function deleteSomeSubscribers({ db }: Tx, statusPageId: number, until: number): Promise<"more" | "done"> {
	await heavyTurn();
	const { numAffectedRows } = await sql`
		delete from subscribers where id in (
			select id from subscribers
			where status_page_id = ${statusPageId} and created_at <= ${until} order by created_at, id limit ${ROWS_A_SLICE}
		)`.execute(db);
	return Number(numAffectedRows ?? 0) < ROWS_A_SLICE ? "done" : "more";
}

/** Deletes some addresses that nobody confirmed in time. Returns how many. */
export async function deleteUnconfirmed({ db }: Tx, now: number): Promise<number> {
	const { numAffectedRows } = await sql`
		delete from subscribers where id in (
			select id from subscribers
			where confirmed_at is null and created_at < ${now - UNCONFIRMED_KEPT_MS} order by created_at limit ${ROWS_A_SLICE}
		)`.execute(db);
	return Number(numAffectedRows ?? 0);
}

async function replaceComponents(tx: Tx, id: number, components: readonly number[] | null): Promise<void> {
	await tx.db.deleteFrom("subscriber_components").where("subscriber_id", "=", id).execute();
	if (components === null || components.length === 0) return;
	const rows = [...new Set(components)].map((component_id) => ({ subscriber_id: id, component_id }));
	await tx.db.insertInto("subscriber_components").values(rows).execute();
}

async function complete(tx: Tx, rows: readonly SubscriberRow[]): Promise<Subscriber[]> {
	const some = rows.filter(({ all_components }) => all_components === 0).map(({ id }) => id);
	const chosen = some.length === 0 ? new Map<number, { id: number; public_id: string }[]>() : await chosenBy(tx, some);
	return rows.map((row) => ({
		id: row.id,
		publicId: row.public_id,
		statusPageId: row.status_page_id,
		channel: labelOf(SUBSCRIBER_CHANNELS, row.channel),
		address: row.address,
		componentIds: row.all_components === 1 ? null : (chosen.get(row.id) ?? []).map(({ public_id }) => public_id),
		confirmedAt: row.confirmed_at,
		stoppedAt: row.stopped_at,
		createdAt: row.created_at,
	}));
}

async function chosenBy(tx: Tx, subscribers: readonly number[]) {
	const { rows } = await sql<{ id: number; public_id: string }>`
		select c.subscriber_id as id, components.public_id
		from subscriber_components as c join components on components.id = c.component_id
		where c.subscriber_id in (select id from ${idRows(tx.dialect, subscribers)} as r)
		order by components.section, components.position`.execute(tx.db);
	return Map.groupBy(rows, ({ id }) => id);
}
