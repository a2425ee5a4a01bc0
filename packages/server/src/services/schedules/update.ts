import { isFailure, success } from "@lapwing/result";
import { scheduleFields } from "../../domain/on-call/schedule.ts";
import { notFound } from "../../domain/problem.ts";
import { lockSchedule, updateSchedule as write } from "../../storage/on-call/schedules.ts";
import { type Edit, type Now, requiring } from "../change.ts";
import { requireNotFromFiles } from "../from-files.ts";
import { recordEvent } from "../record-event.ts";
import { objectOf, requireLayers, type WantedSchedule } from "./wanted-schedule.ts";

/** Changes a schedule from now on; past turns are shown by the new layers too. Overrides stay. */
export const updateSchedule = requiring(
	"schedules:write",
	async (tx, actor, { id, changes }: Edit<WantedSchedule>, { now }: Now) => {
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
	},
);
