/**
 * Changes whose notices wait for room in the outbox. A change makes a notice for each alert that covers its monitor:
 * a team with hundreds of alerts and thousands of monitors that go down together would put millions of rows into one
 * commit, and into every statement of the deliverers. Such changes are kept as one row each, in their order, and their
 * notices are enqueued in slices while the outbox has room for the team (./enqueue-notices.ts). Nothing is dropped.
 */

import { type RawBuilder, sql } from "kysely";
import type { MonitorState, RecordedCheck } from "../../../domain/checks/transition.ts";
import type { RegionalChange } from "../../commit/regional-failures.ts";
import { idRows } from "../../database/id-rows.ts";
import type { Tx } from "../../database/tx.ts";
import { EDGE } from "../notice-codes.ts";

/** What makes notices: a check, or what it says of one location. */
type NotifiedChange = RecordedCheck | RegionalChange;

export function isRegional(change: NotifiedChange): change is RegionalChange {
	return "locationId" in change;
}

export interface OutboxLimits {
	/** Notices that one transaction enqueues for a team, unless a single change causes more. */
	readonly atOnce: number;
	/** Notices of changes that wait for one team, delivered ones excluded. */
	readonly waitingOfTeam: number;
}

export const OUTBOX_LIMITS: OutboxLimits = {
	// A thousand rows take SQLite about 20 ms (bench/notice-flood.ts), in which nothing else is committed or answered.
	atOnce: 1_000,
	// Five alerts with 10,000 monitors each. A higher limit would not deliver messages earlier: an alert sends at most a
	// thousand messages about problems a day, each with up to a thousand notices.
	waitingOfTeam: 50_000,
};

/**
 * The teams of these changes whose notices can't be enqueued at once: there would be too many, the outbox has no room
 * for them, or earlier changes of the team wait, which must stay the earlier ones.
 *
 * @param wanted SQL: which alerts `a` get notices of such changes
 */
export async function teamsToDefer(
	tx: Tx,
	changes: readonly Pick<NotifiedChange, "teamId">[],
	limits: OutboxLimits,
	wanted: RawBuilder<unknown> = sql`1 = 1`,
): Promise<ReadonlySet<number>> {
	const teams = Map.groupBy(changes, ({ teamId }) => teamId);
	const rows = tx.dialect.rows(
		{ team_id: "integer", changes: "integer" },
		[...teams].map(([team_id, ofTeam]) => ({ team_id, changes: ofTeam.length })),
	);
	const { rows: deferring } = await sql<{ team_id: number }>`
		select r.team_id from ${rows} as r
		where exists (select 1 from deferred_changes as d where d.team_id = r.team_id)
			or r.changes * (
				select count(*) from alerts as a
				where a.team_id = r.team_id and a.deleted_at is null and a.is_enabled = 1 and a.escalates is null
					and ${wanted}
			) > ${limits.atOnce}
			or ${isFull(limits)}`.execute(tx.db);
	return new Set(deferring.map(({ team_id }) => team_id));
}

/** Those of the teams for which the outbox has no room. */
export async function fullTeams(
	tx: Tx,
	teamIds: ReadonlySet<number>,
	limits: OutboxLimits,
): Promise<ReadonlySet<number>> {
	const teams = idRows(tx.dialect, [...teamIds]);
	const { rows } = await sql<{ team_id: number }>`
		select r.team_id from (select id as team_id from ${teams} as one) as r where ${isFull(limits)}`.execute(tx.db);
	return new Set(rows.map(({ team_id }) => team_id));
}

/** Whether the outbox has no room for the team of `r`. Repeats and reminders don't count: there is one of each pair. */
function isFull({ waitingOfTeam }: OutboxLimits) {
	return sql`exists (
		select 1 from alerts as a join notices as n on n.alert_id = a.id and n.kind = ${EDGE}
		where a.team_id = r.team_id and a.deleted_at is null limit 1 offset ${waitingOfTeam - 1}
	)`;
}

/** SQL: whether changes of the team wait because the outbox has no room for it. */
export function isBacklogged(teamId: number): RawBuilder<unknown> {
	return sql`exists (
		select 1 from (select cast(${teamId} as bigint) as team_id) as r
		where exists (select 1 from deferred_changes as d where d.team_id = r.team_id) and ${isFull(OUTBOX_LIMITS)}
	)`;
}

export async function deferChanges(tx: Tx, changes: readonly NotifiedChange[], now: number): Promise<void> {
	if (changes.length === 0) return;
	const rows = tx.dialect.rows(
		{ team_id: "integer", monitor_id: "integer", change: "text", created_at: "integer", place: "integer" },
		changes.map((change, place) => ({
			team_id: change.teamId,
			monitor_id: change.monitorId,
			change: JSON.stringify(change),
			created_at: now,
			place,
		})),
	);
	const columns = sql`team_id, monitor_id, change, created_at`;
	await sql`insert into deferred_changes (${columns}) select ${columns} from ${rows} as r order by place`.execute(
		tx.db,
	);
}

/** Teams with deferred changes and room for their notices, and how many changes one transaction takes of each. */
export async function teamsWithRoom(tx: Tx, limits: OutboxLimits): Promise<{ teamId: number; changes: number }[]> {
	const { rows } = await sql<{ team_id: number; alerts: number }>`
		with recursive teams (team_id) as (
			select min(team_id) from deferred_changes
			union all
			select (select min(d.team_id) from deferred_changes as d where d.team_id > t.team_id)
			from teams as t where t.team_id is not null
		)
		select r.team_id, (
			select count(*) from alerts as a where a.team_id = r.team_id and a.deleted_at is null and a.is_enabled = 1 and a.escalates is null
		) as alerts
		from teams as r where r.team_id is not null and not ${isFull(limits)}`.execute(tx.db);
	return rows.map(({ team_id, alerts }) => ({
		teamId: team_id,
		changes: Math.max(1, Math.floor(limits.atOnce / Math.max(1, alerts))),
	}));
}

/** Deferred changes that one statement moves: about a megabyte. */
const MOVED_AT_ONCE = 1_000;

/**
 * After the clock was set back: outages of the future count as begun now, as in every other table
 * (../../upkeep/clock-rollback.ts).
 * @param reach what is not after it stays
 */
export async function moveDeferredChanges(tx: Tx, now: number, reach: number): Promise<void> {
	const moved = (instant: number) => (instant > reach ? now : instant);
	const movedIfAny = (instant: number | null) => (instant === null ? null : moved(instant));
	const movedState = (state: MonitorState) => ({
		...state,
		failingSince: movedIfAny(state.failingSince),
		missedSince: movedIfAny(state.missedSince),
	});
	const movedChange = (change: NotifiedChange): NotifiedChange =>
		isRegional(change)
			? { ...change, since: moved(change.since) }
			: { ...change, before: movedState(change.before), after: movedState(change.after) };
	for (let last = 0; ; ) {
		const ahead = await tx.db
			.selectFrom("deferred_changes")
			.select(["id", "change"])
			.where("id", ">", last)
			.where("created_at", ">", reach)
			.orderBy("id")
			.limit(MOVED_AT_ONCE)
			.execute();
		if (ahead.length === 0) return;
		last = ahead.at(-1)?.id ?? last;
		const rows = tx.dialect.rows(
			{ id: "integer", change: "text" },
			ahead.map(({ id, change }) => ({
				id,
				change: JSON.stringify(movedChange(JSON.parse(change) as NotifiedChange)),
			})),
		);
		await sql`
			update deferred_changes set created_at = ${now}, change = r.change
			from ${rows} as r where deferred_changes.id = r.id`.execute(tx.db);
	}
}

/** Takes the oldest deferred changes of a team out, at most `limit`, with the instant of their commit. */
export async function takeDeferredChanges(
	tx: Tx,
	teamId: number,
	limit: number,
): Promise<{ change: NotifiedChange; createdAt: number }[]> {
	const { rows } = await sql<{ id: number; change: string; created_at: number }>`
		with wanted as materialized (
			select id from deferred_changes where team_id = ${teamId} order by id limit ${limit}${tx.dialect.forUpdate}
		)
		delete from deferred_changes where id in (select id from wanted) returning id, change, created_at`.execute(tx.db);
	return rows
		.toSorted((a, b) => a.id - b.id)
		.map(({ change, created_at }) => ({ change: JSON.parse(change) as NotifiedChange, createdAt: created_at }));
}

export async function countDeferredChanges(tx: Tx): Promise<number> {
	const { count } = await tx.db
		.selectFrom("deferred_changes")
		.select((is) => is.fn.countAll<number>().as("count"))
		.executeTakeFirstOrThrow();
	return count;
}
