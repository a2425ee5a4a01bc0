/**
 * Consequences: which outages are those of monitors that depend on one that is down, and which checks are waited for
 * before that is known. Within the transaction that records checks (./record-outages.ts), so that it does not matter
 * which of the monitors failed first.
 */

import { type RawBuilder, sql } from "kysely";
import { SHARED_FACTS, SHARES_WITHIN_MS } from "../../domain/causes/causes.ts";
import { BLIND_AFTER_MISSES } from "../../domain/checks/transition.ts";
import { STATUSES } from "../../domain/monitors/monitor.ts";
import { codeOf } from "../database/codes.ts";
import { idRows } from "../database/id-rows.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Tx } from "../database/tx.ts";
import { moveHandling } from "../on-call/handled-causes.ts";
import { STARTED_AT } from "../results/started-at.ts";

/** A problem waits for checks of what its monitor depends on for one of their intervals, and no longer than this. */
export const LONGEST_WAIT_MS = 90_000;
/** Dependencies of dependencies are followed so far. */
const MAX_DEPTH = 10;
/** Outages that one change links at most; bounds the transaction. */
const MAX_LINKED = 10_000;

const DOWN = sql.lit(codeOf(STATUSES, "down"));
const PENDING = sql.lit(codeOf(STATUSES, "pending"));

/** SQL: whether the state `alias` is that of a cause: down, and checked. */
export function isCause(alias: string): RawBuilder<unknown> {
	const state = (column: string) => sql.ref(`${alias}.${column}`);
	return sql`${state("status")} = ${DOWN} and ${state("missed_streak")} < ${sql.lit(BLIND_AFTER_MISSES)}`;
}

/**
 * SQL: the table `reached` of these monitors (depth 0) and of those that they depend on, or that depend on them,
 * directly or not.
 *
 * @param from gives a key, which is kept with each that is reached from there, and a monitor
 */
function reaching(direction: "above" | "below", from: RawBuilder<unknown>): RawBuilder<unknown> {
	const [here, there] =
		direction === "above" ? ["d.monitor_id", "d.depends_on_id"] : ["d.depends_on_id", "d.monitor_id"];
	return sql`recursive start (id, monitor_id) as (${from}), reached (id, monitor_id, depth) as (
		select id, monitor_id, 0 from start
		union
		select b.id, ${sql.ref(there)}, b.depth + 1 from reached as b
		join monitor_dependencies as d on ${sql.ref(here)} = b.monitor_id where b.depth < ${sql.lit(MAX_DEPTH)}
	)`;
}

/** SQL for {@link reaching}: each monitor by its own key. */
function monitorsOf(tx: Tx, ids: readonly number[]): RawBuilder<unknown> {
	return sql`select r.id, r.id from ${idRows(tx.dialect, ids)} as r`;
}

/** SQL for {@link reaching}: the monitors of outages, by the keys of those. */
function outagesIn(tx: Tx, outages: readonly OpenOutage[]): RawBuilder<unknown> {
	const rows = tx.dialect.rows(
		{ id: "integer", monitor_id: "integer" },
		outages.map(({ id, monitor_id }) => ({ id, monitor_id })),
	);
	return sql`select r.id, r.monitor_id from ${rows} as r`;
}

/** Whether any monitor depends on another: most databases need no more than this. */
async function hasDependencies({ db }: Tx): Promise<boolean> {
	const { rows } = await sql`select 1 from monitor_dependencies limit 1`.execute(db);
	return rows.length > 0;
}

/** The monitors that each of these depends on directly. */
export async function dependenciesOf(tx: Tx, monitorIds: readonly number[]): Promise<Map<number, number[]>> {
	if (monitorIds.length === 0 || !(await hasDependencies(tx))) return new Map();
	const { rows } = await sql<{ monitor_id: number; depends_on_id: number }>`
		select monitor_id, depends_on_id from monitor_dependencies
		where monitor_id in (select id from ${idRows(tx.dialect, monitorIds)} as r)
		order by monitor_id, depends_on_id`.execute(tx.db);
	const byMonitor = Map.groupBy(rows, ({ monitor_id }) => monitor_id);
	return new Map(Array.from(byMonitor, ([id, ofIt]) => [id, ofIt.map(({ depends_on_id }) => depends_on_id)]));
}

/** Recorded outages of monitors that depend directly on one of `monitorIds`, by the one that they depend on. */
export async function outagesByDependency(
	tx: Tx,
	monitorIds: readonly number[],
	{ from, through }: { readonly from: number; readonly through: number },
): Promise<{ cause_id: number; dependency: number; first_at: number; last_at: number; count: number }[]> {
	if (monitorIds.length === 0) return [];
	const { rows } = await sql<{
		cause_id: number;
		dependency: number;
		first_at: number;
		last_at: number;
		count: number;
	}>`
		select o.cause_id, d.depends_on_id as dependency, min(o.started_at) as first_at, max(o.started_at) as last_at,
			count(*) as count
		from ${idRows(tx.dialect, monitorIds)} as r
		join monitor_dependencies as d on d.depends_on_id = r.id
		join outages as o on o.monitor_id = d.monitor_id and o.started_at >= ${from} and o.started_at <= ${through}
		group by o.cause_id, d.depends_on_id order by o.cause_id`.execute(tx.db);
	return rows;
}

/** What a commit changed. Keys of monitors. */
interface Turned {
	/** Whose outage began. */
	readonly begun: readonly number[];
	/** That are down now, and were not. */
	readonly fell: readonly number[];
	/** That are not down any more. */
	readonly rose: readonly number[];
}

/**
 * Links outages to the one that they are a consequence of, and has those wait whose dependencies have to be checked
 * first. Returns the monitors whose notices have to be decided again.
 */
export async function linkConsequences(tx: Tx, { begun, fell, rose }: Turned, now: number): Promise<number[]> {
	if (!(await hasDependencies(tx))) return [];
	const freed = await consequencesOf(tx, rose);
	const below = await openBelow(tx, fell);
	const begunOutages = await openOutages(tx, begun);
	const candidates = new Map([...freed, ...below, ...begunOutages].map((outage) => [outage.id, outage]));
	if (candidates.size === 0) return [];
	const links = await downAbove(tx, [...candidates.values()]);
	await writeLinks(tx, links);
	const linked = new Set(links.map(({ outage_id }) => outage_id));
	const unlinked = (outages: readonly OpenOutage[]) => outages.filter(({ id }) => !linked.has(id));
	// What their cause has held is notified only if a check of their own fails after its recovery.
	await waitForOwnChecks(tx, unlinked(freed), now);
	await waitForDependencies(tx, unlinked(begunOutages), now);
	return [...freed, ...below].map(({ monitor_id }) => monitor_id);
}

interface OpenOutage {
	readonly id: number;
	readonly monitor_id: number;
}

async function openOutages(tx: Tx, monitorIds: readonly number[]): Promise<OpenOutage[]> {
	if (monitorIds.length === 0) return [];
	const { rows } = await sql<OpenOutage>`
		select o.id, o.monitor_id from outages as o
		where o.ended_at is null and o.monitor_id in (select id from ${idRows(tx.dialect, monitorIds)} as r)
			and exists (select 1 from monitor_dependencies as d where d.monitor_id = o.monitor_id)`.execute(tx.db);
	return rows;
}

/** Outages that were held because these monitors were down. */
async function consequencesOf(tx: Tx, monitorIds: readonly number[]): Promise<OpenOutage[]> {
	if (monitorIds.length === 0) return [];
	const { rows } = await sql<OpenOutage>`
		select o.id, o.monitor_id from outages as p
		join outages as o on o.consequence_of = p.id and o.ended_at is null
		where p.monitor_id in (select id from ${idRows(tx.dialect, monitorIds)} as r)
		limit ${MAX_LINKED}`.execute(tx.db);
	return rows;
}

/**
 * Outages of monitors that depend on one of these: those that began close to its own, wait for a check, or were its
 * consequences before. Others were notified long before, and are no consequences.
 */
async function openBelow(tx: Tx, monitorIds: readonly number[]): Promise<OpenOutage[]> {
	if (monitorIds.length === 0) return [];
	const { rows } = await sql<OpenOutage>`
		with ${reaching("below", monitorsOf(tx, monitorIds))}
		select distinct o.id, o.monitor_id from reached as b
		join monitor_states as ms on ms.monitor_id = b.id
		join outages as o on o.monitor_id = b.monitor_id and o.ended_at is null
		where b.depth > 0 and (
			o.started_at >= ms.failing_since - ${sql.lit(SHARES_WITHIN_MS)} or o.waits_until is not null
			or o.consequence_of is not null
		)
		limit ${MAX_LINKED}`.execute(tx.db);
	return rows;
}

interface LinkRow {
	readonly outage_id: number;
	readonly cause_outage_id: number;
	readonly cause_id: number;
}

/** Of each outage the farthest monitor that is down and that it depends on: what is between is a consequence, too. */
async function downAbove(tx: Tx, outages: readonly OpenOutage[]): Promise<LinkRow[]> {
	const { rows: above } = await sql<LinkRow & { depth: number }>`
		with ${reaching("above", outagesIn(tx, outages))}
		select a.id as outage_id, p.id as cause_outage_id, p.cause_id, a.depth from reached as a
		join monitor_states as ms on ms.monitor_id = a.monitor_id and ${isCause("ms")}
		join monitors as m on m.id = a.monitor_id and m.deleted_at is null and m.enabled_at is not null
		join outages as p on p.monitor_id = a.monitor_id and p.ended_at is null
		where a.depth > 0
		order by a.id, a.depth desc, p.id`.execute(tx.db);
	const farthest = new Map<number, LinkRow>();
	for (const row of above) if (!farthest.has(row.outage_id)) farthest.set(row.outage_id, row);
	return [...farthest.values()];
}

async function writeLinks(tx: Tx, links: readonly LinkRow[]): Promise<void> {
	if (links.length === 0) return;
	const rows = tx.dialect.rows(
		{ outage_id: "integer", cause_outage_id: "integer", cause_id: "integer" },
		links.map(({ outage_id, cause_outage_id, cause_id }) => ({ outage_id, cause_outage_id, cause_id })),
	);
	const { rows: left } = await sql<{ id: number; whole: number }>`
		select o.cause_id as id, min(r.cause_id) as whole from ${rows} as r join outages as o on o.id = r.outage_id
		where o.cause_id <> r.cause_id group by o.cause_id`.execute(tx.db);
	await sql`update outages set consequence_of = r.cause_outage_id, waits_until = null, cause_id = r.cause_id
		from ${rows} as r where outages.id = r.outage_id`.execute(tx.db);
	await sql`update notices set cause_id = r.cause_id from ${rows} as r
		where notices.outage_id = r.outage_id and notices.cause_id <> r.cause_id`.execute(tx.db);
	await sql`delete from cause_checks where outage_id in (select outage_id from ${rows} as r)`.execute(tx.db);
	await mergeEmptyCauses(tx, left);
}

/** A cause all of whose outages were found to be consequences is that of which they are. */
async function mergeEmptyCauses(tx: Tx, left: readonly { id: number; whole: number }[]): Promise<void> {
	if (left.length === 0) return;
	const rows = tx.dialect.rows({ id: "integer", whole: "integer" }, left);
	const { rows: merged } = await sql<{ id: number; whole: number }>`
		update causes set merged_into = r.whole from ${rows} as r
		where (causes.id = r.id or causes.merged_into = r.id)
			and not exists (select 1 from outages as o where o.cause_id = r.id)
		returning causes.id, causes.merged_into as whole`.execute(tx.db);
	await moveHandling(tx, merged);
}

async function waitForOwnChecks(tx: Tx, outages: readonly OpenOutage[], now: number): Promise<void> {
	if (outages.length === 0) return;
	await insertChecks(
		tx,
		sql`select r.id as outage_id, r.monitor_id, cast(${now} as bigint) as since, ${untilOf("ms", now)} as until
			from (${outagesIn(tx, outages)}) as r
			join monitor_states as ms on ms.monitor_id = r.monitor_id and ms.slot_at is not null`,
	);
}

/** Dependencies that may be down by now: not paused, not missed, and not checked since the monitor was seen to fail. */
async function waitForDependencies(tx: Tx, outages: readonly OpenOutage[], now: number): Promise<void> {
	if (outages.length === 0) return;
	await insertChecks(
		tx,
		sql`with ${reaching("above", outagesIn(tx, outages))}
			select distinct a.id as outage_id, a.monitor_id, own.last_checked_at as since, ${untilOf("ms", now)} as until
			from reached as a
			join start on start.id = a.id
			join monitor_states as own on own.monitor_id = start.monitor_id
			join monitor_states as ms on ms.monitor_id = a.monitor_id and ms.slot_at is not null
				and ms.status <> ${PENDING} and ms.missed_streak < ${sql.lit(BLIND_AFTER_MISSES)}
			${tx.dialect.results.leftJoinCheck(sql`ms.monitor_id`, sql`ms.last_minute`)}
			where a.depth > 0 and coalesce(${STARTED_AT}, ms.last_checked_at) < own.last_checked_at`,
	);
}

/**
 * What these monitors depend on is to change, or whether they can be a cause. Outages of theirs, and of monitors that
 * depend on them, are linked anew once this is committed (./cause-checks.ts). Before `monitor_dependencies` changes.
 */
export async function linkAnew(tx: Tx, monitorIds: readonly number[], now: number): Promise<void> {
	if (monitorIds.length === 0 || !(await hasDependencies(tx))) return;
	// All from one key: by their own, dense dependencies of many would be reached from each of them.
	const start = sql`select 0, r.id from ${idRows(tx.dialect, monitorIds)} as r`;
	await sql`
		insert into cause_checks (outage_id, monitor_id, since, until, asked_at)
		select b.id, b.monitor_id, cast(${now} as bigint), cast(${now} as bigint), cast(${now} as bigint) from (
			with ${reaching("below", start)}
			select distinct o.id, o.monitor_id from reached as b
			join outages as o on o.monitor_id = b.monitor_id and o.ended_at is null
				and (o.consequence_of is not null or o.waits_until is not null)
			order by o.id limit ${MAX_LINKED}
		) as b where true
		on conflict (outage_id, monitor_id) do update set until = excluded.until`.execute(tx.db);
}

interface HeldOutage extends OpenOutage {
	readonly team_id: number;
	readonly cause_id: number;
	readonly started_at: number;
	/** Key of the monitor that it was linked to. */
	readonly dependency: number;
}

/**
 * Links outages that are consequences to what their monitors depend on by now. Those that depend on nothing that is
 * down leave their cause for a new one; they are not waited for.
 */
export async function linkAgain(tx: Tx, outageIds: readonly number[]): Promise<void> {
	const { rows: held } = await sql<HeldOutage>`
		select o.id, o.monitor_id, o.team_id, o.cause_id, o.started_at, p.monitor_id as dependency from outages as o
		join outages as p on p.id = o.consequence_of and p.ended_at is null
		where o.ended_at is null and o.id in (select id from ${idRows(tx.dialect, outageIds)} as r)
		order by o.id`.execute(tx.db);
	if (held.length === 0) return;
	const linked = new Set((await downAbove(tx, held)).map(({ outage_id }) => outage_id));
	await leaveCauses(
		tx,
		held.filter(({ id }) => !linked.has(id)),
	);
	// Of those that became free, some are what others depend on.
	await writeLinks(tx, await downAbove(tx, held));
}

/** What leaves one cause together has one new cause, and so makes one message. */
async function leaveCauses(tx: Tx, free: readonly HeldOutage[]): Promise<void> {
	if (free.length === 0) return;
	const left = [...Map.groupBy(free, ({ cause_id }) => cause_id).values()].map((members) => ({
		members,
		public_id: newPublicId("cau"),
		team_id: members[0]?.team_id ?? 0,
		last_began_at: Math.max(...members.map(({ started_at }) => started_at)),
		shared: members.length > 1 ? codeOf(SHARED_FACTS, "dependency") : null,
		shared_value: members.length > 1 ? String(members[0]?.dependency) : null,
	}));
	const names = sql`public_id, team_id, last_began_at, shared, shared_value`;
	const { rows: made } = await sql<{ id: number; public_id: string }>`
		insert into causes (${names}) select ${names} from ${tx.dialect.rows(
			{ public_id: "text", team_id: "integer", last_began_at: "integer", shared: "integer", shared_value: "text" },
			left.map(({ members: _, ...cause }) => cause),
		)} as r where true returning id, public_id`.execute(tx.db);
	const ids = new Map(made.map(({ id, public_id }) => [public_id, id]));
	const rows = tx.dialect.rows(
		{ outage_id: "integer", cause_id: "integer" },
		left.flatMap(({ members, public_id }) =>
			members.map(({ id }) => ({ outage_id: id, cause_id: ids.get(public_id) ?? 0 })),
		),
	);
	await sql`update outages set consequence_of = null, cause_id = r.cause_id
		from ${rows} as r where outages.id = r.outage_id`.execute(tx.db);
	await sql`update notices set cause_id = r.cause_id
		from ${rows} as r where notices.outage_id = r.outage_id`.execute(tx.db);
}

/** Checks of monitors on which those of these outages depend no longer are not waited for. */
export async function endOtherWaits(tx: Tx, outageIds: readonly number[]): Promise<void> {
	await sql`
		delete from cause_checks where outage_id in (select id from ${idRows(tx.dialect, outageIds)} as r) and not exists (
			with ${reaching("above", sql`select o.id, o.monitor_id from outages as o where o.id = cause_checks.outage_id`)}
			select 1 from reached as a where a.monitor_id = cause_checks.monitor_id
		)`.execute(tx.db);
}

/** SQL: an interval from now, at most the longest wait. */
function untilOf(alias: string, now: number): RawBuilder<unknown> {
	const interval = sql.ref(`${alias}.interval_ms`);
	return sql`cast(${now} as bigint) + case when ${interval} < ${sql.lit(LONGEST_WAIT_MS)} then ${interval} else ${sql.lit(LONGEST_WAIT_MS)} end`;
}

/** @param checks gives outage_id, monitor_id, since and until */
async function insertChecks(tx: Tx, checks: RawBuilder<unknown>): Promise<void> {
	const { rows } = await sql<{ outage_id: number }>`
		insert into cause_checks (outage_id, monitor_id, since, until)
		select c.outage_id, c.monitor_id, c.since, c.until from (${checks}) as c where true
		on conflict (outage_id, monitor_id) do update set since = excluded.since, until = excluded.until, asked_at = null
		returning outage_id`.execute(tx.db);
	if (rows.length === 0) return;
	const ids = idRows(tx.dialect, [...new Set(rows.map(({ outage_id }) => outage_id))]);
	await sql`
		update outages set waits_until = (select max(c.until) from cause_checks as c where c.outage_id = outages.id)
		where id in (select id from ${ids} as r)`.execute(tx.db);
}
