/** GET /config/objects: what files own, and under which keys. The dashboard leaves it to them. */

import { z } from "@hono/zod-openapi";
import { type ConfigKind, KINDS_IN_ORDER } from "../../../domain/config/config.ts";
import { ownedObjects } from "../../../storage/config/config-objects.ts";
import { ok } from "../../kernel/answers.ts";
import { endpoint } from "../../kernel/endpoint.ts";
import { answers } from "../../kernel/success.ts";

const owned = z
	.object({
		id: z.string().openapi({ example: "mon_01k2x3y4z5e6f7g8h9j0kmnpqr" }),
		kind: z.enum(KINDS_IN_ORDER as [ConfigKind, ...ConfigKind[]]),
		project: z.string().openapi({ description: "Whose files they are.", example: "shop" }),
		key: z.string().openapi({ description: "By which the files name it.", example: "api" }),
	})
	.openapi("ManagedObject");

export const listConfigObjects = endpoint({
	operationId: "listConfigObjects",
	summary: "List the objects that files own",
	description:
		"Which project of files made or took over which object. The routes of each kind change such an object as any " +
		"other: the next plan tells that as drift, and the next application undoes it.",
	tag: "Configuration",
	success: answers("All of the team, by project and kind.", z.object({ objects: z.array(owned) })),
	async handle(call) {
		const objects = await ownedObjects(call.services.database, call.principal.team.id);
		return ok(call, {
			objects: objects.map(({ objectId, kind, project, key }) => ({ id: objectId, kind, project, key })),
		});
	},
});
