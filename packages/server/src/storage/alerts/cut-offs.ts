/**
 * The notices about a prober whose network is cut off: one `blind` for each alert of every team when it begins, one
 * `checked_again` when it is over. They are enqueued in slices, in the order of the alerts' keys: each slice in the
 * transaction that notes through which alert they are, so that a restart repeats and loses none.
 */

import { type Selectable, sql } from "kysely";
import { NOTICE_EVENTS } from "../../domain/alerts/alert.ts";
import { NOTICE_CAUSES } from "../../domain/alerts/alert-policy.ts";
import type { AlertRules } from "../../domain/alerts/alert-rules.ts";
import { BARE_FACTS, type NoticeFacts } from "../../domain/alerts/notice.ts";
import { codeOf } from "../database/codes.ts";
import type { AlertTable } from "../database/tables/alerts.ts";
import type { CutOffTable } from "../database/tables/installation.ts";
import type { Tx } from "../database/tx.ts";
import { heavyTurn } from "../turns/heavy-turn.ts";
import { rulesOf } from "./alerts.ts";
import { type CoverageColumns, isCovered } from "./covered.ts";
import { type NewNotice, writeNotices } from "./enqueue/write-notices.ts";
import { EDGE } from "./notice-codes.ts";

type AlertRow = Selectable<AlertTable>;

/** What the first notice says. */
const EXPLANATION =
	"Most targets fail, and none of the canaries (PROBE_CANARIES) answers: checks are missed until one does.";

const CUT_OFF = sql.lit(codeOf(NOTICE_CAUSES, "cut_off"));
const BLIND = sql.lit(codeOf(NOTICE_EVENTS, "blind"));

/** Alerts whose notices one transaction enqueues: about 5 ms on SQLite. */
const ALERTS_AT_ONCE = 200;

type CutOff = Selectable<CutOffTable>;

async function cutOffOf({ db }: Tx, machine: string): Promise<CutOff | undefined> {
	return db.selectFrom("cut_offs").selectAll().where("machine", "=", machine).executeTakeFirst();
}

/** Since when the prober of `machine` is cut off, as far as that was noted; else null. */
async function openCutOff(tx: Tx, machine: string): Promise<number | null> {
	const cut = await cutOffOf(tx, machine);
	return cut === undefined || cut.ended_at !== null ? null : cut.since;
}

/** Notes the cut, unless one is noted already, and enqueues its notices, or what a crash has left of them. */
export async function beginCutOff(
	database: Tx,
	machine: string,
	since: number,
	now: number,
	alertsAtOnce = ALERTS_AT_ONCE,
): Promise<void> {
	const noted = await openCutOff(database, machine);
	if (noted === null) {
		// Of one before, a crash may have left some.
		await endCutOff(database, machine, now, alertsAtOnce);
		await database.db
			.insertInto("cut_offs")
			.values({ machine, since })
			.onConflict((conflict) => conflict.column("machine").doNothing())
			.execute();
	}
	await enqueueSlices(database, machine, now, alertsAtOnce);
}

/** Notes that the cut is over, if one is noted, and enqueues its end to the alerts that were notified of it. */
export async function endCutOff(
	database: Tx,
	machine: string,
	now: number,
	alertsAtOnce = ALERTS_AT_ONCE,
): Promise<void> {
	if ((await openCutOff(database, machine)) !== null) {
		await database.db
			.updateTable("cut_offs")
			.set({ ended_at: now, notified_through: 0 })
			.where("machine", "=", machine)
			.where("ended_at", "is", null)
			.execute();
	}
	await enqueueSlices(database, machine, now, alertsAtOnce);
}

/** Enqueues what is left to be enqueued of a cut or of its end, which deletes its row. */
async function enqueueSlices(database: Tx, machine: string, now: number, alertsAtOnce: number): Promise<void> {
	for (;;) {
		const cut = await cutOffOf(database, machine);
		if (cut === undefined || cut.notified_through === null) return;
		await heavyTurn();
		const slice = { cut, after: cut.notified_through, now, atOnce: alertsAtOnce };
		const { notices, last } = await (cut.ended_at === null ? beginnings : ends)(database, slice);
		await database.transaction(async (tx) => {
			// Another process may be at it as well.
			const isStill = sql`machine = ${machine} and since = ${cut.since} and notified_through = ${cut.notified_through}
				and coalesce(ended_at, 0) = ${cut.ended_at ?? 0}`;
			const noted =
				last === null && cut.ended_at !== null
					? sql`delete from cut_offs where ${isStill} returning since`
					: sql`update cut_offs set notified_through = ${last} where ${isStill} returning since`;
			if ((await noted.execute(tx.db)).rows.length > 0) await writeNotices(tx, notices, now);
		});
	}
}

interface Slice {
	readonly cut: CutOff;
	/** The key of the last alert before it. */
	readonly after: number;
	readonly now: number;
	readonly atOnce: number;
}

interface NoticesOfSlice {
	readonly notices: readonly NewNotice[];
	/** The key of its last alert; null when no other follows. */
	readonly last: number | null;
}

async function beginnings(database: Tx, { cut, after, now, atOnce }: Slice): Promise<NoticesOfSlice> {
	const alerts = await database.db
		.selectFrom("alerts")
		.select(["id", "team_id", "rules"])
		.where("id", ">", after)
		.where("deleted_at", "is", null)
		.where("is_enabled", "=", 1)
		.where("escalates", "is", null)
		.orderBy("id")
		.limit(atOnce)
		.execute();
	const facts = factsOf({ ...cut, checkedAt: now, isOver: false });
	const notices: NewNotice[] = [];
	for (const { rules, ...alert } of alerts) {
		const parsed = rulesOf({ rules });
		if (!parsed.events.includes("blind")) continue;
		const monitor = await oldestCovered(database, alert, parsed);
		if (monitor !== null) notices.push(noticeOf("blind", alert.id, monitor, cut.since, facts));
	}
	return { notices, last: alerts.length < atOnce ? null : (alerts.at(-1)?.id ?? null) };
}

/** To those whose notice is on its way, and to those who have got it. One that the cooldown skipped has no end. */
async function ends({ db }: Tx, { cut, after, now, atOnce }: Slice): Promise<NoticesOfSlice> {
	const { since } = cut;
	const alerts = await db
		.selectFrom("alerts")
		.select("id")
		.where("id", ">", after)
		.where("deleted_at", "is", null)
		.where("escalates", "is", null)
		.orderBy("id")
		.limit(atOnce)
		.execute();
	const last = alerts.at(-1)?.id;
	if (last === undefined) return { notices: [], last: null };
	const inSlice = sql`alert_id > ${after} and alert_id <= ${last}`;
	const { rows } = await sql<{ alert_id: number; monitor_id: number }>`
		select alert_id, monitor_id from notices
		where cause = ${CUT_OFF} and event = ${BLIND} and outage = ${since}
			and (kind = ${EDGE} or message_id is not null) and ${inSlice}
		union
		select alert_id, monitor_id from alert_states where notified_cut_off = ${since} and ${inSlice}
		order by 1, 2`.execute(db);
	const facts = factsOf({ ...cut, checkedAt: cut.ended_at ?? now, isOver: true });
	const notices = rows.map(({ alert_id, monitor_id }) => noticeOf("checked_again", alert_id, monitor_id, since, facts));
	return { notices, last: alerts.length < atOnce ? null : last };
}

const MONITORS_PER_READ = 500;

/** The oldest probed monitor that the alert covers; null when it covers none. */
async function oldestCovered(
	tx: Tx,
	{ id, team_id }: Pick<AlertRow, "id" | "team_id">,
	rules: AlertRules,
): Promise<number | null> {
	for (let after = 0; ; ) {
		await heavyTurn();
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
