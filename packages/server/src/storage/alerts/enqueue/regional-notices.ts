/** Notices of locations that see a monitor down while others refute it, and of the end of that. */

import { sql } from "kysely";
import { NOTICE_CAUSES, wants } from "../../../domain/alerts/alert-policy.ts";
import { BARE_FACTS } from "../../../domain/alerts/notice.ts";
import type { RegionalChange } from "../../commit/regional-failures.ts";
import { codeOf } from "../../database/codes.ts";
import { idRows } from "../../database/id-rows.ts";
import type { Tx } from "../../database/tx.ts";
import { inWords, locationNames } from "../../locations/location-names.ts";
import { deferChanges, fullTeams, OUTBOX_LIMITS, type OutboxLimits, teamsToDefer } from "./deferred-changes.ts";
import { listenersOf } from "./listeners.ts";
import { writeNotices } from "./write-notices.ts";

const REGIONAL = sql.lit(codeOf(NOTICE_CAUSES, "regional"));
/** SQL: alerts that may want them. A tag of that name matches, too, which costs a deferral and loses nothing. */
const MAY_WANT = sql`a.rules like '%"regional"%'`;

/**
 * Enqueues them for the alerts that want them, or defers them as every other change. No beginning for teams whose
 * outbox is full: what fails from where is shown with each monitor, and a fault of a whole provider would keep the
 * notices of outages waiting. The end is enqueued: whoever was notified of the beginning waits for it.
 */
export async function enqueueRegional(
	tx: Tx,
	changes: readonly RegionalChange[],
	now: number,
	limits: OutboxLimits = OUTBOX_LIMITS,
): Promise<void> {
	if (changes.length === 0) return;
	const teams = idRows(tx.dialect, [...new Set(changes.map(({ teamId }) => teamId))]);
	const { rows } = await sql<{ id: number }>`
		select r.id from ${teams} as r where exists (
			select 1 from alerts as a
			where a.team_id = r.id and a.deleted_at is null and a.is_enabled = 1 and a.escalates is null and ${MAY_WANT}
		)`.execute(tx.db);
	// Changes that nobody wants would keep every later change of their team waiting behind them.
	const listening = new Set(rows.map(({ id }) => id));
	if (listening.size === 0) return;
	const full = await fullTeams(tx, listening, limits);
	const wanted = changes.filter(({ teamId, isOver }) => listening.has(teamId) && (isOver || !full.has(teamId)));
	const deferring = await teamsToDefer(tx, wanted, limits, MAY_WANT);
	const { atOnce = [], later = [] } = Object.groupBy(wanted, ({ teamId }) =>
		deferring.has(teamId) ? "later" : "atOnce",
	);
	await deferChanges(tx, later, now);
	await enqueueRegionalAtOnce(tx, atOnce, now);
}

export async function enqueueRegionalAtOnce(tx: Tx, changes: readonly RegionalChange[], now: number): Promise<void> {
	if (changes.length === 0) return;
	const names = await locationNames(tx);
	const listeners = await listenersOf(tx, changes);
	const notified = await notifiedBeginnings(tx, changes);
	const notices = changes.flatMap(({ monitorId, locationId, isOver, since, checkedAt, reason, message }) => {
		const location = inWords(locationId, names);
		const facts = { ...BARE_FACTS, since, checkedAt, reason, error: message, regional: { location, isOver } };
		return (listeners.get(monitorId) ?? [])
			.filter(({ endsOnly }) => !endsOnly || isOver)
			.filter(({ rules }) => wants(rules, { event: "degraded", cause: "regional" }))
			.filter(({ alertId }) => {
				const key = `${alertId}:${monitorId}:${since}`;
				if (!isOver) notified.add(key);
				return notified.has(key);
			})
			.map((listener) => ({
				listener,
				cause: "regional" as const,
				due: { event: "degraded", outage: since } as const,
				facts,
			}));
	});
	await writeNotices(tx, notices, now);
}

/** What alerts were notified of and not of its end, or are about to be, as "alert:monitor:since". */
async function notifiedBeginnings(tx: Tx, changes: readonly RegionalChange[]): Promise<Set<string>> {
	const ended = changes.flatMap(({ monitorId, isOver }) => (isOver ? [monitorId] : []));
	if (ended.length === 0) return new Set();
	const monitors = idRows(tx.dialect, [...new Set(ended)]);
	const { rows } = await sql<{ alert_id: number; monitor_id: number; since: number }>`
		select alert_id, monitor_id, since from notified_conditions
		where cause = ${REGIONAL} and monitor_id in (select id from ${monitors} as r)
		union
		select alert_id, monitor_id, outage as since from notices
		where cause = ${REGIONAL} and monitor_id in (select id from ${monitors} as r)`.execute(tx.db);
	return new Set(rows.map(({ alert_id, monitor_id, since }) => `${alert_id}:${monitor_id}:${since}`));
}
