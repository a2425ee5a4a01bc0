import { success } from "@lapwing/result";
import { isOwnedBy, type LocationSettings } from "../../domain/locations/location.ts";
import { notFound } from "../../domain/problem.ts";
import { findLocation, lockLocation, updateLocation as write } from "../../storage/locations/locations.ts";
import { type Edit, type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { eventFields } from "./delete.ts";

/** Its name stays: monitors know it by that. Its probers heed the change with their next heartbeat. */
export const updateLocation = requiring(
	"probers:write",
	async (tx, actor, { id, changes }: Edit<LocationSettings>, { now }: Now) => {
		const location = await lockLocation(tx, id);
		if (location === null || !isOwnedBy(location, actor)) return notFound();

		await write(tx, location.id, changes, now);
		const changed = (await findLocation(tx, id)) ?? location;

		const event = { action: "update", object: "location", id, name: location.name };
		const [before, after] = [eventFields(location), eventFields(changed)];
		await recordEvent(tx, actor, { ...event, before, after, asked: changes }, now);
		return success(changed);
	},
);
