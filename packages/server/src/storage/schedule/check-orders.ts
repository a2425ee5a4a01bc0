/** Builds the orders of claimed checks from the present settings of their monitors. */

import { type Selectable, sql } from "kysely";
import type { CheckOrder } from "../../domain/checks/check.ts";
import type { ContentCheck } from "../../domain/monitors/monitor.ts";
import type { Session } from "../database/session.ts";
import type { ContentCheckTable, MonitorTable } from "../database/tables/monitors.ts";
import { readSettings } from "../monitors/type-settings.ts";
import type { Claim } from "./monitor-states.ts";

/** Orders for `claims`, in their order; none for a monitor that was deleted meanwhile. */
export async function ordersFor(session: Session, claims: readonly Claim[]): Promise<CheckOrder[]> {
	const ids = session.dialect.rows(
		{ id: "integer" },
		claims.map(({ monitorId }) => ({ id: monitorId })),
	);
	const { rows: monitors } = await sql<Selectable<MonitorTable>>`
		select * from monitors where id in (select id from ${ids} as r) and deleted_at is null`.execute(session.db);
	const { rows: contentChecks } = await sql<Selectable<ContentCheckTable>>`
		select * from content_checks where monitor_id in (select id from ${ids} as r) and is_enabled = 1
		order by monitor_id, created_at, id`.execute(session.db);

	const settings = new Map(monitors.map((monitor) => [monitor.id, monitor]));
	const contentChecksOf = Map.groupBy(contentChecks, (check) => check.monitor_id);
	return claims.flatMap((claim) => {
		const monitor = settings.get(claim.monitorId);
		if (!monitor) return [];
		const order: CheckOrder = {
			monitorId: claim.monitorId,
			teamId: monitor.team_id,
			scheduledAt: claim.slotAt,
			revision: claim.revision,
			settings: readSettings(monitor),
			degradedAfterMs: monitor.degraded_after_ms,
			contentChecks: (contentChecksOf.get(claim.monitorId) ?? []).map(toContentCheck),
			timeoutMs: monitor.timeout_seconds * 1000,
			nextDueAt: claim.nextDueAt,
			locationHint: monitor.location_hint,
			wasSlow: claim.wasSlow,
		};
		return [order];
	});
}

function toContentCheck(row: Selectable<ContentCheckTable>): ContentCheck {
	return { id: row.public_id, type: row.type, value: row.value, caseSensitive: row.case_sensitive === 1 };
}
