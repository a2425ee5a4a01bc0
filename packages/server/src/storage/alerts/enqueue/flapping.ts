/**
 * Monitors that are flapping (../../../domain/alerts/flapping.ts), found in the commit of the check that changes them
 * once too often. A change is the beginning or the end of an outage.
 */

import { sql } from "kysely";
import { wants } from "../../../domain/alerts/alert-policy.ts";
import { CALM_CHANGES, FLAPPING_WINDOW_MS, type Flapping } from "../../../domain/alerts/flapping.ts";
import { BARE_FACTS, type NoticeFacts } from "../../../domain/alerts/notice.ts";
import { minuteOf, startOfMinute } from "../../../domain/checks/check.ts";
import { VERDICTS } from "../../../domain/checks/judgement.ts";
import { BLIND_AFTER_MISSES, type RecordedCheck } from "../../../domain/checks/transition.ts";
import { DAY_MS } from "../../../domain/durations.ts";
import { STATUSES } from "../../../domain/monitors/monitor.ts";
import { labelOf } from "../../database/codes.ts";
import { idRows } from "../../database/id-rows.ts";
import type { Tx } from "../../database/tx.ts";
import { verdictsBetween } from "../../results/read-checks.ts";
import { type Listener, listenersOf } from "./listeners.ts";
import { type NewNotice, writeNotices } from "./write-notices.ts";

/** Changes of a monitor that flaps for longer are counted from so long ago. */
const COUNTED_MS = 7 * DAY_MS;
/** Monitors that one transaction looks at: the checks of an hour are read of each. */
const LOOKED_AT_ONCE = 200;

/** What alerts are told of monitors that begin to flap: once. */
export async function dueByFlapping(
	tx: Tx,
	checks: readonly RecordedCheck[],
	listeners: ReadonlyMap<number, readonly Listener[]>,
	now: number,
): Promise<NewNotice[]> {
	const changed = checks.flatMap(({ monitorId, transition }) =>
		transition !== null && listeners.has(monitorId) ? [monitorId] : [],
	);
	const begun = await beginFlapping(tx, changed, now);
	return [...begun].flatMap(([id, flapping]) =>
		noticesOfFlapping(listeners.get(id) ?? [], { flapping, since: flapping.from }, now),
	);
}

/** Ends the flapping of monitors that are calm, some at a time, and enqueues the notices of that. */
export async function enqueueCalm(database: Tx, now: number): Promise<"more" | "idle"> {
	return database.transaction(async (tx) => {
		const { calm, hasMore } = await endFlapping(tx, now);
		const listeners = await listenersOf(tx, calm);
		const notices = calm.flatMap((one) => noticesOfFlapping(listeners.get(one.monitorId) ?? [], one, now));
		await writeNotices(tx, notices, now);
		return hasMore ? "more" : "idle";
	});
}

function noticesOfFlapping(
	listeners: readonly Listener[],
	{ flapping, since }: Pick<CalmMonitor, "flapping" | "since">,
	now: number,
): NewNotice[] {
	const due = { event: "degraded", outage: since } as const;
	const facts: NoticeFacts = { ...BARE_FACTS, since: null, checkedAt: now, flapping };
	return listeners
		.filter(({ endsOnly }) => !endsOnly || flapping.isOver)
		.filter(({ rules }) => wants(rules, { event: due.event, cause: "flapping" }))
		.map((listener) => ({ listener, cause: "flapping", due, facts }));
}

/** Those of the monitors that begin to flap now, with what is said of each. */
async function beginFlapping(tx: Tx, monitorIds: readonly number[], now: number): Promise<Map<number, Flapping>> {
	const found = await changesOf(tx, monitorIds, now - FLAPPING_WINDOW_MS);
	const restless = [...found].filter(([, { changes }]) => changes > CALM_CHANGES);
	if (restless.length === 0) return new Map();
	const rows = tx.dialect.rows(
		{ monitor_id: "integer", since: "integer" },
		restless.map(([monitor_id, { from }]) => ({ monitor_id, since: from })),
	);
	const { rows: begun } = await sql<{ monitor_id: number }>`
		insert into flapping_monitors (monitor_id, since) select monitor_id, since from ${rows} as r where true
		order by monitor_id on conflict do nothing returning monitor_id`.execute(tx.db);
	const fresh = new Set(begun.map(({ monitor_id }) => monitor_id));
	return new Map(restless.filter(([id]) => fresh.has(id)).map(([id, changed]) => [id, { ...changed, isOver: false }]));
}

interface CalmMonitor {
	readonly monitorId: number;
	readonly teamId: number;
	/** When it began to flap, by which the alerts know it that were notified of it. */
	readonly since: number;
	readonly flapping: Flapping;
}

/** Ends the flapping of monitors that have not changed for an hour in which they were checked, some at a time. */
async function endFlapping(
	tx: Tx,
	now: number,
): Promise<{ readonly calm: readonly CalmMonitor[]; readonly hasMore: boolean }> {
	const before = now - FLAPPING_WINDOW_MS;
	const { rows: unchanged } = await sql<{ monitor_id: number; since: number }>`
		select f.monitor_id, f.since from flapping_monitors as f
		join monitors as m on m.id = f.monitor_id join monitor_states as s on s.monitor_id = f.monitor_id
		where f.since <= ${before} and f.calm_from <= ${now} and m.enabled_at <= ${before}
			and s.missed_streak < ${sql.lit(BLIND_AFTER_MISSES)}
			and not exists (
				select 1 from outages as o where o.monitor_id = f.monitor_id and o.started_at > ${before - DAY_MS}
					and (o.started_at > ${before} or o.ended_at > ${before})
			)
		order by f.monitor_id limit ${LOOKED_AT_ONCE}`.execute(tx.db);
	const hasMore = unchanged.length === LOOKED_AT_ONCE;
	const rows: typeof unchanged = [];
	for (const row of unchanged) {
		const blindUntil = await lastBlindness(tx, row.monitor_id, before, now);
		if (blindUntil === null) rows.push(row);
		else await postponeCalm(tx, row.monitor_id, blindUntil + FLAPPING_WINDOW_MS);
	}
	if (rows.length === 0) return { calm: [], hasMore };
	const ids = idRows(
		tx.dialect,
		rows.map(({ monitor_id }) => monitor_id),
	);
	const { rows: ended } = await sql<{ monitor_id: number; since: number; team_id: number; status: number }>`
		delete from flapping_monitors where monitor_id in (select id from ${ids} as r)
		returning monitor_id, since,
			(select m.team_id from monitors as m where m.id = flapping_monitors.monitor_id) as team_id,
			(select s.status from monitor_states as s where s.monitor_id = flapping_monitors.monitor_id) as status
		`.execute(tx.db);
	const oldest = Math.max(Math.min(...rows.map((row) => row.since)), now - COUNTED_MS);
	const changed = await changesOf(
		tx,
		ended.map(({ monitor_id }) => monitor_id),
		oldest - 1,
	);
	const calm = ended.map(({ monitor_id, team_id, since, status }) => {
		const { changes = 0, from = oldest } = changed.get(monitor_id) ?? {};
		return {
			monitorId: monitor_id,
			teamId: team_id,
			since,
			flapping: { isOver: true, changes, from, status: labelOf(STATUSES, status) },
		};
	});
	return { calm, hasMore };
}

/** When it could last not be checked within that time, so that nobody knows what it was; null when it always could. */
async function lastBlindness(tx: Tx, monitorId: number, from: number, to: number): Promise<number | null> {
	const { minutes, verdicts } = await verdictsBetween(tx, monitorId, minuteOf(from), minuteOf(to) + 1);
	let missed = 0;
	let last: number | null = null;
	for (const [place, minute] of minutes.entries()) {
		missed = VERDICTS[verdicts[place] ?? 0] === "missed" ? missed + 1 : 0;
		if (missed >= BLIND_AFTER_MISSES) last = startOfMinute(minute + 1);
	}
	return last;
}

async function postponeCalm({ db }: Tx, monitorId: number, calmFrom: number): Promise<void> {
	await db.updateTable("flapping_monitors").set({ calm_from: calmFrom }).where("monitor_id", "=", monitorId).execute();
}

/** How often each monitor changed after `since`, and when first; epoch milliseconds. */
async function changesOf(tx: Tx, monitorIds: readonly number[], since: number) {
	const changed = new Map<number, { changes: number; from: number }>();
	if (monitorIds.length === 0) return changed;
	const { rows } = await sql<{ monitor_id: number; started_at: number; ended_at: number | null }>`
		select o.monitor_id, o.started_at, o.ended_at from ${idRows(tx.dialect, [...new Set(monitorIds)])} as r
		join outages as o on o.monitor_id = r.id and o.started_at > ${since - DAY_MS}
		where o.ended_at is null or o.ended_at > ${since}`.execute(tx.db);
	for (const { monitor_id, started_at, ended_at } of rows) {
		for (const at of [started_at, ended_at]) {
			if (at === null || at <= since) continue;
			const one = changed.getOrInsertComputed(monitor_id, () => ({ changes: 0, from: at }));
			one.changes += 1;
			one.from = Math.min(one.from, at);
		}
	}
	return changed;
}
