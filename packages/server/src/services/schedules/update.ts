import { isFailure, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import type { Changes } from "../../domain/given.ts";
import { scheduleFields } from "../../domain/on-call/schedule.ts";
import { notFound } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { lockSchedule, updateSchedule as write } from "../../storage/on-call/schedules.ts";
import type { Deps } from "../change.ts";
import { requireNotFromFiles } from "../from-files.ts";
import { recordEvent } from "../record-event.ts";
import { objectOf, requireLayers, type ScheduleResult, type WantedSchedule } from "./wanted-schedule.ts";

/** Changes a schedule from now on; past turns are shown by the new layers too. Overrides stay. */
export async function updateSchedule(
	tx: Tx,
	actor: TeamActor,
	{ id, changes }: { readonly id: string; readonly changes: Changes<WantedSchedule> },
	{ now }: Pick<Deps, "now">,
): Promise<ScheduleResult> {
	const may = requireScope(actor, "schedules:write");
	if (isFailure(may)) return may;
	const schedule = await lockSchedule(tx, actor.team.id, id);
	if (schedule === null) return notFound();
	const own = await requireNotFromFiles(tx, actor, [id]);
	if (isFailure(own)) return own;
	const valid = await requireLayers(tx, actor.team.id, changes.layers ?? []);
	if (isFailure(valid)) return valid;

	const changed = await write(tx, schedule, changes, now);

	const [before, after] = [scheduleFields(schedule), scheduleFields(changed)];
	await recordEvent(tx, actor, { action: "update", ...objectOf(schedule), before, after, asked: changes }, now);
	return success(changed);
}
