/**
 * What an alert owes once it is switched on again. While it was off, nothing was enqueued for it. What lasts is told by
 * a next check of it, as an outage of which the alert has enqueued nothing; what it has told of and has ended meanwhile
 * gets its end here.
 */

import { sql } from "kysely";
import { opensIncidents } from "../../domain/alerts/channels.ts";
import { BARE_FACTS } from "../../domain/alerts/notice.ts";
import { BLIND_AFTER_MISSES } from "../../domain/checks/transition.ts";
import type { Tx } from "../database/tx.ts";
import { channelTypeOf } from "./alert-channels.ts";
import { type NewNotice, writeNotices } from "./enqueue/write-notices.ts";

/** @param alertId of an alert whose row is locked */
export async function switchOn(tx: Tx, alertId: number, now: number): Promise<void> {
	const rows = await tx.db
		.selectFrom("alerts")
		.select(["id", "channel", "escalates"])
		.where((is) => is.or([is("id", "=", alertId), is("escalates", "=", alertId)]))
		.orderBy("id")
		.execute();
	for (const { id, channel, escalates } of rows) {
		// Left by what was enqueued before: no deliverer has come by since it was switched off.
		await tx.db.deleteFrom("notices").where("alert_id", "=", id).where("message_id", "is", null).execute();
		// An incident is of one outage. Elsewhere the next outage goes on for the reader: its end is theirs, too.
		if (!opensIncidents(channelTypeOf(channel))) await followOutages(tx, id);
		await enqueueEnds(tx, id, now);
		// A route is notified of a problem by a step alone.
		if (escalates === null) await forgetLasting(tx, id);
	}
}

async function followOutages(tx: Tx, alertId: number): Promise<void> {
	await sql`
		update alert_states set notified_outage = ms.failing_since from monitor_states as ms
		where alert_states.alert_id = ${alertId} and ms.monitor_id = alert_states.monitor_id
			and ms.failing_since > alert_states.notified_outage`.execute(tx.db);
}

async function enqueueEnds(tx: Tx, alertId: number, now: number): Promise<void> {
	const { rows: ended } = await sql<{ monitor_id: number; outage: number; ended_at: number | null }>`
		select s.monitor_id, s.notified_outage as outage, (
			select max(o.ended_at) from outages as o where o.monitor_id = s.monitor_id and o.started_at = s.notified_outage
		) as ended_at
		from alert_states as s join monitor_states as ms on ms.monitor_id = s.monitor_id
		where s.alert_id = ${alertId} and s.notified_outage is not null
			and (ms.failing_since is null or ms.failing_since <> s.notified_outage)
		order by s.monitor_id`.execute(tx.db);
	const { rows: checkedAgain } = await sql<{ monitor_id: number; outage: number; last_checked_at: number | null }>`
		select s.monitor_id, s.notified_blindness as outage, ms.last_checked_at
		from alert_states as s join monitor_states as ms on ms.monitor_id = s.monitor_id
		where s.alert_id = ${alertId} and s.notified_blindness is not null
			and (ms.missed_streak < ${BLIND_AFTER_MISSES} or ms.missed_since <> s.notified_blindness)
		order by s.monitor_id`.execute(tx.db);
	await writeNotices(
		tx,
		[
			...ended.map(({ monitor_id, outage, ended_at }) => endOf(alertId, monitor_id, "up", outage, ended_at ?? now)),
			...checkedAgain.map(({ monitor_id, outage, last_checked_at }) =>
				endOf(alertId, monitor_id, "checked_again", outage, last_checked_at ?? now),
			),
		],
		now,
	);
}

function endOf(
	alertId: number,
	monitorId: number,
	event: "up" | "checked_again",
	outage: number,
	checkedAt: number,
): NewNotice {
	const facts = { ...BARE_FACTS, since: outage, checkedAt };
	return {
		listener: { alertId, monitorId },
		cause: event === "up" ? "check" : "misses",
		due: { event, outage },
		facts,
	};
}

/** What lasts counts as not enqueued, except for what is in delivery. */
async function forgetLasting(tx: Tx, alertId: number): Promise<void> {
	await sql`
		update alert_states set pending_outage = null
		where alert_id = ${alertId} and pending_outage is not null and not exists (
			select 1 from notices as n where n.alert_id = alert_states.alert_id
				and n.monitor_id = alert_states.monitor_id and n.outage = alert_states.pending_outage
		)`.execute(tx.db);
}
