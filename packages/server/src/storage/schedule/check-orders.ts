/** Builds the orders of claimed checks from the present settings of their monitors. */

import { sql } from "kysely";
import { type CheckedMonitor, type CheckOrder, ordersAt } from "../../domain/checks/check.ts";
import { checkedMonitor } from "../../domain/checks/checked-monitor.ts";
import type { LocationId } from "../../domain/checks/locations/locations.ts";
import type { ContentCheck } from "../../domain/monitors/monitor.ts";
import { idRows } from "../database/id-rows.ts";
import type { Row } from "../database/schema.ts";
import type { SecretBox } from "../database/secret-box.ts";
import type { Tx } from "../database/tx.ts";
import { CONTROL_STANDS_IN } from "../locations/stand-ins.ts";
import { comparisonOf } from "../monitors/content-checks.ts";
import { EXISTS } from "../monitors/select-monitors.ts";
import { openSettings } from "../monitors/stored-settings.ts";
import type { Claim } from "./monitor-states.ts";

/**
 * Orders for `claims`, in their order, one for each location of a monitor that has several; none for a monitor that was
 * deleted meanwhile, and none for one of a type that only a newer version knows, which another node may run already.
 * @param box opens the secrets of monitors; null: checks of monitors that have some are missed
 */
export async function ordersFor(tx: Tx, claims: readonly Claim[], box: SecretBox | null = null): Promise<CheckOrder[]> {
	const monitors = await checkedMonitors(
		tx,
		claims.map(({ monitorId }) => monitorId),
		box,
	);
	const elsewhere = claims.filter(({ locationId }) => locationId !== null).map(({ monitorId }) => monitorId);
	const locations = elsewhere.length === 0 ? null : await locationsOf(tx, elsewhere);
	return claims.flatMap((claim) => {
		const { monitorId, revision, slotAt: scheduledAt, nextDueAt, wasSlow, answersSlowly = false } = claim;
		const found = monitors.get(monitorId);
		if (!found) return [];
		const order = { ...found, monitorId, locationId: null, scheduledAt, revision, nextDueAt, wasSlow, answersSlowly };
		return ordersAt(order, locations?.get(monitorId) ?? NO_LOCATIONS);
	});
}

const NO_LOCATIONS: readonly LocationId[] = [];

/** By monitor, in the order in which its owner named them. */
async function locationsOf(tx: Tx, monitorIds: readonly number[]): Promise<Map<number, readonly LocationId[]>> {
	const { rows } = await sql<{ monitor_id: number; location_id: number }>`
		select monitor_id, coalesce(stand_in_id, location_id) as location_id from monitor_locations
		where monitor_id in (select id from ${idRows(tx.dialect, monitorIds)} as r)
		order by monitor_id, position`.execute(tx.db);
	const of = Map.groupBy(rows, (row) => row.monitor_id);
	return new Map([...of].map(([id, each]) => [id, locationsIn(each.map((row) => row.location_id))]));
}

/** Each once: one location may stand in for several. */
function locationsIn(keys: readonly number[]): readonly LocationId[] {
	return Array.from(new Set(keys), (key) => (key === CONTROL_STANDS_IN ? null : key));
}

/** What checks have from present settings, by the monitor's key; none for those that are deleted. `box` as above. */
export async function checkedMonitors(
	tx: Tx,
	monitorIds: readonly number[],
	box: SecretBox | null,
): Promise<Map<number, CheckedMonitor>> {
	const ids = idRows(tx.dialect, monitorIds);
	const { rows: monitors } = await sql<Row<"monitors">>`
		select m.* from monitors m where ${EXISTS} and m.id in (select id from ${ids} as r)`.execute(tx.db);
	const { rows: contentChecks } = await sql<Row<"content_checks">>`
		select * from content_checks where monitor_id in (select id from ${ids} as r) and is_enabled = 1
		order by monitor_id, created_at, id`.execute(tx.db);

	const contentChecksOf = Map.groupBy(contentChecks, (check) => check.monitor_id);
	return new Map(
		monitors.map((monitor) => {
			const contentChecks = (contentChecksOf.get(monitor.id) ?? []).map(toContentCheck);
			return [monitor.id, checkedMonitor(monitor.team_id, openSettings(monitor, box), contentChecks)];
		}),
	);
}

function toContentCheck(row: Row<"content_checks">): ContentCheck {
	const { public_id: id, type, value } = row;
	return { id, type, value, ...comparisonOf(row), caseSensitive: row.case_sensitive === 1 };
}
