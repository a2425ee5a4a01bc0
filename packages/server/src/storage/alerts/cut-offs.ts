/**
 * The notices about a prober whose network is cut off: one `blind` for each alert when it begins, one `checked_again`
 * when it is over. Each is written in the transaction that notes the cut, or its end, so that neither is repeated or
 * lost by a restart.
 */

import { type Selectable, sql } from "kysely";
import { NOTICE_EVENTS } from "../../domain/alerts/alert.ts";
import { NOTICE_CAUSES, NOTICE_KINDS } from "../../domain/alerts/alert-policy.ts";
import type { AlertRules } from "../../domain/alerts/alert-rules.ts";
import { BARE_FACTS, type NoticeFacts } from "../../domain/alerts/notice.ts";
import { codeOf } from "../database/codes.ts";
import type { AlertTable } from "../database/tables/alerts.ts";
import type { Tx } from "../database/tx.ts";
import { rulesOf } from "./alerts.ts";
import { type CoverageColumns, isCovered } from "./covered.ts";
import { type NewNotice, writeNotices } from "./enqueue/write-notices.ts";

type AlertRow = Selectable<AlertTable>;

/** What the first notice says. */
const EXPLANATION =
	"Most targets fail, and none of the canaries (PROBE_CANARIES) answers: checks are missed until one does.";

const CUT_OFF = sql.lit(codeOf(NOTICE_CAUSES, "cut_off"));
const BLIND = sql.lit(codeOf(NOTICE_EVENTS, "blind"));
const EDGE = sql.lit(codeOf(NOTICE_KINDS, "edge"));

/** Since when the prober of `machine` is cut off, as far as that was noted; else null. */
export async function openCutOff(tx: Tx, machine: string): Promise<number | null> {
	const row = await tx.db.selectFrom("cut_offs").select("since").where("machine", "=", machine).executeTakeFirst();
	return row?.since ?? null;
}

/** Notes the cut and enqueues its notices; does nothing when one is noted already. */
export async function beginCutOff(database: Tx, machine: string, since: number, now: number): Promise<void> {
	await database.transaction(async (tx) => {
		const inserted = await tx.db
			.insertInto("cut_offs")
			.values({ machine, since })
			.onConflict((conflict) => conflict.column("machine").doNothing())
			.returning("since")
			.execute();
		if (inserted.length === 0) return;
		const alerts = await tx.db
			.selectFrom("alerts")
			.select(["id", "team_id", "rules"])
			.where("deleted_at", "is", null)
			.where("is_enabled", "=", 1)
			.where("escalates", "is", null)
			.orderBy("id")
			.execute();
		const facts = factsOf({ machine, since, checkedAt: now, isOver: false });
		const notices: NewNotice[] = [];
		for (const { rules, ...alert } of alerts) {
			const parsed = rulesOf({ rules });
			if (!parsed.events.includes("blind")) continue;
			const monitor = await oldestCovered(tx, alert, parsed);
			if (monitor !== null) notices.push(noticeOf("blind", alert.id, monitor, since, facts));
		}
		await writeNotices(tx, notices, now);
	});
}

const MONITORS_PER_READ = 500;

/** The oldest probed monitor that the alert covers; null when it covers none. */
async function oldestCovered(
	tx: Tx,
	{ id, team_id }: Pick<AlertRow, "id" | "team_id">,
	rules: AlertRules,
): Promise<number | null> {
	for (let after = 0; ; ) {
		const { rows } = await sql<CoverageColumns & { id: number }>`
			select m.id, m.type, m.tags, m.importance, a.all_monitors, l.monitor_id as named
			from monitors as m join alerts as a on a.id = ${id}
			left join alert_monitors as l on l.alert_id = a.id and l.monitor_id = m.id
			where m.team_id = ${team_id} and m.deleted_at is null and m.enabled_at is not null and m.type <> 'cron'
				and m.id > ${after}
			order by m.id limit ${MONITORS_PER_READ}`.execute(tx.db);
		const found = rows.find((row) => isCovered(rules, row));
		if (found !== undefined) return found.id;
		const last = rows.at(-1);
		if (last === undefined || rows.length < MONITORS_PER_READ) return null;
		after = last.id;
	}
}

/** Notes that the cut is over, and enqueues its end to the alerts that were notified of it. */
export async function endCutOff(database: Tx, machine: string, now: number): Promise<void> {
	await database.transaction(async (tx) => {
		const ended = await tx.db.deleteFrom("cut_offs").where("machine", "=", machine).returning("since").execute();
		for (const { since } of ended) {
			// Those whose notice is on its way, and those who have got it. One that the cooldown skipped has no end.
			const { rows } = await sql<{ alert_id: number; monitor_id: number }>`
				select alert_id, monitor_id from notices
				where cause = ${CUT_OFF} and event = ${BLIND} and outage = ${since}
					and (kind = ${EDGE} or message_id is not null)
				union
				select alert_id, monitor_id from alert_states where notified_cut_off = ${since}
				order by 1, 2`.execute(tx.db);
			const facts = factsOf({ machine, since, checkedAt: now, isOver: true });
			const notices = rows.map(({ alert_id, monitor_id }) =>
				noticeOf("checked_again", alert_id, monitor_id, since, facts),
			);
			await writeNotices(tx, notices, now);
		}
	});
}

/** Where one process uses the database, it has one prober, whatever its machine is called by now. */
export async function takeOverCutOffs({ db }: Tx, machine: string): Promise<void> {
	await db.updateTable("cut_offs").set({ machine }).execute();
}

function noticeOf(
	event: "blind" | "checked_again",
	alertId: number,
	monitorId: number,
	outage: number,
	facts: NoticeFacts,
): NewNotice {
	return { listener: { alertId, monitorId }, cause: "cut_off", due: { event, outage }, facts };
}

function factsOf(of: { machine: string; since: number; checkedAt: number; isOver: boolean }): NoticeFacts {
	const { machine, since, checkedAt, isOver } = of;
	return {
		...BARE_FACTS,
		since,
		checkedAt,
		reason: isOver ? null : "cut_off",
		error: isOver ? null : EXPLANATION,
		machine,
	};
}
