/** /keys: the API keys of the team. */

import { z } from "@hono/zod-openapi";
import { type ApiKey, keyFields } from "../../domain/access/api-key.ts";
import { SCOPES } from "../../domain/access/scopes.ts";
import { MAX_NAME_LENGTH, nameText } from "../../domain/text.ts";
import { isoOf, isoOrNull } from "../../domain/time-text.ts";
import { createKey as create } from "../../services/keys/create.ts";
import { revokeKey as revoke } from "../../services/keys/revoke.ts";
import { findKey, pageOfKeys } from "../../storage/access/api-keys.ts";
import type { AgeKey } from "../../storage/database/newest-first.ts";
import { created } from "../kernel/answers.ts";
import { changeEndpoint } from "../kernel/change-endpoint.ts";
import { byId } from "../kernel/endpoint.ts";
import { byAge, listEndpoint } from "../kernel/list-endpoint.ts";
import { instant, isoDateTime, publicId } from "../kernel/schemas.ts";
import { creates } from "../kernel/success.ts";
import { userId } from "./members.ts";

const keyId = publicId("key", "key_01jgezt6z8e7kb3mq4f2ys0nd5");

const theKey = byId(keyId, findKey);

const expiry = { description: "Null: until it is revoked.", example: null };
const settings = {
	name: nameText(MAX_NAME_LENGTH).openapi({ example: "Grafana" }),
	scopes: z
		.array(z.enum(SCOPES))
		.min(1)
		.refine((scopes) => new Set(scopes).size === scopes.length, "Must not name a scope twice.")
		.openapi({ uniqueItems: true })
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
		createdBy: z
			.object({
				id: userId,
				name: z.string().openapi({ example: "Ada Lovelace" }),
				isMember: z.boolean().openapi({ description: "Whether they are still a member of the team." }),
			})
			.nullable()
			.openapi({
				description: "Who made it, or who made the key that did. Null: the command line, or a deleted account.",
			}),
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
		...keyFields(row),
		createdBy: row.createdBy && {
			id: row.createdBy.publicId,
			name: row.createdBy.name,
			isMember: row.createdBy.isMember,
		},
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

export const createKey = changeEndpoint({
	operationId: "createKey",
	summary: "Create an API key",
	description: "It can have no scope that you lack yourself.",
	tag,
	body: createBody,
	bodyExample: { name: "Grafana", scopes: ["monitors:read", "reports:read"] },
	success: creates("The new key, with its secret.", newKey, "Path of the new key."),
	service: create,
	input: ({ body }) => body,
	answer: (call, { key, plaintext }) =>
		created(call, { ...form(key), secret: plaintext }, `/api/v1/keys/${key.publicId}`),
});

export const revokeKey = changeEndpoint({
	operationId: "revokeKey",
	summary: "Revoke an API key",
	description: "It is refused from the next request on.",
	tag,
	resource: theKey,
	success: { status: 204, description: "Revoked." },
	service: revoke,
	input: ({ found }) => ({ id: found.publicId }),
});
