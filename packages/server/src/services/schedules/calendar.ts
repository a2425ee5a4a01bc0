/** The address of a schedule's calendar: whoever has it can read who is on call, and nothing else. */

import { success } from "@lapwing/result";
import { notFound } from "../../domain/problem.ts";
import { newToken, tokenHash } from "../../storage/access/secret-token.ts";
import { lockSchedule, setCalendar } from "../../storage/on-call/schedules.ts";
import { type ById, type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { objectOf } from "./wanted-schedule.ts";

/** Makes the address, or makes it anew: the former one is of no calendar from then on. `key` is answered this once. */
export const renewCalendar = requiring("schedules:write", async (tx, actor, { id }: ById, { now }: Now) => {
	const schedule = await lockSchedule(tx, actor.team.id, id);
	if (schedule === null) return notFound();

	const key = newToken();
	const changed = await setCalendar(tx, schedule, tokenHash(key), now);

	await recordEvent(tx, actor, { action: "renew-calendar", ...objectOf(schedule), before: {}, after: {} }, now);
	return success({ ...changed, key });
});

/** Removes the address. */
export const removeCalendar = requiring("schedules:write", async (tx, actor, { id }: ById, { now }: Now) => {
	const schedule = await lockSchedule(tx, actor.team.id, id);
	if (schedule === null) return notFound();

	const changed = await setCalendar(tx, schedule, null, now);

	await recordEvent(tx, actor, { action: "remove-calendar", ...objectOf(schedule), before: {}, after: {} }, now);
	return success(changed);
});
