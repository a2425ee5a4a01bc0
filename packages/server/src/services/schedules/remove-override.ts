import { isFailure, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { notFound } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { deleteOverride, lockSchedule } from "../../storage/on-call/schedules.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { objectOf, type ScheduleResult } from "./wanted-schedule.ts";

/** The day belongs again to whoever has it by the layers. */
export async function removeOverride(
	tx: Tx,
	actor: TeamActor,
	{ id, overrideId }: { readonly id: string; readonly overrideId: string },
	{ now }: Pick<Deps, "now">,
): Promise<ScheduleResult> {
	const may = requireScope(actor, "schedules:write");
	if (isFailure(may)) return may;
	const schedule = await lockSchedule(tx, actor.team.id, id);
	const override = schedule?.overrides.find(({ publicId }) => publicId === overrideId);
	if (schedule === null || override === undefined) return notFound();

	const changed = await deleteOverride(tx, schedule, override.id);

	const before = { date: override.date, insteadOf: override.insteadOf.id, person: override.person.id };
	await recordEvent(tx, actor, { action: "remove-override", ...objectOf(schedule), before, after: null }, now);
	return success(changed);
}
