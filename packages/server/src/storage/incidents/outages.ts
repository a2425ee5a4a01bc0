/** The outages that open incidents on pages, and what became of them. */

import { sql } from "kysely";
import { MINUTE_MS } from "../../domain/durations.ts";
import { INCIDENT_STATUSES } from "../../domain/incidents/incident.ts";
import type { Outage, OutageIncident } from "../../domain/incidents/outage-incidents.ts";
import { STATUSES, type Status } from "../../domain/monitors/monitor.ts";
import { codeOf, labelOf } from "../database/codes.ts";
import type { Tx } from "../database/tx.ts";

const RESOLVED = codeOf(INCIDENT_STATUSES, "resolved");
const UP = codeOf(STATUSES, "up");

/** An outage that has lasted as long as its page wants, and has no incident there. */
export interface DueOutage extends Outage {
	readonly statusPageId: number;
	readonly teamId: number;
	readonly status: Status;
}

/**
 * Outages that are due on any page, or on one, in the order in which they began. How long one has lasted is what checks
 * saw of it: to the last one that was not missed.
 */
export async function dueOutages({ db }: Tx, limit: number, statusPageId: number | null = null): Promise<DueOutage[]> {
	const ofPage = statusPageId === null ? sql`` : sql`and p.id = ${statusPageId}`;
	const { rows } = await sql<Omit<DueOutage, "status"> & { status: number }>`
		select distinct o.id, o.monitor_id as "monitorId", o.cause_id as "causeId", o.started_at as "beganAt",
			p.id as "statusPageId", p.team_id as "teamId", ms.status
		from outages as o
		join monitors as m on m.id = o.monitor_id and m.deleted_at is null
		join monitor_states as ms on ms.monitor_id = o.monitor_id
		join component_monitors as cm on cm.monitor_id = o.monitor_id
		join status_pages as p on p.id = cm.status_page_id
		where o.ended_at is null and p.auto_incident_after_minutes is not null
			and ms.last_checked_at - o.started_at >= p.auto_incident_after_minutes * ${sql.lit(MINUTE_MS)} ${ofPage}
			and not exists (
				select 1 from incident_outages as i where i.status_page_id = p.id and i.outage_id = o.id
			)
		order by o.started_at, o.id limit ${limit}`.execute(db);
	return rows.map(({ status, ...row }) => ({ ...row, status: labelOf(STATUSES, status) }));
}

/** An outage that lasted when it was last looked at, as it is now. */
interface KnownOutage {
	readonly id: number;
	/** Of its monitor. */
	readonly status: Status;
	/** Null: it lasts. */
	readonly endedAt: number | null;
	readonly isRecovered: boolean;
}

const LASTING = sql`
	from incident_outages as i
	left join outages as o on o.id = i.outage_id
	left join monitors as m on m.id = i.monitor_id and m.deleted_at is null
	left join monitor_states as ms on ms.monitor_id = m.id
	left join (select distinct status_page_id, monitor_id from component_monitors) as c
		on c.status_page_id = i.status_page_id and c.monitor_id = i.monitor_id
	where i.ended_at is null`;

/** Pages on which an outage of an incident ended, or its monitor has another status. */
export async function pagesWithChangedOutages({ db }: Tx, limit: number): Promise<{ id: number; teamId: number }[]> {
	const { rows } = await sql<{ id: number; teamId: number }>`
		select id, team_id as "teamId" from status_pages where id in (
			select i.status_page_id ${LASTING} and (
				o.id is null or o.ended_at is not null or m.id is null or c.monitor_id is null or ms.status <> i.status
			)
		) order by id limit ${limit}`.execute(db);
	return rows;
}

/** The outages of a page that lasted when they were last looked at. */
export async function lastingOutages({ db }: Tx, statusPageId: number, now: number): Promise<KnownOutage[]> {
	const { rows } = await sql<{ id: number; status: number | null; endedAt: number | null; isThere: number }>`
		select i.outage_id as id, ms.status, o.ended_at as "endedAt",
			case when o.id is null or m.id is null or c.monitor_id is null then 0 else 1 end as "isThere"
		${LASTING} and i.status_page_id = ${statusPageId} order by i.outage_id`.execute(db);
	return rows.map(({ id, status, endedAt, isThere }) => ({
		id,
		status: labelOf(STATUSES, status ?? UP),
		endedAt: isThere === 0 ? now : endedAt,
		isRecovered: isThere === 1 && endedAt !== null,
	}));
}

/** The incidents of a page's outages that are open, or were resolved since `resolvedSince`; the newest first. */
export async function incidentsOfOutages(
	{ db }: Tx,
	statusPageId: number,
	resolvedSince: number,
): Promise<(OutageIncident & { readonly publicId: string })[]> {
	const rows = await db
		.selectFrom("incident_outages as of")
		.innerJoin("incidents as i", "i.id", "of.incident_id")
		.leftJoin("outages as o", "o.id", "of.outage_id")
		.select(["i.id", "i.public_id", "i.resolved_at", "i.follows_outages", "of.monitor_id", "o.cause_id"])
		.where("of.status_page_id", "=", statusPageId)
		.where((is) => is.or([is("i.status", "<>", RESOLVED), is("i.resolved_at", ">=", resolvedSince)]))
		.orderBy("i.id", "desc")
		.execute();
	return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((ofOne) => {
		const [first] = ofOne;
		if (first === undefined) return [];
		return {
			id: first.id,
			publicId: first.public_id,
			resolvedAt: first.resolved_at,
			followsOutages: first.follows_outages === 1,
			outages: ofOne.map(({ monitor_id, cause_id }) => ({ monitorId: monitor_id, causeId: cause_id })),
		};
	});
}

/** The key refuses an outage that has an incident on this page. */
export async function insertOutages(
	{ db }: Tx,
	statusPageId: number,
	incidentId: number | null,
	outages: readonly Pick<DueOutage, "id" | "monitorId" | "status">[],
): Promise<void> {
	const rows = outages.map(({ id, monitorId, status }) => ({
		status_page_id: statusPageId,
		outage_id: id,
		monitor_id: monitorId,
		incident_id: incidentId,
		status: codeOf(STATUSES, status),
		ended_at: null,
		is_recovered: 0 as const,
	}));
	await db.insertInto("incident_outages").values(rows).execute();
}

export async function updateOutage(
	{ db }: Tx,
	statusPageId: number,
	{ id, status, endedAt, isRecovered }: KnownOutage,
): Promise<void> {
	await db
		.updateTable("incident_outages")
		.set({ status: codeOf(STATUSES, status), ended_at: endedAt, is_recovered: isRecovered ? 1 : 0 })
		.where("status_page_id", "=", statusPageId)
		.where("outage_id", "=", id)
		.execute();
}

/** Keys of the monitors of an incident's outages that last. */
export async function lastingMonitorsOf({ db }: Tx, statusPageId: number, incidentId: number): Promise<Set<number>> {
	const rows = await db
		.selectFrom("incident_outages")
		.select("monitor_id")
		.where("status_page_id", "=", statusPageId)
		.where("incident_id", "=", incidentId)
		.where("ended_at", "is", null)
		.execute();
	return new Set(rows.map(({ monitor_id }) => monitor_id));
}

export interface OutageEnd {
	/** Of the last one. */
	readonly at: number;
	/** Whether the monitors of all that ended then were up again. */
	readonly isRecovered: boolean;
}

export async function endedOf({ db }: Tx, statusPageId: number, incidentId: number): Promise<OutageEnd> {
	const rows = await db
		.selectFrom("incident_outages")
		.select(["ended_at", "is_recovered"])
		.where("status_page_id", "=", statusPageId)
		.where("incident_id", "=", incidentId)
		.execute();
	const at = Math.max(...rows.map(({ ended_at }) => ended_at ?? 0));
	return { at, isRecovered: rows.every(({ is_recovered }) => is_recovered === 1) };
}

/** Deletes outages that ended before `instant`; at most `limit`. How many there were. */
export async function deleteOutagesBefore({ db }: Tx, instant: number, limit: number): Promise<number> {
	const { numAffectedRows = 0n } = await sql`
		delete from incident_outages where (status_page_id, outage_id) in (
			select status_page_id, outage_id from incident_outages where ended_at < ${instant} limit ${limit}
		)`.execute(db);
	return Number(numAffectedRows);
}
