import { isFailure, success } from "@lapwing/result";
import { MINUTE_MS } from "../../domain/durations.ts";
import { isoOf } from "../../domain/time-text.ts";
import { snooze } from "../../storage/on-call/handled-causes.ts";
import { type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { lockedOutage, objectOf, reread } from "./acknowledge.ts";

/** Reminders and escalation steps of the outage's cause wait for so many minutes; 0 ends the wait. */
export const snoozeOutage = requiring(
	"outages:write",
	async (tx, actor, { id, minutes }: { readonly id: string; readonly minutes: number }, { now }: Now) => {
		const outage = await lockedOutage(tx, actor.team.id, id);
		if (isFailure(outage)) return outage;

		const until = now + minutes * MINUTE_MS;
		await snooze(tx, outage.data.causeId, actor.who, until, now);

		const after = { snoozedUntil: isoOf(until), cause: outage.data.causePublicId };
		await recordEvent(tx, actor, { action: "snooze", ...objectOf(outage.data), before: null, after }, now);
		return success(await reread(tx, actor, id));
	},
);
