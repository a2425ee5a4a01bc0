/** /probers: what makes checks from other locations. */

import { z } from "@hono/zod-openapi";
import { locationName, type ProberSeen, proberFields } from "../../../domain/locations/prober.ts";
import { nameText } from "../../../domain/text.ts";
import { createProber as create, NO_NATS } from "../../../services/probers/create.ts";
import { removeProber as remove } from "../../../services/probers/remove.ts";
import { findProber, listProbers as list } from "../../../storage/locations/probers.ts";
import { created, ok } from "../../kernel/answers.ts";
import { changeEndpoint } from "../../kernel/change-endpoint.ts";
import { endpoint, type Resource } from "../../kernel/endpoint.ts";
import { isoDateTime, publicId } from "../../kernel/schemas.ts";
import { answers, creates } from "../../kernel/success.ts";

const proberId = publicId("pro", "pro_01jgezt6z8e7kb3mq4f2ys0nd5");

/** Those of the team; what belongs to the installation is removed by its operator. */
const theProber: Resource<ProberSeen> = {
	params: z.object({ id: proberId }),
	async find(services, teamId, { id = "" }) {
		const prober = await findProber(services.database, id);
		return prober?.teamId === teamId ? prober : null;
	},
};

const settings = {
	name: nameText(100).openapi({ example: "frankfurt-1" }),
	location: locationName.meta({ example: "frankfurt" }),
};
const createBody = z.strictObject(settings).openapi("ProberCreate");

const prober = z
	.object({
		id: proberId,
		...settings,
		owner: z.enum(["installation", "team"]).openapi({ description: "Whose monitors it checks: all, or the team's." }),
		state: z.enum(["connected", "away", "set_aside"]).openapi({
			description: "away: it was not heard of for 15 s. set_aside: it takes no checks for now; `reason` says why.",
		}),
		reason: z.string().nullable(),
		version: z.string().nullable().openapi({ example: "0.1.0" }),
		lastSeenAt: isoDateTime.nullable(),
		running: z.int().nullable().openapi({ description: "Checks that ran when it was last seen.", example: 3 }),
		capacity: z.int().nullable().openapi({ description: "Checks that may run at once.", example: 2000 }),
		clockOffsetMs: z.int().nullable().openapi({
			description: "Its clock minus the service's. Beyond 30 s it is set aside.",
			example: 12,
		}),
		refutedShare: z.number().nullable().openapi({
			description: "Of its failures that another location was asked about, the share that was refuted.",
			example: 0,
		}),
		createdAt: isoDateTime.nullable(),
	})
	.openapi("Prober");

const newProber = z
	.object({
		id: proberId,
		...settings,
		token: z.string().openapi({ description: "LAPWING_PROBER_TOKEN, shown only this once." }),
		command: z.string().openapi({ description: "The line that runs the prober, with its token." }),
	})
	.openapi("NewProber");

const tag = "Probers";

export const listProbers = endpoint({
	operationId: "listProbers",
	summary: "List probers and how they are",
	description: "Those of the team, and those of the installation.",
	tag,
	success: answers("All of them.", z.object({ probers: z.array(prober) })),
	async handle(call) {
		const { services, principal, now } = call;
		const found = await list(services.database, principal.team.id);
		return ok(call, { probers: found.map((each) => proberFields(each, now)) });
	},
});

export const createProber = changeEndpoint({
	operationId: "createProber",
	summary: "Make a prober",
	description: "It checks monitors of the team. Its location is made with its first prober.",
	tag,
	body: createBody,
	bodyExample: { name: "frankfurt-1", location: "frankfurt" },
	success: creates("The new prober, with its token.", newProber, "Path of the new prober."),
	service: (tx, actor, input: { name: string; location: string }, { now, issueToken = NO_NATS }) =>
		create(tx, actor, { ...input, ofInstallation: false }, { now, issueToken }),
	input: ({ body }) => body,
	answer(call, { prober: { publicId: id, name, location }, token }) {
		const command = `LAPWING_PROBER_TOKEN=${token} lapwing prober`;
		return created(call, { id, name, location, token, command }, `/api/v1/probers/${id}`);
	},
});

export const deleteProber = changeEndpoint({
	operationId: "deleteProber",
	summary: "Remove a prober",
	description: "It is shut out within seconds.",
	tag,
	resource: theProber,
	success: { status: 204, description: "Removed." },
	service: remove,
	input: ({ found }) => ({ id: found.publicId }),
});
