import { success } from "@lapwing/result";
import { DAY_MS } from "../../domain/durations.ts";
import {
	DATE_PROBLEM,
	isDate,
	MAX_OVERRIDES,
	OVERRIDE_DAYS_KEPT,
	type Override,
} from "../../domain/on-call/schedule.ts";
import { invalid, notFound, problem } from "../../domain/problem.ts";
import { lockSchedule, peopleOfTeam, putOverride } from "../../storage/on-call/schedules.ts";
import { type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { objectOf } from "./wanted-schedule.ts";

/** Gives one person's day to another. A day that was given away before goes to the new one. */
export const addOverride = requiring(
	"schedules:write",
	async (tx, actor, { id, override }: { readonly id: string; readonly override: Override }, { now }: Now) => {
		const schedule = await lockSchedule(tx, actor.team.id, id);
		if (schedule === null) return notFound();
		const { date, insteadOf, person } = override;
		if (!isDate(date)) return invalid("/date", DATE_PROBLEM);
		const keptFrom = new Date(now - OVERRIDE_DAYS_KEPT * DAY_MS).toISOString().slice(0, 10);
		if (date < keptFrom) return invalid("/date", `Is more than ${OVERRIDE_DAYS_KEPT} days ago.`);
		if (!schedule.layers.some(({ people }) => people.some((one) => one.id === insteadOf))) {
			return invalid("/insteadOf", "Has no turns in this schedule.");
		}
		if (person === insteadOf) return invalid("/person", "Has this day already.");
		const members = await peopleOfTeam(tx, actor.team.id);
		if (!members.some((member) => member.id === person)) return invalid("/person", "Is no member of the team.");

		const changed = await putOverride(tx, schedule, override, { now, most: MAX_OVERRIDES, keptFrom });
		if (changed === null) return problem("full", "", `A schedule has at most ${MAX_OVERRIDES} overrides.`);
		const added = changed.overrides.find((one) => one.date === date && one.insteadOf.id === insteadOf);
		if (added === undefined) throw new Error("An override is gone within its own transaction");

		const event = { action: "add-override", ...objectOf(schedule), before: null, after: override };
		await recordEvent(tx, actor, event, now);
		return success(added);
	},
);
