/**
 * The outages of a monitor, read from its changes of status: an outage begins with the change from pending or up to
 * degraded or down, and ends with the next change to up.
 *
 * Changes of status are pruned with the alert events; an outage is listed for as long as the change that began it is
 * kept.
 */

import { sql } from "kysely";
import { NOTICE_EVENTS } from "../../domain/alerts/alert.ts";
import { SHARED_FACTS } from "../../domain/causes/causes.ts";
import { PHASES } from "../../domain/checks/observation.ts";
import {
	FAILING_STATUSES,
	MAX_GROUP_COUNTED,
	type NotifiedAlert,
	type Outage,
	type OutageGroup,
} from "../../domain/checks/outage.ts";
import { windowCovers } from "../../domain/maintenance/maintenance.ts";
import { STATUSES } from "../../domain/monitors/monitor.ts";
import type { Seek } from "../../domain/seek.ts";
import { consequencesOf } from "../alerts/consequences.ts";
import { SENT } from "../alerts/notice-codes.ts";
import { SHARED_DEPENDENCY } from "../causes/shared-facts.ts";
import { codeOf, labelOf, reasonOf } from "../database/codes.ts";
import type { Tx } from "../database/tx.ts";
import { windowsOfTeam } from "../maintenance/maintenance-windows.ts";
import { HANDLING_COLUMNS, type HandlingColumns, handlingOf } from "../on-call/handled-causes.ts";

interface OutageRow extends HandlingColumns {
	id: number;
	outage_id: number | null;
	public_id: string | null;
	cause_public_id: string | null;
	occurred_at: number;
	reason: number | null;
	phase: number | null;
	message: string | null;
	ended_at: number | null;
	ended_checks: number | null;
	failing_streak: number;
	was_down: number;
	waits_until: number | null;
	caused_by_id: string | null;
	caused_by_name: string | null;
	shared: number | null;
	shared_value: string | null;
	shared_name: string | null;
	others: number;
	independent: number;
}

const FAILING = sql.join(FAILING_STATUSES.map((status) => sql.lit(codeOf(STATUSES, status))));
const DOWN = sql.lit(codeOf(STATUSES, "down"));
const UP = sql.lit(codeOf(STATUSES, "up"));
const PROBLEM_EVENTS = sql.join((["down", "degraded"] as const).map((event) => sql.lit(codeOf(NOTICE_EVENTS, event))));

/** Epoch milliseconds; null: no bound. */
interface OutageBounds {
	readonly from: number | null;
	/** Excluded. */
	readonly to: number | null;
}

/**
 * A page of a monitor's outages that touch the bounds, newest first. `seek.from` is the {@link Outage.id} that the page
 * excludes.
 */
export async function pageOfOutages(
	tx: Tx,
	monitor: { readonly id: number; readonly teamId: number },
	{ limit, direction, from }: Seek<number>,
	bounds: OutageBounds = { from: null, to: null },
): Promise<Outage[]> {
	const isForward = direction === "forward";
	const since =
		bounds.from === null
			? sql``
			: sql`and s.id > ${await lastRecoveryBefore(tx, monitor.id, bounds.from)}
				and (e.occurred_at is null or e.occurred_at >= ${bounds.from})`;
	const until = bounds.to === null ? sql`` : sql`and s.occurred_at < ${bounds.to}`;
	const beyond = from === null ? sql`` : isForward ? sql`and s.id < ${from}` : sql`and s.id > ${from}`;
	const { rows } = await sql<OutageRow>`
		select s.id, o.id as outage_id, o.public_id, c.public_id as cause_public_id, s.occurred_at, s.reason, s.phase, s.message,
			e.occurred_at as ended_at, e.ended_checks, ms.failing_streak, ${HANDLING_COLUMNS},
			case when exists (
				select 1 from transitions as d where d.monitor_id = s.monitor_id and d.id >= s.id
					and (e.id is null or d.id < e.id) and d.to_status = ${DOWN}
			) then 1 else 0 end as was_down,
			case when o.ended_at is null then o.waits_until end as waits_until,
			pm.public_id as caused_by_id, pm.name as caused_by_name, c.shared, c.shared_value, d.name as shared_name,
			${countOfOthers(sql`1 = 1`)} as others,
			${countOfOthers(sql`n.consequence_of is distinct from o.id`)} as independent
		from transitions as s
		join monitor_states as ms on ms.monitor_id = s.monitor_id
		left join transitions as e on e.id = (
			select min(n.id) from transitions as n where n.monitor_id = s.monitor_id and n.id > s.id and n.to_status = ${UP}
		)
		left join outages as o on o.id = (
			select max(one.id) from outages as one where one.monitor_id = s.monitor_id and one.started_at = s.occurred_at
		)
		left join causes as c on c.id = o.cause_id
		left join outages as p on p.id = o.consequence_of
		left join monitors as pm on pm.id = p.monitor_id and pm.deleted_at is null
		left join monitors as d on d.id = ${SHARED_DEPENDENCY} and d.deleted_at is null
		left join handled_causes as h on h.cause_id = o.cause_id
		where s.monitor_id = ${monitor.id} and s.to_status in (${FAILING}) and s.from_status not in (${FAILING}) ${beyond} ${since} ${until}
		order by s.id ${isForward ? sql`desc` : sql`asc`} limit ${limit}`.execute(tx.db);
	if (rows.length === 0) return [];
	const windows = await windowsOfTeam(tx, monitor.teamId);
	const notified = await notifiedOf(tx, monitor.id, rows);
	const ids = rows.flatMap(({ outage_id }) => outage_id ?? []);
	const consequences = await consequencesOf(tx, ids, "all");
	const outages = rows.map(
		(row): Outage => ({
			id: row.id,
			publicId: row.public_id,
			causeId: row.cause_public_id,
			startedAt: row.occurred_at,
			endedAt: row.ended_at,
			worstStatus: row.was_down === 1 ? "down" : "degraded",
			reason: row.reason === null ? null : reasonOf(row.reason),
			phase: row.phase === null ? null : labelOf(PHASES, row.phase),
			message: row.message,
			checks: row.ended_checks ?? row.failing_streak,
			consequenceOf:
				row.caused_by_id === null ? null : { id: row.caused_by_id, name: row.caused_by_name ?? row.caused_by_id },
			consequences: consequences.get(row.outage_id ?? 0) ?? null,
			waitsUntil: row.waits_until,
			group: groupOf(row),
			duringMaintenance: windowCovers(windows, monitor.id, row.occurred_at) !== null,
			handling: handlingOf(row),
			notified: notified.get(row.occurred_at) ?? [],
		}),
	);
	return isForward ? outages : outages.reverse();
}

/** Other outages of the cause of the outage `o`: counted by an index alone. */
function countOfOthers(condition: ReturnType<typeof sql>): ReturnType<typeof sql> {
	return sql`(select count(*) from (
		select 1 from outages as n where n.cause_id = o.cause_id and n.id <> o.id and ${condition}
			and n.monitor_id not in (select id from monitors where deleted_at is not null)
		limit ${sql.lit(MAX_GROUP_COUNTED)}
	) as counted)`;
}

function groupOf({ shared, shared_value: value, shared_name: name, ...counts }: OutageRow): OutageGroup | null {
	const [others, independent] = [Number(counts.others), Number(counts.independent)];
	if (others === 0) return null;
	const fact = shared === null ? null : labelOf(SHARED_FACTS, shared);
	return { others, independent, shared: fact, value: fact === "dependency" ? name : fact && value };
}

/** A check is over this long after its minute at the latest, but for a run of a job: its timeouts and its queue. */
const CHECK_ENDS_WITHIN_MINUTES = 60;

/**
 * The id of the last change to up of which is known that it was before `instant` (epoch milliseconds); 0 where there
 * was none. Outages that were running then, and later ones, began after it.
 */
export async function lastRecoveryBefore(tx: Tx, monitorId: number, instant: number): Promise<number> {
	const minute = Math.floor(instant / 60_000) - CHECK_ENDS_WITHIN_MINUTES;
	const { rows } = await sql<{ id: number }>`
		select id from transitions where monitor_id = ${monitorId} and minute < ${minute} and to_status = ${UP}
			and occurred_at < ${instant}
		order by minute desc limit 1`.execute(tx.db);
	return rows[0]?.id ?? 0;
}

async function notifiedOf(
	tx: Tx,
	monitorId: number,
	outages: readonly { readonly occurred_at: number }[],
): Promise<Map<number, NotifiedAlert[]>> {
	const starts = tx.dialect.rows(
		{ started_at: "integer" },
		outages.map(({ occurred_at }) => ({ started_at: occurred_at })),
	);
	const { rows } = await sql<{ outage: number; public_id: string; name: string; sent_at: number }>`
		select e.outage, a.public_id, a.name, min(e.sent_at) as sent_at
		from alert_events as e join alerts as r on r.id = e.alert_id join alerts as a on a.id = coalesce(r.escalates, r.id)
		where e.monitor_id = ${monitorId} and e.outage in (select started_at from ${starts} as r)
			and e.event in (${PROBLEM_EVENTS}) and e.status = ${SENT}
		group by e.outage, a.id, a.public_id, a.name order by min(e.sent_at), a.id`.execute(tx.db);
	const byOutage = Map.groupBy(rows, ({ outage }) => outage);
	return new Map(
		[...byOutage].map(([outage, alerts]) => [
			outage,
			alerts.map((row) => ({ alertId: row.public_id, alertName: row.name, at: row.sent_at })),
		]),
	);
}
