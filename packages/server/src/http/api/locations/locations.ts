/** /locations: where probers are. A location is made with its first prober (../probers/probers.ts). */

import { z } from "@hono/zod-openapi";
import { LOCATION_STATES, type LocationSeen, locationFields } from "../../../domain/locations/location.ts";
import { locationName } from "../../../domain/locations/prober.ts";
import { LOCATION_HINTS } from "../../../domain/monitors/monitor.ts";
import { nameText } from "../../../domain/text.ts";
import { deleteLocation as remove } from "../../../services/locations/delete.ts";
import { updateLocation as update } from "../../../services/locations/update.ts";
import { findLocation, listLocations as list } from "../../../storage/locations/locations.ts";
import { ok } from "../../kernel/answers.ts";
import { changeEndpoint } from "../../kernel/change-endpoint.ts";
import { endpoint, type Resource } from "../../kernel/endpoint.ts";
import { isoDateTime, publicId } from "../../kernel/schemas.ts";
import { answers } from "../../kernel/success.ts";

const locationId = publicId("loc", "loc_01jgezt6z8e7kb3mq4f2ys0nd5");

/** Those of the team; what belongs to the installation is changed by its operator. */
const theLocation: Resource<LocationSeen> = {
	params: z.object({ id: locationId }),
	async find(services, teamId, { id = "" }) {
		const location = await findLocation(services.database, id, teamId);
		return location?.teamId === teamId ? location : null;
	},
};

const settings = {
	label: nameText(100).openapi({ description: "As people call it.", example: "Frankfurt, rack 4" }),
	hint: z.enum(LOCATION_HINTS).nullable().openapi({
		description: "Monitors with this `locationHint` that name no location are checked from here. Null: none are.",
		example: "weur",
	}),
	allowsPrivateTargets: z.boolean().openapi({
		description: "Whether checks from here may connect to private addresses. Made where there is one team: true.",
		example: false,
	}),
};

const patchBody = z.strictObject(settings).partial().openapi("LocationPatch");

const location = z
	.object({
		id: locationId,
		name: locationName.meta({ example: "frankfurt" }),
		...settings,
		owner: z.enum(["installation", "team"]).openapi({ description: "Who can name it: every team, or this one." }),
		state: z.enum(LOCATION_STATES).openapi({
			description:
				"That of the best of its probers. Monitors that name a location which is not `connected` are missed there, " +
				"unless they have `fallback`.",
		}),
		probers: z.int().openapi({ example: 1 }),
		monitors: z.int().openapi({ description: "How many of the team's monitors name it.", example: 12 }),
		createdAt: isoDateTime,
		updatedAt: isoDateTime,
	})
	.openapi("Location");

const tag = "Locations";

export const listLocations = endpoint({
	operationId: "listLocations",
	summary: "List locations",
	description: "Those of the team, and those of the installation. Of two with one name, monitors take the team's.",
	tag,
	success: answers("All of them, by name.", z.object({ locations: z.array(location) })),
	async handle(call) {
		const { services, principal, now } = call;
		const found = await list(services.database, principal.team.id);
		return ok(call, { locations: found.map((each) => locationFields(each, now)) });
	},
});

export const updateLocation = changeEndpoint({
	operationId: "updateLocation",
	summary: "Update a location",
	description:
		"Fields left out keep their values. One that belongs to the installation is changed on the command line: " +
		"`lapwing locations update`.",
	tag,
	resource: theLocation,
	body: patchBody,
	bodyExample: { label: "Frankfurt", hint: "weur" },
	success: answers("The location as it is now.", location),
	service: update,
	input: ({ found, body }) => ({ id: found.publicId, changes: body }),
	answer: (call, changed) => ok(call, locationFields(changed, call.now)),
});

export const deleteLocation = changeEndpoint({
	operationId: "deleteLocation",
	summary: "Delete a location that no monitor names",
	description: "Its probers are removed with it, and shut out within seconds. What was seen from there stays.",
	tag,
	resource: theLocation,
	refusesWith: ["IN_USE"],
	success: { status: 204, description: "Deleted." },
	service: remove,
	input: ({ found }) => ({ id: found.publicId }),
});
