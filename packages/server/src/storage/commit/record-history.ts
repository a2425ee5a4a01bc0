/**
 * Records the past of monitors that have none: a generated history, as the service would have left it. Single checks
 * are sealed, hours and days are rolled up, changes of status are written, and no notice is sent. Far faster than
 * recording each check first.
 */

import { sql } from "kysely";
import { elapsedMs, minuteOf } from "../../domain/checks/check.ts";
import { VERDICTS } from "../../domain/checks/judgement.ts";
import { isTimed } from "../../domain/checks/observation.ts";
import type { JudgedOutcome } from "../../domain/checks/record.ts";
import { HOURS_A_DAY, hourOf } from "../../domain/figures/roll-up.ts";
import { degradedIsSuccessful } from "../../domain/figures/uptime.ts";
import type { MonitorType } from "../../domain/monitors/monitor.ts";
import { recordOutages } from "../causes/record-outages.ts";
import { codeOf } from "../database/codes.ts";
import { idRows } from "../database/id-rows.ts";
import type { Tx } from "../database/tx.ts";
import { progressOf } from "../figures/roll-up-rows.ts";
import { lockMonitors, writeFigures } from "../figures/roll-ups.ts";
import { addToCounts, lockProgress, TEAM_MINUTES_KEPT } from "../figures/team-minutes.ts";
import { NO_NAMES } from "../locations/location-names.ts";
import { type ResultRow, toFailureRow, toLocationRows, toResultRow } from "../results/check-row.ts";
import type { MinuteCount } from "../results/count-checks.ts";
import type { CheckTimes } from "../results/read-checks.ts";
import { addToDays, insertHours, type SealedRow } from "../results/sealed/pack-days.ts";
import { blocksOf, NO_DETAILS, packedBefore } from "../results/sealed/seal-hours.ts";
import { stepsOfChecks } from "../results/stored-steps.ts";
import { changeStates } from "./change-states.ts";
import { insertTransitions } from "./insert-transitions.ts";
import { lockStates, writeStates } from "./state-rows.ts";

/** What a monitor did. */
export interface Past {
	readonly monitor: { readonly id: number; readonly teamId: number; readonly type: MonitorType };
	/**
	 * Makes all checks of some whole hours within one UTC day, oldest first, later than those that were recorded before.
	 * Called once; those of an hour are packed before the next one's are made, so that few are in memory.
	 */
	checks(): Iterable<JudgedOutcome>;
}

/**
 * Records the checks of some hours, the end of which is over. Of hours whose single checks are pruned, the figures
 * alone. Returns how many checks there were.
 */
export async function recordHistory(database: Tx, pasts: readonly Past[], now: number): Promise<number> {
	const packed = pasts.map(pack).filter(({ times }) => times.minutes.length > 0);
	if (packed.length === 0) return 0;
	await database.transaction((tx) => write(tx, packed, now));
	return packed.reduce((sum, { times }) => sum + times.minutes.length, 0);
}

interface PackedPast extends Pick<Past, "monitor"> {
	readonly times: CheckTimes;
	readonly hours: readonly SealedRow[];
	readonly turns: readonly JudgedOutcome[];
}

function pack({ monitor, checks }: Past): PackedPast {
	const times = { minutes: [] as number[], verdicts: [] as number[], responseTimesMs: [] as number[] };
	const hours: SealedRow[] = [];
	const turns = new Turns();
	for (const ofHour of byHour(checks())) {
		for (const check of ofHour) {
			const { outcome, judgement } = check;
			times.minutes.push(minuteOf(outcome.order.scheduledAt));
			times.verdicts.push(codeOf(VERDICTS, judgement.verdict));
			times.responseTimesMs.push(isTimed(outcome.observation) ? elapsedMs(outcome) : -1);
			turns.add(check);
		}
		hours.push(...blocksOf(ofHour.map(toRow), monitor.type === "flow" ? stepsOfChecks(ofHour) : undefined));
	}
	return {
		monitor,
		times: {
			minutes: Int32Array.from(times.minutes),
			verdicts: Uint8Array.from(times.verdicts),
			responseTimesMs: Int32Array.from(times.responseTimesMs),
		},
		hours,
		turns: turns.ended(),
	};
}

function* byHour(checks: Iterable<JudgedOutcome>): Generator<readonly JudgedOutcome[]> {
	let ofHour: JudgedOutcome[] = [];
	let hour = -1;
	for (const check of checks) {
		const next = hourOf(minuteOf(check.outcome.order.scheduledAt));
		if (next !== hour && ofHour.length > 0) {
			yield ofHour;
			ofHour = [];
		}
		hour = next;
		ofHour.push(check);
	}
	if (ofHour.length > 0) yield ofHour;
}

/**
 * The checks that change more of a state than the times of its last check: those beside one that is not up, and both
 * ends. A check that is up between two others that are up says nothing that the next one does not.
 */
class Turns {
	readonly #turns: JudgedOutcome[] = [];
	#last: JudgedOutcome | null = null;
	/** Whether the last one, and the one before it, say nothing but that the monitor is up. */
	#isCalm = false;
	#wasCalm = false;

	add(check: JudgedOutcome): void {
		const { outcome, judgement } = check;
		const { observation } = outcome;
		const isCalm = judgement.verdict === "up" && observation.kind === "answered" && observation.certificate === null;
		if (this.#last !== null && !(this.#wasCalm && this.#isCalm && isCalm)) this.#turns.push(this.#last);
		[this.#last, this.#wasCalm, this.#isCalm] = [check, this.#isCalm, isCalm];
	}

	ended(): readonly JudgedOutcome[] {
		return this.#last === null ? [] : [...this.#turns, this.#last];
	}
}

async function write(tx: Tx, pasts: readonly PackedPast[], now: number): Promise<void> {
	const states = await lockStates(
		tx,
		pasts.map(({ monitor }) => monitor.id),
	);
	const through = await lockProgress(tx);
	const ids = idRows(
		tx.dialect,
		pasts.map(({ monitor }) => monitor.id),
		"monitor_id",
	);
	await lockMonitors(tx, sql`select monitor_id from ${ids} as r`);
	const { results_since: since } = await progressOf(tx);
	const kept = pasts.flatMap(({ hours }) => hours).filter(({ hour }) => hour >= hourOf(since));
	await writeSealed(tx, kept, packedBefore(now));
	const ranges = pasts.map(({ monitor, times }) => {
		const [fromHour, toHour] = [hourOf(times.minutes[0] ?? 0), hourOf(times.minutes.at(-1) ?? 0) + 1];
		return { monitorId: monitor.id, type: monitor.type, fromHour, toHour, times };
	});
	await writeFigures(tx, ranges);
	const folded = tx.dialect.rows(
		{ monitor_id: "integer", hour: "integer" },
		ranges.map(({ monitorId, toHour }) => ({ monitor_id: monitorId, hour: toHour })),
	);
	await sql`update roll_up_states set hours_through = r.hour from ${folded} as r
		where roll_up_states.monitor_id = r.monitor_id and roll_up_states.hours_through < r.hour`.execute(tx.db);
	await addToCounts(tx, countsOf(pasts, now), through);
	const turns = pasts.flatMap(({ turns }) => turns);
	const changes = changeStates(states, turns, { machine: null, names: NO_NAMES });
	await insertTransitions(tx, changes, now);
	await recordOutages(tx, changes, now);
	await writeStates(tx, [...states.values()]);
}

/** Writes hours, none of which is stored; those of days that are over as packed days. */
export async function writeSealed(tx: Tx, hours: readonly SealedRow[], packedBefore: number): Promise<void> {
	const { old = [], recent = [] } = Object.groupBy(hours, ({ hour }) =>
		hour < packedBefore * HOURS_A_DAY ? "old" : "recent",
	);
	await insertHours(tx, recent);
	await addToDays(tx, old);
}

/**
 * The checks of the minutes that figures of teams cover. Added to the counts, for marking their minutes would have a
 * running service count all of them anew after each transaction.
 */
function countsOf(pasts: readonly PackedPast[], now: number): MinuteCount[] {
	const first = minuteOf(now) - TEAM_MINUTES_KEPT;
	const teams = new Map<number, Map<number, { teamId: number; minute: number; total: number; successful: number }>>();
	for (const { monitor, times } of pasts) {
		const { teamId, type } = monitor;
		const isSuccessful = VERDICTS.map(
			(verdict) => verdict === "up" || (verdict === "degraded" && degradedIsSuccessful(type)),
		);
		const counts = teams.get(teamId) ?? new Map();
		teams.set(teamId, counts);
		for (const [place, minute] of times.minutes.entries()) {
			const verdict = times.verdicts[place] ?? 0;
			if (minute < first || VERDICTS[verdict] === "missed") continue;
			let count = counts.get(minute);
			if (count === undefined) {
				count = { teamId, minute, total: 0, successful: 0 };
				counts.set(minute, count);
			}
			count.total += 1;
			if (isSuccessful[verdict]) count.successful += 1;
		}
	}
	return [...teams.values()].flatMap((counts) => [...counts.values()]);
}

function toRow(check: JudgedOutcome): ResultRow {
	const { message } = check.judgement;
	const locations = check.outcome.locations === undefined ? null : toLocationRows(check.outcome);
	if (message === null) return Object.assign(toResultRow(check), NO_DETAILS, { locations });
	const { phase, content_check_id } = toFailureRow(check);
	return Object.assign(toResultRow(check), { phase, message, content_check_id, locations });
}
