/**
 * The checks of one monitor over a range, in equal steps. Figures come from days and hours where these are folded, and
 * from single checks for the rest; times of phases are in single checks alone, so they are there for as long as those
 * are kept. Read a day at a time, so that nobody waits for a long range.
 */

import { VERDICTS } from "../../domain/checks/judgement.ts";
import { PHASES, type Phase } from "../../domain/checks/observation.ts";
import type { CheckRecord } from "../../domain/checks/record.ts";
import { nearestRank } from "../../domain/figures/latency-histogram.ts";
import { dayOf, hourOf, MINUTES_A_DAY, MINUTES_AN_HOUR, RollUpTally } from "../../domain/figures/roll-up.ts";
import type { KeptSince, SeriesRange } from "../../domain/figures/series.ts";
import { successfulOf, totalOf } from "../../domain/figures/uptime.ts";
import type { MonitorType } from "../../domain/monitors/monitor.ts";
import type { Tx } from "../database/tx.ts";
import { phaseSums } from "../results/phase-sums.ts";
import { checksBetween, timesBetween } from "../results/read-checks.ts";
import { heavyTurn } from "../turns/heavy-turn.ts";
import { foldedHours } from "./folded-hours.ts";
import { figuresFromRow, progressOf } from "./roll-up-rows.ts";

export interface SeriesPoint {
	/** First minute of the step. */
	readonly minute: number;
	readonly checks: number;
	readonly successful: number;
	readonly degraded: number;
	readonly down: number;
	/** Whole milliseconds; null where nothing was answered. */
	readonly p50Ms: number | null;
	readonly p95Ms: number | null;
	readonly maxMs: number | null;
	/** Mean milliseconds of the answered checks; null where single checks are not kept, or nothing was answered. */
	readonly phases: Readonly<Record<Phase, number>> | null;
	/** Missed checks; null where single checks are not kept. */
	readonly missed: number | null;
}

/** Longest range whose single checks are read for the times of their phases. */
const MAX_PHASE_DAYS = 31;

/** Days whose phases are added up at once: two milliseconds. */
const PHASE_DAYS_AT_ONCE = 5;

/** From which minutes on single checks and hourly figures of a monitor are kept. */
export async function keptSince(tx: Tx, monitorId: number): Promise<KeptSince> {
	const { results_since: checks } = await progressOf(tx);
	const first = await tx.db
		.selectFrom("hourly_roll_ups")
		.select((of) => of.fn.min("hour").as("hour"))
		.where("monitor_id", "=", monitorId)
		.executeTakeFirst();
	// Without folded hours there is nothing older than what is still to be folded.
	const hours = first?.hour == null ? checks : first.hour * MINUTES_AN_HOUR;
	const oldestDay = await tx.db
		.selectFrom("daily_roll_ups")
		.select((of) => of.fn.min("day").as("day"))
		.where("monitor_id", "=", monitorId)
		.executeTakeFirst();
	// Before the first day there is nothing at all, so any step is as good as another.
	const beginsWithHours =
		oldestDay?.day == null || oldestDay.day * MINUTES_A_DAY >= Math.floor(hours / MINUTES_A_DAY) * MINUTES_A_DAY;
	return { checks, hours: beginsWithHours ? 0 : hours };
}

/** One point for each step of the range, oldest first; a step without checks has a point with zeros. */
export async function seriesOf(
	tx: Tx,
	monitor: { readonly id: number; readonly type: MonitorType },
	range: SeriesRange,
): Promise<SeriesPoint[]> {
	const steps = new Steps(range);
	const { fromMinute, toMinute, stepMinutes } = range;
	const { results_since: checksSince } = await progressOf(tx);
	const readsPhases = fromMinute >= checksSince && toMinute - fromMinute <= MAX_PHASE_DAYS * MINUTES_A_DAY;
	if (stepMinutes % MINUTES_AN_HOUR !== 0) {
		await eachCheck(tx, monitor.id, fromMinute, toMinute, (check) => steps.addCheck(check));
		return steps.points(monitor.type, true);
	}
	let folded = fromMinute;
	if (stepMinutes % MINUTES_A_DAY === 0) folded = await addDays(tx, monitor.id, range, steps);
	const { hours, unfolded } = await foldedHours(tx, monitor.id, folded, toMinute);
	for (const { hour, rollUp } of hours) steps.at(hour * MINUTES_AN_HOUR)?.figures.addAll(rollUp);
	for (const { from, to } of unfolded) await addTimes(tx, monitor.id, from, to, steps);
	if (readsPhases) await addPhases(tx, monitor.id, range, steps);
	return steps.points(monitor.type, readsPhases);
}

/** Adds the days that are folded and hold no late check. The minute from which on the range has to be read by hours. */
async function addDays(tx: Tx, monitorId: number, range: SeriesRange, steps: Steps): Promise<number> {
	const state = await tx.db
		.selectFrom("roll_up_states")
		.select("hours_through")
		.where("monitor_id", "=", monitorId)
		.executeTakeFirst();
	const late = await tx.db
		.selectFrom("late_hours")
		.select((of) => of.fn.min("hour").as("hour"))
		.where("monitor_id", "=", monitorId)
		.where("hour", ">=", hourOf(range.fromMinute))
		.executeTakeFirst();
	const through = Math.min(state?.hours_through ?? 0, late?.hour ?? Number.POSITIVE_INFINITY);
	const toDay = Math.min(dayOf(through * MINUTES_AN_HOUR), dayOf(range.toMinute));
	const rows = await tx.db
		.selectFrom("daily_roll_ups")
		.selectAll()
		.where("monitor_id", "=", monitorId)
		.where("day", ">=", dayOf(range.fromMinute))
		.where("day", "<", toDay)
		.execute();
	for (const row of rows) steps.at(row.day * MINUTES_A_DAY)?.figures.addAll(figuresFromRow(row));
	return Math.max(range.fromMinute, toDay * MINUTES_A_DAY);
}

/** Adds the figures of single checks, without what only a record of a check has. */
async function addTimes(tx: Tx, monitorId: number, from: number, to: number, steps: Steps): Promise<void> {
	for (let start = from; start < to; start += MINUTES_A_DAY) {
		const end = Math.min(to, start + MINUTES_A_DAY);
		await heavyTurn();
		const { minutes, verdicts, responseTimesMs } = await timesBetween(tx, monitorId, start, end);
		for (const [at, minute] of minutes.entries()) {
			steps.at(minute)?.figures.add(verdicts[at] ?? 0, responseTimesMs[at] ?? -1);
		}
	}
}

async function addPhases(tx: Tx, monitorId: number, range: SeriesRange, steps: Steps): Promise<void> {
	const { fromMinute, toMinute, stepMinutes } = range;
	// Whole steps.
	const slice = Math.ceil((PHASE_DAYS_AT_ONCE * MINUTES_A_DAY) / stepMinutes) * stepMinutes;
	for (let from = fromMinute; from < toMinute; from += slice) {
		const to = Math.min(toMinute, from + slice);
		await heavyTurn();
		for (const sums of await phaseSums(tx, monitorId, { fromMinute: from, toMinute: to, stepMinutes })) {
			const step = steps.at(sums.minute);
			if (!step) continue;
			step.missed += sums.missed;
			step.answered += sums.answered;
			for (const phase of PHASES) step.phaseSums[phase] += sums.phases[phase];
		}
	}
}

/** Reads checks a day at a time, so that nobody waits for a long range. */
export async function eachCheck(
	tx: Tx,
	monitorId: number,
	fromMinute: number,
	toMinute: number,
	add: (check: CheckRecord) => void,
): Promise<void> {
	for (let from = fromMinute; from < toMinute; from += MINUTES_A_DAY) {
		const to = Math.min(toMinute, from + MINUTES_A_DAY);
		await heavyTurn();
		for (const check of await checksBetween(tx, monitorId, from, to)) add(check);
	}
}

type SteppedCheck = Pick<CheckRecord, "minute" | "verdict" | "responseTimeMs" | "phases">;

class Step {
	readonly figures = new RollUpTally();
	readonly phaseSums: Record<Phase, number> = { dns: 0, connect: 0, tls: 0, first_byte: 0, transfer: 0 };
	answered = 0;
	missed = 0;
}

/** The figures of checks in the steps of a range. */
export class Steps {
	readonly #range: SeriesRange;
	readonly #steps: readonly Step[];

	constructor(range: SeriesRange) {
		this.#range = range;
		const count = Math.ceil((range.toMinute - range.fromMinute) / range.stepMinutes);
		this.#steps = Array.from({ length: count }, () => new Step());
	}

	at(minute: number): Step | undefined {
		return this.#steps[Math.floor((minute - this.#range.fromMinute) / this.#range.stepMinutes)];
	}

	addCheck(check: SteppedCheck): void {
		this.addFigures(check);
		this.addPhases(check);
	}

	addFigures({ minute, verdict, responseTimeMs }: SteppedCheck): void {
		this.at(minute)?.figures.add(VERDICTS.indexOf(verdict), responseTimeMs ?? -1);
	}

	addPhases({ minute, verdict, responseTimeMs, phases }: SteppedCheck): void {
		const step = this.at(minute);
		if (!step) return;
		if (verdict === "missed") step.missed += 1;
		if (responseTimeMs === null) return;
		step.answered += 1;
		for (const phase of PHASES) step.phaseSums[phase] += phases[phase] ?? 0;
	}

	points(type: MonitorType, hasPhases: boolean): SeriesPoint[] {
		return this.#steps.map(({ figures, phaseSums, answered, missed }, index) => {
			const rollUp = figures.rollUp();
			const times = rollUp !== null && rollUp.answered > 0 ? rollUp.responseTimes : null;
			const mean = (phase: Phase) => [phase, Math.round((phaseSums[phase] / answered) * 10) / 10];
			return {
				minute: this.#range.fromMinute + index * this.#range.stepMinutes,
				checks: rollUp === null ? 0 : totalOf(rollUp),
				successful: rollUp === null ? 0 : successfulOf(type, rollUp),
				degraded: rollUp?.degraded ?? 0,
				down: rollUp?.down ?? 0,
				p50Ms: times && nearestRank(times, 50),
				p95Ms: times && nearestRank(times, 95),
				maxMs: rollUp !== null && times !== null ? rollUp.responseMaxMs : null,
				phases: hasPhases && answered > 0 ? (Object.fromEntries(PHASES.map(mean)) as Record<Phase, number>) : null,
				missed: hasPhases ? missed : null,
			};
		});
	}
}
