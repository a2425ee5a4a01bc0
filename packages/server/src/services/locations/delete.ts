import { isFailure, success } from "@lapwing/result";
import { isOwnedBy, type LocationSeen } from "../../domain/locations/location.ts";
import { notFound, problem } from "../../domain/problem.ts";
import { lockLocation, deleteLocation as remove } from "../../storage/locations/locations.ts";
import { type ById, type Now, requiring } from "../change.ts";
import { removeProber } from "../probers/remove.ts";
import { recordEvent } from "../record-event.ts";

/** Deletes a location that no monitor names, with its probers, which are shut out in seconds. */
export const deleteLocation = requiring("probers:write", async (tx, actor, { id }: ById, { now }: Now) => {
	const location = await lockLocation(tx, id);
	if (location === null || !isOwnedBy(location, actor)) return notFound();
	const { monitors } = location;
	if (monitors > 0) {
		const [named, them] = monitors === 1 ? ["1 monitor names", "it"] : [`${monitors} monitors name`, "them"];
		return problem("in_use", "", `${named} this location. Let ${them} name another one first.`);
	}

	for (const { publicId } of location.probers) {
		const removed = await removeProber(tx, actor, { id: publicId }, { now });
		if (isFailure(removed)) return removed;
	}
	await remove(tx, location.id, now);

	const event = { action: "delete", object: "location", id, name: location.name };
	await recordEvent(tx, actor, { ...event, before: eventFields(location), after: null }, now);
	return success(location);
});

/** What audit events have of a location. */
export function eventFields({ name, label, hint, allowsPrivateTargets }: LocationSeen) {
	return { name, label, hint, allowsPrivateTargets };
}
