/** /team: the team that a request is about. */

import { z } from "@hono/zod-openapi";
import type { Team } from "../../domain/access/team.ts";
import { MAX_NAME_LENGTH, nameText } from "../../domain/text.ts";
import { renameTeam, teamBySlug } from "../../storage/access/teams.ts";
import { ok } from "../kernel/answers.ts";
import { type Call, endpoint } from "../kernel/endpoint.ts";
import { notFound } from "../kernel/refusal.ts";
import { isoDateTime, isoOf, single } from "../kernel/schemas.ts";

const name = nameText(MAX_NAME_LENGTH).openapi({ example: "Acme" });
const team = z.object({ slug: z.string().openapi({ example: "acme" }), name, createdAt: isoDateTime }).openapi("Team");
const updateBody = z.strictObject({ name }).openapi("TeamUpdate");

function form({ slug, name, createdAt }: Team): z.infer<typeof team> {
	return { slug, name, createdAt: isoOf(createdAt) };
}

async function shown({ services, principal }: Call): Promise<object> {
	const team = await teamBySlug(services.database, principal.team.slug);
	return team ? form(team) : {};
}

const tag = "Team";
const answersTeam = { "application/json": { schema: single(team) } };

export const getTeam = endpoint({
	operationId: "getTeam",
	summary: "Get the team",
	tag,
	success: { status: 200, description: "The team.", content: answersTeam },
	async handle(call) {
		const team = await teamBySlug(call.services.database, call.principal.team.slug);
		return team ? ok(call, form(team)) : notFound();
	},
});

export const updateTeam = endpoint({
	operationId: "updateTeam",
	summary: "Rename the team",
	description: "Its slug stays.",
	tag,
	body: updateBody,
	bodyExample: { name: "Acme Europe" },
	audit: { action: "update", object: "team", shown },
	success: { status: 200, description: "The team as it is now.", content: answersTeam },
	async handle(call) {
		const changed = await renameTeam(call.services.database, call.principal.team.id, call.body.name);
		return changed ? ok(call, form(changed)) : notFound();
	},
});
