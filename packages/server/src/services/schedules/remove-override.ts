import { success } from "@lapwing/result";
import { notFound } from "../../domain/problem.ts";
import { deleteOverride, lockSchedule } from "../../storage/on-call/schedules.ts";
import { type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { objectOf } from "./wanted-schedule.ts";

/** The day belongs again to whoever has it by the layers. */
export const removeOverride = requiring(
	"schedules:write",
	async (tx, actor, { id, overrideId }: { readonly id: string; readonly overrideId: string }, { now }: Now) => {
		const schedule = await lockSchedule(tx, actor.team.id, id);
		const override = schedule?.overrides.find(({ publicId }) => publicId === overrideId);
		if (schedule === null || override === undefined) return notFound();

		const changed = await deleteOverride(tx, schedule, override.id);

		const before = { date: override.date, insteadOf: override.insteadOf.id, person: override.person.id };
		await recordEvent(tx, actor, { action: "remove-override", ...objectOf(schedule), before, after: null }, now);
		return success(changed);
	},
);
