import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { isOwnedBy } from "../../domain/locations/location.ts";
import { type ProberSeen, proberFields } from "../../domain/locations/prober.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { findProber, revokeProber } from "../../storage/locations/probers.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";

/**
 * Removes a prober of the actor's team; of the installation, where the command line asks. It is shut out in seconds.
 */
export async function removeProber(
	tx: Tx,
	actor: TeamActor,
	{ id }: { readonly id: string },
	{ now }: Pick<Deps, "now">,
): Promise<Result<ProberSeen, Problem<"missing_scope" | "not_found">>> {
	const may = requireScope(actor, "probers:write");
	if (isFailure(may)) return may;
	const prober = await findProber(tx, id);
	if (prober === null || !isOwnedBy(prober, actor) || !(await revokeProber(tx, id, now))) return notFound();

	const event = { action: "delete", object: "prober", id, name: prober.name };
	await recordEvent(tx, actor, { ...event, before: proberFields(prober, now), after: null }, now);
	return success(prober);
}
