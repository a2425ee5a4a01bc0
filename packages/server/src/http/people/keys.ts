/** /keys: the API keys of the team. */

import { z } from "@hono/zod-openapi";
import type { ApiKey } from "../../domain/access/api-key.ts";
import { missingScopes } from "../../domain/access/roles.ts";
import { SCOPES } from "../../domain/access/scopes.ts";
import { MAX_NAME_LENGTH, nameText } from "../../domain/text.ts";
import { createKey as create, findKey, pageOfKeys, revokeKey as revoke } from "../../storage/access/api-keys.ts";
import type { AgeKey } from "../../storage/database/newest-first.ts";
import { created, noContent } from "../kernel/answers.ts";
import { endpoint, type Resource } from "../kernel/endpoint.ts";
import { byAge, listEndpoint } from "../kernel/list-endpoint.ts";
import { invalid, notFound } from "../kernel/refusal.ts";
import { instant, isoDateTime, isoOf, isoOrNull, publicId, single } from "../kernel/schemas.ts";

const keyId = publicId("key", "key_01jgezt6z8e7kb3mq4f2ys0nd5");

const theKey: Resource<ApiKey> = {
	params: z.object({ id: keyId }),
	find: (services, teamId, { id = "" }) => findKey(services.database, teamId, id),
};

const expiry = { description: "Null: until it is revoked.", example: null };
const settings = {
	name: nameText(MAX_NAME_LENGTH).openapi({ example: "Grafana" }),
	scopes: z
		.array(z.enum(SCOPES))
		.min(1)
		.refine((scopes) => new Set(scopes).size === scopes.length, "Must not name a scope twice.")
		.openapi({ uniqueItems: true, example: ["monitors:read", "reports:read"] }),
};

const createBody = z
	.strictObject({ ...settings, expiresAt: instant.nullable().default(null).openapi(expiry) })
	.openapi("KeyCreate");

const key = z
	.object({
		id: keyId,
		name: settings.name,
		// Empty for a key of a newer version whose scopes this one does not have.
		scopes: z.array(z.enum(SCOPES)).openapi({ uniqueItems: true, example: ["monitors:read", "reports:read"] }),
		expiresAt: isoDateTime.nullable().openapi(expiry),
		prefix: z.string().openapi({ description: "The first characters of the key.", example: "lw_Zk3vW8rY1" }),
		createdAt: isoDateTime,
		lastUsedAt: isoDateTime.nullable(),
	})
	.openapi("Key");

const newKey = key
	.extend({ secret: z.string().openapi({ description: "The key itself, shown only this once." }) })
	.openapi("NewKey");

function form(row: ApiKey): z.infer<typeof key> {
	return {
		id: row.publicId,
		name: row.name,
		scopes: [...row.scopes],
		prefix: row.prefix,
		expiresAt: isoOrNull(row.expiresAt),
		createdAt: isoOf(row.createdAt),
		lastUsedAt: isoOrNull(row.lastUsedAt),
	};
}

const tag = "Keys";

export const listKeys = listEndpoint<ApiKey, AgeKey, typeof key>({
	operationId: "listKeys",
	summary: "List API keys, newest first",
	description: "Revoked keys are left out.",
	tag,
	collection: "keys",
	item: key,
	list: ({ services: { database }, principal: { team } }) =>
		byAge(["keys"], (seek) => pageOfKeys(database, team.id, seek)),
	form,
});

export const createKey = endpoint({
	operationId: "createKey",
	summary: "Create an API key",
	description: "It can have no scope that you lack yourself.",
	tag,
	body: createBody,
	bodyExample: { name: "Grafana", scopes: ["monitors:read", "reports:read"] },
	audit: { action: "create", object: "key" },
	success: {
		status: 201,
		description: "The new key, with its secret.",
		content: { "application/json": { schema: single(newKey) } },
		headers: { Location: "Path of the new key." },
	},
	async handle(call) {
		const { body, principal, now } = call;
		const missing = missingScopes(principal.scopes, body.scopes);
		if (missing.length > 0) return invalid("/scopes", `You lack ${missing.join(", ")} yourself.`);
		const expiresAt = body.expiresAt === null ? null : Date.parse(body.expiresAt);
		if (expiresAt !== null && expiresAt <= now) return invalid("/expiresAt", "Must be in the future.");
		const wanted = { teamId: principal.team.id, name: body.name, scopes: body.scopes, expiresAt };
		const made = await create(call.services.database, wanted, now);
		return created(call, { ...form(made.key), secret: made.plaintext }, `/api/v1/keys/${made.key.publicId}`);
	},
});

export const revokeKey = endpoint({
	operationId: "revokeKey",
	summary: "Revoke an API key",
	description: "It is refused from the next request on.",
	tag,
	resource: theKey,
	audit: { action: "revoke", object: "key", shown: ({ found }) => form(found) },
	success: { status: 204, description: "Revoked." },
	async handle(call) {
		return (await revoke(call.services.database, call.found.publicId, call.now)) ? noContent(call) : notFound();
	},
});
