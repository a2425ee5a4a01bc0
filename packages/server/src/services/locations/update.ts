import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import type { Changes } from "../../domain/given.ts";
import { isOwnedBy, type LocationSeen, type LocationSettings } from "../../domain/locations/location.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { findLocation, lockLocation, updateLocation as write } from "../../storage/locations/locations.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { eventFields } from "./delete.ts";

/** Its name stays: monitors know it by that. Its probers heed the change with their next heartbeat. */
export async function updateLocation(
	tx: Tx,
	actor: TeamActor,
	{ id, changes }: { readonly id: string; readonly changes: Changes<LocationSettings> },
	{ now }: Pick<Deps, "now">,
): Promise<Result<LocationSeen, Problem<"missing_scope" | "not_found">>> {
	const may = requireScope(actor, "probers:write");
	if (isFailure(may)) return may;
	const location = await lockLocation(tx, id);
	if (location === null || !isOwnedBy(location, actor)) return notFound();

	await write(tx, location.id, changes, now);
	const changed = (await findLocation(tx, id)) ?? location;

	const event = { action: "update", object: "location", id, name: location.name };
	const [before, after] = [eventFields(location), eventFields(changed)];
	await recordEvent(tx, actor, { ...event, before, after, asked: changes }, now);
	return success(changed);
}
