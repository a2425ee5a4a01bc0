/** What is known of the monitors of a page's components: from it follow their states. */

import { sql } from "kysely";
import { coverageBy, coveredSince, type Window } from "../../domain/maintenance/maintenance.ts";
import { STATUSES, type Status } from "../../domain/monitors/monitor.ts";
import type { SeenMonitor } from "../../domain/status-pages/component-state.ts";
import { labelOf } from "../database/codes.ts";
import type { Tx } from "../database/tx.ts";

/** The maintenance windows of a page's team. */
interface TeamWindows {
	readonly announced: readonly Window[];
	readonly unannounced: readonly Window[];
}

/**
 * The monitors of each component of a page, by the component's key. A monitor that only unannounced maintenance covers
 * has the status from before it.
 */
export async function seenMonitors(
	tx: Tx,
	statusPageId: number,
	{ announced, unannounced }: TeamWindows,
	now: number,
): Promise<ReadonlyMap<number, readonly SeenMonitor[]>> {
	const { rows } = await sql<{ component_id: number; monitor_id: number; status: number }>`
		select of.component_id, of.monitor_id, s.status from component_monitors as of
		join monitors as m on m.id = of.monitor_id join monitor_states as s on s.monitor_id = of.monitor_id
		where of.status_page_id = ${statusPageId} and m.deleted_at is null
		order by of.component_id, of.monitor_id`.execute(tx.db);
	const before = new Map<number, Status>();
	const announcedFor = coverageBy(announced);
	const isAnnounced = (monitorId: number) => announcedFor(monitorId, now) !== null;
	const unannouncedSince = coveredSince(unannounced, now);
	for (const monitorId of new Set(rows.map(({ monitor_id }) => monitor_id))) {
		const since = isAnnounced(monitorId) ? null : unannouncedSince(monitorId);
		const status = since === null ? null : await statusBefore(tx, monitorId, since);
		if (status !== null) before.set(monitorId, status);
	}
	const seen = rows.map(({ component_id, monitor_id, status }) => ({
		componentId: component_id,
		status: before.get(monitor_id) ?? labelOf(STATUSES, status),
		isInAnnouncedMaintenance: isAnnounced(monitor_id),
	}));
	return Map.groupBy(seen, ({ componentId }) => componentId);
}

/** Null: it has not changed since. */
async function statusBefore({ db }: Tx, monitorId: number, instant: number): Promise<Status | null> {
	const first = await db
		.selectFrom("transitions")
		.select("from_status")
		.where("monitor_id", "=", monitorId)
		.where("occurred_at", ">=", instant)
		.orderBy("id")
		.limit(1)
		.executeTakeFirst();
	return first ? labelOf(STATUSES, first.from_status) : null;
}
