/**
 * Sums of the phase times of a monitor's checks, in equal steps: recent checks are added up by the
 * database, sealed ones as they are decoded.
 */

import { sql } from "kysely";
import { VERDICTS } from "../../domain/checks/judgement.ts";
import { PHASES, type Phase } from "../../domain/checks/observation.ts";
import type { SeriesRange } from "../../domain/figures/series.ts";
import type { Tx } from "../database/tx.ts";
import { hasVerdict, isAnswered, isAnsweredSql, verdictIndex } from "./outcome-code.ts";
import { timesBetween } from "./read-checks.ts";
import { sealedHoursOf } from "./sealed/day-block.ts";
import { decodeTimes, type TimesOfHour } from "./sealed/hour-block.ts";
import { isMissed } from "./sealed/missed-block.ts";
import { sealedOfMonitor } from "./sealed/sealed-blocks.ts";
import { hoursOf } from "./stored-checks.ts";

const MISSED = VERDICTS.indexOf("missed");

interface PhaseSums {
	/** First minute of the step. */
	readonly minute: number;
	/** Checks with a complete response: those that the sums are of. */
	readonly answered: number;
	/** Milliseconds. */
	readonly phases: Readonly<Record<Phase, number>>;
	readonly missed: number;
}

/** The steps of `range` with checks, in no order. */
export async function phaseSums(tx: Tx, monitorId: number, range: SeriesRange): Promise<PhaseSums[]> {
	const { fromMinute, toMinute, stepMinutes } = range;
	const known = sql`coalesce(c.dns_ms, 0) + coalesce(c.connect_ms, 0) + coalesce(c.tls_ms, 0) + coalesce(c.first_byte_ms, 0)`;
	const answered = isAnsweredSql("c.outcome");
	const { results } = tx.dialect;
	const { rows } = await sql<{
		place: number;
		answered: number;
		missed: number;
		dns: number;
		connect: number;
		tls: number;
		first_byte: number;
		transfer: number;
		block: Uint8Array | null;
	}>`
		select place, sum(is_answered) as answered, sum(is_missed) as missed,
			sum(is_answered * dns_ms) as dns, sum(is_answered * connect_ms) as connect, sum(is_answered * tls_ms) as tls,
			sum(is_answered * first_byte_ms) as first_byte, sum(is_answered * transfer_ms) as transfer, null as block
		from (
			select (c.minute - ${sql.lit(fromMinute)}) / ${sql.lit(stepMinutes)} as place,
				case when ${answered} then 1 else 0 end as is_answered,
				case when ${hasVerdict("c.outcome", "missed")} then 1 else 0 end as is_missed,
				coalesce(c.dns_ms, 0) as dns_ms, coalesce(c.connect_ms, 0) as connect_ms, coalesce(c.tls_ms, 0) as tls_ms,
				coalesce(c.first_byte_ms, 0) as first_byte_ms,
				case when c.elapsed_ms > ${known} then c.elapsed_ms - (${known}) else 0 end as transfer_ms
			from ${results.ofMonitor(monitorId, fromMinute, toMinute)}
		) as checks
		group by place
		union all
		select b.hour, null, null, null, null, null, null, null, b.block
		from ${sealedOfMonitor(tx, monitorId, ...hoursOf(fromMinute, toMinute))}`.execute(tx.db);
	const steps = new Map<number, Sums>();
	const stepAt = (minute: number) => {
		const step = steps.get(minute) ?? new Sums();
		steps.set(minute, step);
		return step;
	};
	let hasGaps = false;
	for (const { place, block, answered, missed, ...phases } of rows) {
		if (block === null) {
			stepAt(fromMinute + place * stepMinutes).add(answered, missed, phases);
			continue;
		}
		if (isMissed(block)) {
			hasGaps = true;
			continue;
		}
		const sealed = sealedHoursOf({ monitorId, hour: place, block }, ...hoursOf(fromMinute, toMinute));
		for (const { hour, block } of sealed) {
			const times = decodeTimes({ monitorId, hour }, block);
			let [step, end] = [new Sums(), 0];
			// Without an iterator: its pairs were a third of what a series of 30 days allocates.
			for (let at = 0; at < times.minutes.length; at += 1) {
				const minute = times.minutes[at] ?? 0;
				if (minute < fromMinute || minute >= toMinute) continue;
				// Most are of the step of the one before.
				if (minute >= end) {
					const first = minute - ((minute - fromMinute) % stepMinutes);
					[step, end] = [stepAt(first), first + stepMinutes];
				}
				step.addCheck(times, at);
			}
		}
	}
	if (hasGaps) {
		// Of a gap, the minutes that no check hides.
		for (const step of steps.values()) step.missed = 0;
		const { minutes, verdicts } = await timesBetween(tx, monitorId, fromMinute, toMinute);
		for (const [index, minute] of minutes.entries()) {
			if (verdicts[index] === MISSED) stepAt(minute - ((minute - fromMinute) % stepMinutes)).missed += 1;
		}
	}
	return Array.from(steps, ([minute, { answered, missed, phases }]) => ({ minute, answered, missed, phases }));
}

class Sums {
	answered = 0;
	missed = 0;
	readonly phases: Record<Phase, number> = { dns: 0, connect: 0, tls: 0, first_byte: 0, transfer: 0 };

	addCheck({ outcomes, phases: [dns, connect, tls, firstByte], left }: TimesOfHour, at: number): void {
		const outcome = outcomes[at] ?? 0;
		if (verdictIndex(outcome) === MISSED) this.missed += 1;
		if (!isAnswered(outcome)) return;
		this.answered += 1;
		this.phases.dns += dns[at] ?? 0;
		this.phases.connect += connect[at] ?? 0;
		this.phases.tls += tls[at] ?? 0;
		this.phases.first_byte += firstByte[at] ?? 0;
		this.phases.transfer += Math.max(0, left[at] ?? 0);
	}

	add(answered: number, missed: number, phases: Readonly<Partial<Record<Phase, number | null>>>): void {
		this.answered += answered;
		this.missed += missed;
		for (const phase of PHASES) this.phases[phase] += phases[phase] ?? 0;
	}
}
