import { isFailure, success } from "@lapwing/result";
import { scheduleFields } from "../../domain/on-call/schedule.ts";
import { notFound } from "../../domain/problem.ts";
import { lockSchedule, deleteSchedule as remove } from "../../storage/on-call/schedules.ts";
import { type ById, type Now, requiring } from "../change.ts";
import { requireNotFromFiles } from "../from-files.ts";
import { recordEvent } from "../record-event.ts";
import { objectOf } from "./wanted-schedule.ts";

/** Deletes a schedule with its overrides and its calendar. */
export const deleteSchedule = requiring("schedules:write", async (tx, actor, { id }: ById, { now }: Now) => {
	const schedule = await lockSchedule(tx, actor.team.id, id);
	if (schedule === null) return notFound();
	const own = await requireNotFromFiles(tx, actor, [id]);
	if (isFailure(own)) return own;

	await remove(tx, schedule.id);

	const before = scheduleFields(schedule);
	await recordEvent(tx, actor, { action: "delete", ...objectOf(schedule), before, after: null }, now);
	return success(schedule);
});
