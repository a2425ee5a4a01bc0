/**
 * Records the past of monitors that have none: a generated history, as the service would have left it. Single checks
 * are sealed, hours and days are rolled up, changes of status are written, and no notice is sent. Ten times as fast as
 * recording each check first.
 */

import { sql } from "kysely";
import { elapsedMs, minuteOf } from "../../domain/checks/check.ts";
import { VERDICTS } from "../../domain/checks/judgement.ts";
import { isTimed } from "../../domain/checks/observation.ts";
import type { JudgedOutcome } from "../../domain/checks/record.ts";
import { hourOf } from "../../domain/figures/roll-up.ts";
import type { MonitorType } from "../../domain/monitors/monitor.ts";
import { codeOf } from "../database/codes.ts";
import type { Session } from "../database/session.ts";
import { markMinutes } from "../figures/mark-late.ts";
import { progressOf } from "../figures/roll-up-rows.ts";
import { lockMonitors, writeFigures } from "../figures/roll-ups.ts";
import { TEAM_MINUTES_KEPT } from "../figures/team-minutes.ts";
import { type ResultRow, toFailureRow, toResultRow } from "../results/check-row.ts";
import { insertSteps } from "../results/check-steps.ts";
import type { CheckTimes } from "../results/read-checks.ts";
import { insertHours } from "../results/sealed/seal-hours.ts";
import { changeStates } from "./change-states.ts";
import { insertTransitions } from "./insert-transitions.ts";
import { lockStates, writeStates } from "./state-rows.ts";

/** What a monitor did. */
export interface Past {
	readonly monitor: { readonly id: number; readonly teamId: number; readonly type: MonitorType };
	/** All checks of some whole hours within one UTC day, oldest first, later than those that were recorded before. */
	readonly checks: readonly JudgedOutcome[];
}

/**
 * Records the checks of some hours, the end of which is over. Of hours whose single checks are pruned, the figures
 * alone.
 */
export async function recordHistory(session: Session, pasts: readonly Past[], now: number): Promise<void> {
	const given = pasts.filter(({ checks }) => checks.length > 0);
	if (given.length === 0) return;
	await session.transaction(async (session) => {
		const states = await lockStates(
			session,
			given.map(({ monitor }) => monitor.id),
		);
		const ids = session.dialect.rows(
			{ monitor_id: "integer" },
			given.map(({ monitor }) => ({ monitor_id: monitor.id })),
		);
		await lockMonitors(session, sql`select monitor_id from ${ids} as r`);
		const { results_since: since } = await progressOf(session);
		const rows = given.flatMap(({ checks }) => checks.map(toRow)).filter(({ minute }) => minute >= since);
		await insertHours(session, rows);
		const all = given.flatMap(({ checks }) => checks);
		await insertSteps(
			session,
			all.filter(({ outcome }) => minuteOf(outcome.order.scheduledAt) >= since),
		);
		const ranges = given.map(({ monitor, checks }) => {
			const times = timesOf(checks);
			const [fromHour, toHour] = [hourOf(times.minutes[0] ?? 0), hourOf(times.minutes.at(-1) ?? 0) + 1];
			return { monitorId: monitor.id, type: monitor.type, fromHour, toHour, times };
		});
		await writeFigures(session, ranges);
		const folded = session.dialect.rows(
			{ monitor_id: "integer", hour: "integer" },
			ranges.map(({ monitorId, toHour }) => ({ monitor_id: monitorId, hour: toHour })),
		);
		await sql`update roll_up_states set hours_through = r.hour from ${folded} as r
			where roll_up_states.monitor_id = r.monitor_id and roll_up_states.hours_through < r.hour`.execute(session.db);
		await markMinutes(session, countedMinutes(given, now));
		await insertTransitions(session, changeStates(states, all, null), now);
		await writeStates(session, [...states.values()]);
	});
}

/** The minutes that figures of teams cover. */
function countedMinutes(pasts: readonly Past[], now: number): { team_id: number; minute: number }[] {
	const first = minuteOf(now) - TEAM_MINUTES_KEPT;
	const teams = Map.groupBy(pasts, ({ monitor }) => monitor.teamId);
	return [...teams].flatMap(([team_id, ofTeam]) => {
		const minutes = new Set<number>();
		for (const { checks } of ofTeam) {
			for (const { outcome } of checks) minutes.add(minuteOf(outcome.order.scheduledAt));
		}
		return [...minutes].filter((minute) => minute >= first).map((minute) => ({ team_id, minute }));
	});
}

function toRow(check: JudgedOutcome): ResultRow {
	const { message } = check.judgement;
	if (message === null) return { ...toResultRow(check), phase: null, message, content_check_id: null };
	const { phase, content_check_id } = toFailureRow(check);
	return { ...toResultRow(check), phase, message, content_check_id };
}

function timesOf(checks: readonly JudgedOutcome[]): CheckTimes {
	return {
		minutes: Int32Array.from(checks, ({ outcome }) => minuteOf(outcome.order.scheduledAt)),
		verdicts: Uint8Array.from(checks, ({ judgement }) => codeOf(VERDICTS, judgement.verdict)),
		responseTimesMs: Int32Array.from(checks, ({ outcome }) => (isTimed(outcome.observation) ? elapsedMs(outcome) : -1)),
	};
}
