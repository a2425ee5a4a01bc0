/** /team: the team that a request is about. */

import { z } from "@hono/zod-openapi";
import { SCOPES } from "../../domain/access/scopes.ts";
import type { Team } from "../../domain/access/team.ts";
import { MAX_NAME_LENGTH, nameText } from "../../domain/text.ts";
import { isoOf } from "../../domain/time-text.ts";
import { updateTeam as update } from "../../services/teams/update.ts";
import { teamBySlug } from "../../storage/access/teams.ts";
import { ok } from "../kernel/answers.ts";
import { changeEndpoint } from "../kernel/change-endpoint.ts";
import { type Call, endpoint } from "../kernel/endpoint.ts";
import { notFound } from "../kernel/refusal.ts";
import { isoDateTime } from "../kernel/schemas.ts";
import { answers } from "../kernel/success.ts";

const name = nameText(MAX_NAME_LENGTH).openapi({ example: "Acme" });
const allowsPasswords = z.boolean().openapi({
	description:
		"Whether people who signed in with a password may enter this team. Where it is false, they sign in with a passkey, " +
		"by a one-time link or through the OpenID provider.",
});
const team = z
	.object({
		slug: z.string().openapi({ example: "acme" }),
		name,
		allowsPasswords,
		scopes: z
			.array(z.enum(SCOPES))
			.openapi({ description: "What whoever asks may do in it.", example: ["monitors:read"] }),
		createdAt: isoDateTime,
	})
	.openapi("Team");
const updateBody = z
	.strictObject({ name: name.optional(), allowsPasswords: allowsPasswords.optional() })
	.openapi("TeamUpdate");

function form({ principal }: Pick<Call, "principal">, { slug, name, allowsPasswords, createdAt }: Team) {
	const { scopes } = principal;
	return { slug, name, allowsPasswords, scopes: [...scopes], createdAt: isoOf(createdAt) } satisfies z.infer<
		typeof team
	>;
}

const tag = "Team";

export const getTeam = endpoint({
	operationId: "getTeam",
	summary: "Get the team",
	tag,
	success: answers("The team.", team),
	async handle(call) {
		const team = await teamBySlug(call.services.database, call.principal.team.slug);
		return team ? ok(call, form(call, team)) : notFound();
	},
});

export const updateTeam = changeEndpoint({
	operationId: "updateTeam",
	summary: "Rename the team, or turn passwords off in it",
	description: "Its slug stays. Left out members stay as they are.",
	tag,
	body: updateBody,
	bodyExample: { name: "Acme Europe" },
	success: answers("The team as it is now.", team),
	service: update,
	input: ({ body }) => body,
	answer: (call, team) => ok(call, form(call, team)),
});
