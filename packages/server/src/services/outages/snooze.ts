import { isFailure, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { MINUTE_MS } from "../../domain/durations.ts";
import { isoOf } from "../../domain/time-text.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { snooze } from "../../storage/on-call/handled-causes.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { lockedOutage, type OutageResult, objectOf, reread } from "./acknowledge.ts";

/** Reminders and escalation steps of the outage's cause wait for so many minutes; 0 ends the wait. */
export async function snoozeOutage(
	tx: Tx,
	actor: TeamActor,
	{ id, minutes }: { readonly id: string; readonly minutes: number },
	{ now }: Pick<Deps, "now">,
): Promise<OutageResult> {
	const may = requireScope(actor, "outages:write");
	if (isFailure(may)) return may;
	const outage = await lockedOutage(tx, actor.team.id, id);
	if (isFailure(outage)) return outage;

	const until = now + minutes * MINUTE_MS;
	await snooze(tx, outage.data.causeId, actor.who, until, now);

	const after = { snoozedUntil: isoOf(until), cause: outage.data.causePublicId };
	await recordEvent(tx, actor, { action: "snooze", ...objectOf(outage.data), before: null, after }, now);
	return success(await reread(tx, actor, id));
}
