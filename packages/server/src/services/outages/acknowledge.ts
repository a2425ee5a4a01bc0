import { isFailure, type Result, success } from "@lapwing/result";
import type { TeamActor } from "../../domain/access/actor.ts";
import { invalid, notFound, type Problem } from "../../domain/problem.ts";
import { isoOf } from "../../domain/time-text.ts";
import { enqueueAcknowledgements } from "../../storage/alerts/acknowledgements.ts";
import { lockCauses } from "../../storage/causes/cause-locks.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { acknowledge, findOutage, type HandledOutage } from "../../storage/on-call/handled-causes.ts";
import { type ById, type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";

/** As audit events name it: by its monitor. */
export function objectOf({ publicId, monitor }: HandledOutage) {
	return { object: "outage", id: publicId, name: monitor.name };
}

/**
 * Somebody has it: no reminder or escalation step of the outage's cause is sent; its recovery is notified as ever. Who
 * acknowledges later takes it over.
 */
export const acknowledgeOutage = requiring("outages:write", async (tx, actor, { id }: ById, { now }: Now) => {
	const outage = await lockedOutage(tx, actor.team.id, id);
	if (isFailure(outage)) return outage;

	await acknowledge(tx, outage.data.causeId, actor.who, now);
	await enqueueAcknowledgements(tx, outage.data.causeId, now);

	const after = { acknowledgedAt: isoOf(now), cause: outage.data.causePublicId };
	const event = { action: "acknowledge", ...objectOf(outage.data), before: null, after };
	await recordEvent(tx, actor, event, now);
	return success(await reread(tx, actor, id));
});

/** The outage, with its cause locked; refused when it is over. Of two people at once, the second sees the first. */
export async function lockedOutage(
	tx: Tx,
	teamId: number,
	id: string,
): Promise<Result<HandledOutage, Problem<"not_found" | "invalid">>> {
	await lockCauses(tx, new Set([teamId]));
	const outage = await findOutage(tx, teamId, id);
	if (outage === null) return notFound();
	return outage.endedAt === null ? success(outage) : invalid("", "The outage is over.");
}

export async function reread(tx: Tx, actor: TeamActor, id: string): Promise<HandledOutage> {
	const outage = await findOutage(tx, actor.team.id, id);
	if (outage === null) throw new Error("An outage is gone within its own transaction");
	return outage;
}
