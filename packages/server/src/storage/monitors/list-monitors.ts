/** Lists a team's monitors: filtered, in one of several orders, by keyset. */

import { type RawBuilder, sql } from "kysely";
import { type MonitorFilter, type MonitorSort, STATUS_ORDER } from "../../domain/monitors/filter.ts";
import { STATUSES } from "../../domain/monitors/monitor.ts";
import type { Monitor } from "../../domain/monitors/settings.ts";
import type { Seek } from "../../domain/seek.ts";
import { codeOf } from "../database/codes.ts";
import { idRows } from "../database/id-rows.ts";
import { escapedForLike, oneContains } from "../database/like.ts";
import type { Tx } from "../database/tx.ts";
import { EXISTS, isOneOf, selectMonitors } from "./select-monitors.ts";

/** A monitor's place in a list; the last member, its id, makes it unique. */
export type MonitorKey = readonly (number | string)[];

/** The columns that an order goes by, their direction, and the key of a monitor there. */
interface Order {
	readonly direction: "asc" | "desc";
	columns(tx: Tx): readonly RawBuilder<unknown>[];
	keyOf(monitor: Monitor): MonitorKey;
}

const RANKS = sql.join(
	STATUS_ORDER.map((status, rank) => sql`when ${sql.lit(codeOf(STATUSES, status))} then ${sql.lit(rank)}`),
	sql` `,
);

const ORDERS: Readonly<Record<MonitorSort, Order>> = {
	created: {
		direction: "desc",
		columns: () => [sql`m.created_at`, sql`m.id`],
		keyOf: ({ createdAt, id }) => [createdAt, id],
	},
	name: {
		direction: "asc",
		columns: ({ dialect }) => [dialect.byCodePoint(sql`m.name`), sql`m.id`],
		keyOf: ({ name, id }) => [name, id],
	},
	status: {
		direction: "asc",
		columns: ({ dialect }) => [sql`(case s.status ${RANKS} end)`, dialect.byCodePoint(sql`m.name`), sql`m.id`],
		keyOf: ({ status, name, id }) => [STATUS_ORDER.indexOf(status), name, id],
	},
};

/** The place of `monitor` in a list in the order of `sort`. */
export function monitorKey(monitor: Monitor, sort: MonitorSort): MonitorKey {
	return ORDERS[sort].keyOf(monitor);
}

export async function pageOfMonitors(
	tx: Tx,
	{ teamId, filter, sort }: { teamId: number; filter: MonitorFilter; sort: MonitorSort },
	{ limit, direction, from }: Seek<MonitorKey>,
	now: number,
): Promise<Monitor[]> {
	const order = ORDERS[sort];
	const columns = order.columns(tx);
	const isForward = direction === "forward";
	const isAscending = (order.direction === "asc") === isForward;
	const beyond = from ? sql`and (${sql.join(columns)}) ${isAscending ? sql`>` : sql`<`} (${sql.join(from)})` : sql``;
	const way = isAscending ? sql` asc` : sql` desc`;
	const monitors = await selectMonitors(
		tx,
		sql`and m.team_id = ${teamId} ${narrowed(tx, filter)} ${beyond}
			order by ${sql.join(columns.map((column) => sql`${column}${way}`))} limit ${limit}`,
		now,
	);
	return isForward ? monitors : monitors.reverse();
}

/** Those of a team that have one of these ids or names, newest first. */
export async function monitorsKnownAs(
	tx: Tx,
	teamId: number,
	{ ids, names }: { readonly ids: readonly string[]; readonly names: readonly string[] },
	now: number,
): Promise<Monitor[]> {
	const { dialect } = tx;
	const [ofIds, ofNames] = [ids, names].map((texts) =>
		dialect.rows(
			{ known: "text" },
			texts.map((known) => ({ known })),
		),
	);
	// The keys first: PostgreSQL guesses so few of them that it would compare each with every state.
	const { rows } = await sql<{ id: number }>`
		select id from monitors where team_id = ${teamId} and public_id in (select known from ${ofIds} as r)
		union
		select id from monitors as m where ${EXISTS} and m.team_id = ${teamId}
			and ${dialect.byCodePoint(sql`m.name`)} in (select known from ${ofNames} as r)`.execute(tx.db);
	const keys = idRows(
		dialect,
		rows.map(({ id }) => id),
	);
	return selectMonitors(
		tx,
		sql`and ${isOneOf(teamId)} and m.id in (select id from ${keys} as r) order by m.created_at desc, m.id desc`,
		now,
	);
}

/** The names of a team's monitors in which an address may stand, with their ids. */
export async function namesWithAddresses(tx: Tx, teamId: number): Promise<{ publicId: string; name: string }[]> {
	const { rows } = await sql<{ publicId: string; name: string }>`
		select m.public_id as "publicId", m.name from monitors m
		where ${EXISTS} and m.team_id = ${teamId} and (m.name like '%/%' or m.name like '%?%')`.execute(tx.db);
	return rows;
}

/** How many monitors of a team a filter lets through, paused ones too. */
export async function countMonitors(tx: Tx, teamId: number, filter: MonitorFilter): Promise<number> {
	const { rows } = await sql<{ count: number }>`
		select count(*) as count from ${statedMonitors(filter)}
		where ${EXISTS} and m.team_id = ${teamId} ${narrowed(tx, filter)}`.execute(tx.db);
	return rows[0]?.count ?? 0;
}

/** Keys of the monitors of a team that a filter lets through, at most `limit`. */
export async function monitorIdsOf(tx: Tx, teamId: number, filter: MonitorFilter, limit: number): Promise<number[]> {
	const { rows } = await sql<{ id: number }>`
		select m.id from ${statedMonitors(filter)}
		where ${EXISTS} and m.team_id = ${teamId} ${narrowed(tx, filter)} order by m.id limit ${limit}`.execute(tx.db);
	return rows.map(({ id }) => id);
}

/** SQL: monitors, with their states only where the filter asks for them. */
function statedMonitors({ status }: MonitorFilter): RawBuilder<unknown> {
	return status === undefined ? sql`monitors m` : sql`monitors m join monitor_states s on s.monitor_id = m.id`;
}

/** SQL: `and …` for each member of the filter; `m` is the monitor, `s` its state. */
function narrowed(tx: Tx, { tag, status, type, enabled, q }: MonitorFilter): RawBuilder<unknown> {
	const { dialect } = tx;
	const parts: RawBuilder<unknown>[] = [];
	// Tags are a JSON list of strings without quotes in them, so a tag stands between quotes exactly once.
	if (tag !== undefined) parts.push(sql`and m.tags like ${`%"${escapedForLike(tag)}"%`} escape '!'`);
	if (status !== undefined) parts.push(sql`and s.status = ${sql.lit(codeOf(STATUSES, status))}`);
	if (type !== undefined) parts.push(sql`and m.type = ${type}`);
	if (enabled !== undefined) parts.push(enabled ? sql`and m.enabled_at is not null` : sql`and m.enabled_at is null`);
	if (q !== undefined) parts.push(sql`and ${oneContains(dialect, [sql`m.name`, sql`m.target`], q)}`);
	return parts.length === 0 ? sql`` : sql.join(parts, sql` `);
}
