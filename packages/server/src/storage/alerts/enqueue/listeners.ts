/** Alerts that are to be notified of monitors. */

import { sql } from "kysely";
import type { AlertRules } from "../../../domain/alerts/alert-rules.ts";
import type { RecordedCheck } from "../../../domain/checks/transition.ts";
import type { Tx } from "../../database/tx.ts";
import { rulesOf } from "../alerts.ts";
import { type CoverageColumns, isCovered } from "../covered.ts";

/** An alert that is notified of a monitor, and the outages of which it last enqueued and last delivered a problem. */
export interface Listener {
	readonly monitorId: number;
	readonly warningDays: number;
	readonly alertId: number;
	readonly alertCreatedAt: number;
	readonly rules: AlertRules;
	readonly pendingOutage: number | null;
	readonly isPendingLost: boolean;
	readonly notifiedOutage: number | null;
	/**
	 * Whether it is notified only of the ends of what it was notified of: a route of an escalation
	 * (../escalation/routes.ts), and an alert that has covered the monitor and no longer does, or is switched off.
	 */
	readonly endsOnly: boolean;
	/** JSON of StoredEscalation; null when nothing is escalated. */
	readonly escalation: string | null;
}

interface ListenerRow extends CoverageColumns {
	readonly alert_id: number;
	readonly created_at: number;
	readonly is_enabled: 0 | 1;
	readonly rules: string;
	readonly monitor_id: number;
	readonly ssl_expiry_warning_days: number;
	readonly pending_outage: number | null;
	readonly pending_lost: 0 | 1 | null;
	readonly notified_outage: number | null;
	readonly escalates: number | null;
	readonly escalation: string | null;
	/** Whether it was ever notified of the monitor. */
	readonly has_state: 0 | 1;
}

/** SQL: whether the alert `a` was ever notified of the monitor `m`. */
const HAS_STATE = sql`(s.alert_id is not null or exists (
	select 1 from notified_conditions as c where c.alert_id = a.id and c.monitor_id = m.id
))`;

/** By the keys of the monitors. */
export async function listenersOf(
	tx: Tx,
	checks: readonly Pick<RecordedCheck, "monitorId" | "teamId">[],
): Promise<Map<number, Listener[]>> {
	const monitors = new Map(checks.map(({ monitorId, teamId }) => [monitorId, teamId]));
	const rows = tx.dialect.rows(
		{ monitor_id: "integer", team_id: "integer" },
		[...monitors].map(([monitor_id, team_id]) => ({ monitor_id, team_id })),
	);
	const { rows: found } = await sql<ListenerRow>`
		select a.id as alert_id, a.created_at, a.is_enabled, a.rules, a.all_monitors, a.escalates, a.escalation,
			m.id as monitor_id, m.type, m.tags, m.importance, m.ssl_expiry_warning_days, l.monitor_id as named,
			s.pending_outage, s.pending_lost, s.notified_outage,
			case when ${HAS_STATE} then 1 else 0 end as has_state
		from ${rows} as r
		join alerts as a on a.team_id = r.team_id and a.deleted_at is null
		join monitors as m on m.id = r.monitor_id and m.deleted_at is null
		left join alert_monitors as l on l.alert_id = a.id and l.monitor_id = m.id
		left join alert_states as s on s.alert_id = a.id and s.monitor_id = m.id
		where (a.escalates is null or s.pending_outage is not null) and (a.is_enabled = 1 or ${HAS_STATE})
		order by a.id, m.id`.execute(tx.db);
	const rulesOfAlert = new Map<number, AlertRules>();
	const listeners = found.flatMap((row): Listener[] => {
		// Parsed once for each alert, not for each of its monitors.
		const rules = rulesOfAlert.getOrInsertComputed(row.alert_id, () => rulesOf(row));
		const endsOnly = row.is_enabled === 0 || row.escalates !== null || !isCovered(rules, row);
		if (endsOnly && row.has_state === 0) return [];
		return [
			{
				monitorId: row.monitor_id,
				warningDays: row.ssl_expiry_warning_days,
				alertId: row.alert_id,
				alertCreatedAt: row.created_at,
				rules,
				pendingOutage: row.pending_outage,
				isPendingLost: row.pending_lost === 1,
				notifiedOutage: row.notified_outage,
				endsOnly,
				escalation: row.escalation,
			},
		];
	});
	return Map.groupBy(listeners, ({ monitorId }) => monitorId);
}
