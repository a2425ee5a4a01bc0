import { success } from "@lapwing/result";
import { isOwnedBy } from "../../domain/locations/location.ts";
import { proberFields } from "../../domain/locations/prober.ts";
import { notFound } from "../../domain/problem.ts";
import { findProber, revokeProber } from "../../storage/locations/probers.ts";
import { type ById, type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";

/**
 * Removes a prober of the actor's team; of the installation, where the command line asks. It is shut out in seconds.
 */
export const removeProber = requiring("probers:write", async (tx, actor, { id }: ById, { now }: Now) => {
	const prober = await findProber(tx, id);
	if (prober === null || !isOwnedBy(prober, actor) || !(await revokeProber(tx, id, now))) return notFound();

	const event = { action: "delete", object: "prober", id, name: prober.name };
	await recordEvent(tx, actor, { ...event, before: proberFields(prober, now), after: null }, now);
	return success(prober);
});
