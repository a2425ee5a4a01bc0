import { isFailure, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { scheduleFields } from "../../domain/on-call/schedule.ts";
import { notFound } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { lockSchedule, deleteSchedule as remove } from "../../storage/on-call/schedules.ts";
import type { Deps } from "../change.ts";
import { requireNotFromFiles } from "../from-files.ts";
import { recordEvent } from "../record-event.ts";
import { objectOf, type ScheduleResult } from "./wanted-schedule.ts";

/** Deletes a schedule with its overrides and its calendar. */
export async function deleteSchedule(
	tx: Tx,
	actor: TeamActor,
	{ id }: { readonly id: string },
	{ now }: Pick<Deps, "now">,
): Promise<ScheduleResult> {
	const may = requireScope(actor, "schedules:write");
	if (isFailure(may)) return may;
	const schedule = await lockSchedule(tx, actor.team.id, id);
	if (schedule === null) return notFound();
	const own = await requireNotFromFiles(tx, actor, [id]);
	if (isFailure(own)) return own;

	await remove(tx, schedule.id);

	const before = scheduleFields(schedule);
	await recordEvent(tx, actor, { action: "delete", ...objectOf(schedule), before, after: null }, now);
	return success(schedule);
}
