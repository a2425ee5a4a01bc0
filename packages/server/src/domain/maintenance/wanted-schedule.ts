/** When a window is, as its owner writes it: from one instant to another, or by a recurrence. */

import { type Result, success } from "@lapwing/result";
import { MINUTE_MS } from "../durations.ts";
import { type Changes, given } from "../given.ts";
import { invalid, type Problem } from "../problem.ts";
import type { Schedule } from "./maintenance.ts";
import { type Recurrence, recurrenceProblem } from "./recurrence.ts";

/** As long as reports reach. */
const MAX_SPAN_MS = 366 * 86_400_000;

/** Instants in ISO 8601. */
export interface WantedSchedule {
	readonly startsAt: string | null;
	readonly endsAt: string | null;
	readonly recurrence: Recurrence | null;
}

export function scheduleOf(wanted: WantedSchedule): Result<Schedule, Problem<"invalid">> {
	if (wanted.recurrence) {
		if (wanted.startsAt !== null || wanted.endsAt !== null) {
			return invalid("/recurrence", "Give either startsAt and endsAt, or recurrence.");
		}
		const problem = recurrenceProblem(wanted.recurrence);
		if (problem) return invalid(`/recurrence/${problem.member}`, problem.message);
		return success({ kind: "recurring", ...wanted.recurrence, earlyEnds: new Map<number, number>() });
	}
	if (wanted.startsAt === null) return invalid("/startsAt", "Give startsAt and endsAt, or recurrence.");
	if (wanted.endsAt === null) return invalid("/endsAt", "Give startsAt and endsAt, or recurrence.");
	const startsAt = Date.parse(wanted.startsAt);
	const endsAt = Date.parse(wanted.endsAt);
	if (Number.isNaN(startsAt)) return invalid("/startsAt", "There is no such instant.");
	if (Number.isNaN(endsAt)) return invalid("/endsAt", "There is no such instant.");
	if (endsAt - startsAt < MINUTE_MS) return invalid("/endsAt", "Must be at least a minute after startsAt.");
	if (endsAt - startsAt > MAX_SPAN_MS) return invalid("/endsAt", "Must be at most 366 days after startsAt.");
	return success({ kind: "once", startsAt, endsAt });
}

/** Members left out keep their values; a change between once and recurring drops the members of the former kind. */
export function changedSchedule(before: WantedSchedule, changes: Changes<WantedSchedule>): WantedSchedule {
	const recurs = changes.recurrence !== undefined && changes.recurrence !== null;
	const isOnce = typeof changes.startsAt === "string" && typeof changes.endsAt === "string";
	return {
		startsAt: recurs ? null : before.startsAt,
		endsAt: recurs ? null : before.endsAt,
		recurrence: isOnce ? null : before.recurrence,
		...given(changes),
	};
}
