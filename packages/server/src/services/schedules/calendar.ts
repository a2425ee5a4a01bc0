/** The address of a schedule's calendar: whoever has it can read who is on call, and nothing else. */

import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import type { Schedule } from "../../domain/on-call/schedule.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import { newToken, tokenHash } from "../../storage/access/secret-token.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { lockSchedule, setCalendar } from "../../storage/on-call/schedules.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { objectOf } from "./wanted-schedule.ts";

type CalendarProblem = Problem<"missing_scope" | "not_found">;

/** Makes the address, or makes it anew: the former one is of no calendar from then on. `key` is answered this once. */
export async function renewCalendar(
	tx: Tx,
	actor: TeamActor,
	{ id }: { readonly id: string },
	{ now }: Pick<Deps, "now">,
): Promise<Result<Schedule & { readonly key: string }, CalendarProblem>> {
	const may = requireScope(actor, "schedules:write");
	if (isFailure(may)) return may;
	const schedule = await lockSchedule(tx, actor.team.id, id);
	if (schedule === null) return notFound();

	const key = newToken();
	const changed = await setCalendar(tx, schedule, tokenHash(key), now);

	await recordEvent(tx, actor, { action: "renew-calendar", ...objectOf(schedule), before: {}, after: {} }, now);
	return success({ ...changed, key });
}

/** Removes the address. */
export async function removeCalendar(
	tx: Tx,
	actor: TeamActor,
	{ id }: { readonly id: string },
	{ now }: Pick<Deps, "now">,
): Promise<Result<Schedule, CalendarProblem>> {
	const may = requireScope(actor, "schedules:write");
	if (isFailure(may)) return may;
	const schedule = await lockSchedule(tx, actor.team.id, id);
	if (schedule === null) return notFound();

	const changed = await setCalendar(tx, schedule, null, now);

	await recordEvent(tx, actor, { action: "remove-calendar", ...objectOf(schedule), before: {}, after: {} }, now);
	return success(changed);
}
