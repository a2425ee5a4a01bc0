/** Since when figures of a monitor are known. */

import { minuteOf, startOfMinute } from "../../domain/checks/check.ts";
import { VERDICTS } from "../../domain/checks/judgement.ts";
import { dayOf, MINUTES_A_DAY, MINUTES_AN_HOUR } from "../../domain/figures/roll-up.ts";
import type { Tx } from "../database/tx.ts";
import { timesBetween } from "../results/read-checks.ts";

const MISSED = VERDICTS.indexOf("missed");

/**
 * When the first check with a verdict was due, epoch milliseconds: to the minute for as long as single checks are kept,
 * then the beginning of its hour, then of its day. Null before the first.
 */
export async function firstCheckAt(tx: Tx, monitorId: number, now: number): Promise<number | null> {
	const days = await tx.db
		.selectFrom("daily_roll_ups")
		.select((of) => of.fn.min("day").as("first"))
		.where("monitor_id", "=", monitorId)
		.executeTakeFirst();
	const hours = await tx.db
		.selectFrom("hourly_roll_ups")
		.select((of) => of.fn.min("hour").as("first"))
		.where("monitor_id", "=", monitorId)
		.executeTakeFirst();
	const [day, hour] = [days?.first ?? null, hours?.first ?? null];
	if (hour !== null) {
		const from = hour * MINUTES_AN_HOUR;
		if (day !== null && day < dayOf(from)) return startOfMinute(day * MINUTES_A_DAY);
		return startOfMinute((await firstJudged(tx, monitorId, from, from + MINUTES_AN_HOUR)) ?? from);
	}
	if (day !== null) return startOfMinute(day * MINUTES_A_DAY);
	// Nothing is folded: all that there is was checked in the last hours.
	const end = minuteOf(now) + 1;
	const first = await firstJudged(tx, monitorId, end - MINUTES_A_DAY, end);
	return first === null ? null : startOfMinute(first);
}

async function firstJudged(tx: Tx, monitorId: number, from: number, to: number): Promise<number | null> {
	const { minutes, verdicts } = await timesBetween(tx, monitorId, from, to);
	return minutes.find((_, index) => verdicts[index] !== MISSED) ?? null;
}
