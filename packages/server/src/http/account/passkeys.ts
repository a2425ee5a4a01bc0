/** /account/passkeys: the signed-in person's passkeys. */

import { z } from "@hono/zod-openapi";
import type { RegistrationResponseJSON } from "@lapwing/passkey/server";
import { type AccountPasskey, personName } from "../../domain/access/user.ts";
import { putCeremony, takeCeremony } from "../../storage/access/ceremonies.ts";
import { hasIdentity } from "../../storage/access/oidc-identities.ts";
import {
	addPasskey as add,
	findPasskey,
	MAX_PASSKEYS_PER_USER,
	pageOfPasskeys,
	passkeysOf,
	removePasskey as remove,
	renamePasskey as rename,
} from "../../storage/access/passkeys.ts";
import type { AgeKey } from "../../storage/database/newest-first.ts";
import { created, noContent, ok } from "../kernel/answers.ts";
import { inTransaction, recordChange } from "../kernel/audited.ts";
import { accountEndpoint, type Resource } from "../kernel/endpoint.ts";
import { accountListEndpoint, byAge } from "../kernel/list-endpoint.ts";
import { invalid, notFound, Refusal } from "../kernel/refusal.ts";
import { isoDateTime, isoOf, isoOrNull, publicId, single } from "../kernel/schemas.ts";
import { ceremonyOptions, ceremonyResponse, noPasskeysHere } from "../sign-in/passkey.ts";
import { CEREMONY_MS } from "../sign-in/visitor.ts";
import { relyingPartyId, relyingPartyOf, waysIn } from "../sign-in/ways-in.ts";

const passkeyId = publicId("pk", "pk_01jgezt6z8e7kb3mq4f2ys0nd5");
const name = personName.meta({ example: "Laptop" });

const thePasskey: Resource<AccountPasskey> = {
	params: z.object({ id: passkeyId }),
	find: (services, userId, { id = "" }) => findPasskey(services.database, userId, id),
};

const passkey = z
	.object({
		id: passkeyId,
		name,
		createdAt: isoDateTime,
		lastUsedAt: isoDateTime.nullable(),
		synced: z
			.boolean()
			.openapi({ description: "Whether it is synced or backed up, for example to the owner's other devices." }),
	})
	.openapi("Passkey");

function form(row: AccountPasskey): z.infer<typeof passkey> {
	return {
		id: row.publicId,
		name: row.name,
		createdAt: isoOf(row.createdAt),
		lastUsedAt: isoOrNull(row.lastUsedAt),
		synced: row.isBackedUp,
	};
}

const tag = "Account";
const answersPasskey = { "application/json": { schema: single(passkey) } };
const ceremony = (sessionId: number, challenge: string) => `passkey registration ${sessionId} ${challenge}`;

export const listPasskeys = accountListEndpoint<AccountPasskey, AgeKey, typeof passkey>({
	operationId: "listPasskeys",
	summary: "List your passkeys, newest first",
	tag,
	collection: "passkeys",
	item: passkey,
	list: ({ services: { database }, principal: { actor } }) =>
		byAge(["passkeys"], (seek) => pageOfPasskeys(database, actor.id, seek)),
	form,
});

export const passkeyOptions = accountEndpoint({
	operationId: "getPasskeyOptions",
	summary: "Begin to add a passkey",
	tag,
	body: z.strictObject({}),
	refusesWith: ["BAD_REQUEST"],
	success: { status: 200, description: "Options for `navigator.credentials.create`.", content: ceremonyOptions },
	async handle(call) {
		const { services, principal, now } = call;
		const relyingParty = relyingPartyOf(services, call.client);
		if (relyingParty === null) return noPasskeysHere();
		const { actor, email, session } = principal;
		const held = await passkeysOf(services.database, actor.id);
		const { challenge, options } = relyingParty.register({
			user: { id: actor.publicId, name: email, displayName: actor.name },
			exclude: held.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
		});
		const begun = { key: ceremony(session.id, challenge), payload: true, expiresAt: now + CEREMONY_MS };
		await putCeremony(services.database, begun, now);
		return ok(call, { options });
	},
});

export const addPasskey = accountEndpoint({
	operationId: "addPasskey",
	summary: "Add a passkey",
	tag,
	body: z.strictObject({ response: ceremonyResponse, name }),
	refusesWith: ["BAD_REQUEST"],
	success: {
		status: 201,
		description: "The new passkey.",
		content: answersPasskey,
		headers: { Location: "Path of the new passkey." },
	},
	async handle(call) {
		const { services, principal, now, body, client } = call;
		const { database } = services;
		const relyingParty = relyingPartyOf(services, client);
		if (relyingParty === null) return noPasskeysHere();
		const verified = await relyingParty.verifyRegistration(body.response as unknown as RegistrationResponseJSON, {
			challenge: async (challenge) =>
				(await takeCeremony(database, ceremony(principal.session.id, challenge), now)) === true,
		});
		if (verified.status === "failure") {
			services.log.warn({ reason: verified.error.name }, "A new passkey was refused");
			return invalid("/response", "This passkey was not accepted. Begin anew.");
		}
		const { id, publicKey, counter, transports, rpId, backedUp } = verified.data;
		const wanted = {
			userId: principal.actor.id,
			name: body.name,
			credentialId: id,
			publicKey,
			counter,
			transports,
			rpId,
			isBackedUp: backedUp,
		};
		// The transaction begins after the challenge is taken, because a rollback would restore the used challenge.
		return inTransaction(database, async (session) => {
			const made = await add(session, wanted, now);
			if (made === "taken") return invalid("/response", "This passkey was not accepted. Begin anew.");
			if (made === "full") return invalid("", `An account has at most ${MAX_PASSKEYS_PER_USER} passkeys.`);
			const answer = created(call, form(made), `/api/v1/account/passkeys/${made.publicId}`);
			const within = { ...call, services: { database: session }, body: {} };
			const change = { action: "create", object: "passkey", before: null, after: null };
			await recordChange(within, change, answer);
			return answer;
		});
	},
});

export const renamePasskey = accountEndpoint({
	operationId: "renamePasskey",
	summary: "Rename a passkey",
	tag,
	resource: thePasskey,
	body: z.strictObject({ name }).openapi("PasskeyUpdate"),
	bodyExample: { name: "Laptop" },
	audit: { action: "update", object: "passkey", shown: ({ found }) => form(found) },
	success: { status: 200, description: "The passkey as it is now.", content: answersPasskey },
	async handle(call) {
		const changed = await rename(call.services.database, call.found.id, call.body.name);
		return changed ? ok(call, form(changed)) : notFound();
	},
});

export const removePasskey = accountEndpoint({
	operationId: "removePasskey",
	summary: "Remove a passkey",
	description: "The last way to sign in cannot be removed.",
	tag,
	resource: thePasskey,
	refusesWith: ["LAST_WAY_IN"],
	audit: { action: "delete", object: "passkey", shown: ({ found }) => form(found) },
	success: { status: 204, description: "Removed." },
	async handle(call) {
		const { services, client, found } = call;
		const { oidc, database } = services;
		const hasOtherWay =
			waysIn(services, client).email || (oidc !== null && (await hasIdentity(database, found.userId, oidc.issuer)));
		const rpId = relyingPartyId(services, client)?.id ?? null;
		const removed = await remove(database, found, { rpId, hasOtherWay });
		if (removed === "gone") return notFound();
		if (removed === "last_way_in") {
			return new Refusal("LAST_WAY_IN", "You could not sign in without this passkey. Add another one first.");
		}
		return noContent(call);
	},
});
