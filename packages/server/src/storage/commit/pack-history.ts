/** Packs the past of a monitor for ./record-history.ts: hours sealed, and the checks that its status depends on. */

import { elapsedMs, minuteOf } from "../../domain/checks/check.ts";
import { VERDICTS } from "../../domain/checks/judgement.ts";
import { isTimed } from "../../domain/checks/observation.ts";
import type { JudgedOutcome } from "../../domain/checks/record.ts";
import { hourOf } from "../../domain/figures/roll-up.ts";
import type { MonitorType } from "../../domain/monitors/monitor.ts";
import { codeOf } from "../database/codes.ts";
import { type ResultRow, toFailureRow, toLocationRows, toResultRow } from "../results/check-row.ts";
import type { CheckTimes } from "../results/read-checks.ts";
import type { SealedRow } from "../results/sealed/pack-days.ts";
import { blocksOf, NO_DETAILS } from "../results/sealed/seal-hours.ts";
import { stepsOfChecks } from "../results/stored-steps.ts";

/** What a monitor did. */
export interface Past {
	readonly monitor: { readonly id: number; readonly teamId: number; readonly type: MonitorType };
	/**
	 * Makes all checks of some whole hours within one UTC day, oldest first, later than those that were recorded before.
	 * Called once; those of an hour are packed before the next one's are made, so that few are in memory.
	 */
	checks(): Iterable<JudgedOutcome>;
}

/** What a monitor did, as it is written; a plain object, so that a thread can make it for another one. */
export interface PackedPast extends Pick<Past, "monitor"> {
	readonly times: CheckTimes;
	readonly hours: readonly SealedRow[];
	readonly turns: readonly JudgedOutcome[];
}

export function packHistory({ monitor, checks }: Past): PackedPast {
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

function toRow(check: JudgedOutcome): ResultRow {
	const { message } = check.judgement;
	const locations = check.outcome.locations === undefined ? null : toLocationRows(check.outcome);
	if (message === null) return Object.assign(toResultRow(check), NO_DETAILS, { locations });
	const { phase, content_check_id } = toFailureRow(check);
	return Object.assign(toResultRow(check), { phase, message, content_check_id, locations });
}
