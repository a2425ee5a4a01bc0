import { isFailure, success } from "@lapwing/result";
import { MAX_SCHEDULES_PER_TEAM, scheduleFields } from "../../domain/on-call/schedule.ts";
import { problem } from "../../domain/problem.ts";
import { countOfTeam } from "../../storage/database/count-of-team.ts";
import { lockTeam } from "../../storage/database/lock-row.ts";
import { createSchedule as insert } from "../../storage/on-call/schedules.ts";
import { type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { objectOf, requireLayers, type WantedSchedule } from "./wanted-schedule.ts";

export const createSchedule = requiring("schedules:write", async (tx, actor, input: WantedSchedule, { now }: Now) => {
	const valid = await requireLayers(tx, actor.team.id, input.layers);
	if (isFailure(valid)) return valid;
	await lockTeam(tx, actor.team.id);
	if ((await countOfTeam(tx, "schedules", actor.team.id)) >= MAX_SCHEDULES_PER_TEAM) {
		return problem("full", "", `A team has at most ${MAX_SCHEDULES_PER_TEAM} schedules.`);
	}

	const schedule = await insert(tx, actor.team.id, input, now);

	const after = scheduleFields(schedule);
	await recordEvent(tx, actor, { action: "create", ...objectOf(schedule), before: null, after }, now);
	return success(schedule);
});
