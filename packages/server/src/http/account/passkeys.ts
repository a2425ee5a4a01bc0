/** /account/passkeys: the signed-in person's passkeys. */

import { z } from "@hono/zod-openapi";
import type { RegistrationResponseJSON } from "@lapwing/passkey/server";
import { isFailure } from "@lapwing/result";
import { type AccountPasskey, personName } from "../../domain/access/user.ts";
import { isoOf, isoOrNull } from "../../domain/time-text.ts";
import { inTransaction } from "../../services/change.ts";
import { addPasskey as add } from "../../services/passkeys/add.ts";
import { removePasskey as remove } from "../../services/passkeys/remove.ts";
import { renamePasskey as rename } from "../../services/passkeys/rename.ts";
import { putCeremony, takeCeremony } from "../../storage/access/ceremonies.ts";
import { findPasskey, pageOfPasskeys, passkeysOf } from "../../storage/access/passkeys.ts";
import type { AgeKey } from "../../storage/database/newest-first.ts";
import { created, ok } from "../kernel/answers.ts";
import { accountChangeEndpoint, personOf } from "../kernel/change-endpoint.ts";
import { accountEndpoint, byId } from "../kernel/endpoint.ts";
import { accountListEndpoint, byAge } from "../kernel/list-endpoint.ts";
import { invalid, refusalOf } from "../kernel/refusal.ts";
import { isoDateTime, publicId } from "../kernel/schemas.ts";
import { answers, creates } from "../kernel/success.ts";
import { ceremonyOptions, ceremonyResponse, noPasskeysHere } from "../sign-in/passkey.ts";
import { CEREMONY_MS } from "../sign-in/visitor.ts";
import { changesNoWayIn, relyingPartyOf, waysHere } from "../sign-in/ways-in.ts";

const passkeyId = publicId("pk", "pk_01jgezt6z8e7kb3mq4f2ys0nd5");
const name = personName.meta({ example: "Laptop" });

const thePasskey = byId(passkeyId, findPasskey);

const passkey = z
	.object({
		id: passkeyId,
		name,
		createdAt: isoDateTime,
		lastUsedAt: isoDateTime.nullable(),
		synced: z
			.boolean()
			.openapi({ description: "Whether it is synced or backed up, for example to the owner's other devices." }),
		aaguid: z.uuid().openapi({
			description:
				"The model of authenticator or password manager that made it, as it said itself; zeros where it named none.",
			example: "bada5566-a7aa-401f-bd96-45619a55120d",
		}),
	})
	.openapi("Passkey");

function form(row: AccountPasskey): z.infer<typeof passkey> {
	return {
		id: row.publicId,
		name: row.name,
		createdAt: isoOf(row.createdAt),
		lastUsedAt: isoOrNull(row.lastUsedAt),
		synced: row.isBackedUp,
		aaguid: row.aaguid,
	};
}

const tag = "Account";
const NOT_BY_PASSWORD = "Not in a session that began with a password.";
const ceremoniesOf = (sessionId: number) => `passkey registration ${sessionId}`;
const ceremony = (sessionId: number, challenge: string) => `${ceremoniesOf(sessionId)} ${challenge}`;

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
	description: NOT_BY_PASSWORD,
	tag,
	body: z.strictObject({}),
	refusesWith: ["BAD_REQUEST", "SIGN_IN_AGAIN"],
	success: { status: 200, description: "Options for `navigator.credentials.create`.", content: ceremonyOptions },
	async handle(call) {
		const { services, principal, now } = call;
		const refused = changesNoWayIn(principal.session);
		if (refused) return refused;
		const relyingParty = relyingPartyOf(services, call.client);
		if (relyingParty === null) return noPasskeysHere();
		const { actor, email, session } = principal;
		const held = await passkeysOf(services.database, actor.id);
		const { challenge, options } = relyingParty.register({
			user: { id: actor.publicId, name: email, displayName: actor.name },
			exclude: held.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
		});
		const begun = {
			key: ceremony(session.id, challenge),
			visitor: ceremoniesOf(session.id),
			payload: true,
			expiresAt: now + CEREMONY_MS,
		};
		await putCeremony(services.database, begun, now);
		return ok(call, { options });
	},
});

export const addPasskey = accountEndpoint({
	operationId: "addPasskey",
	summary: "Add a passkey",
	description: NOT_BY_PASSWORD,
	tag,
	body: z.strictObject({ response: ceremonyResponse, name }),
	refusesWith: ["BAD_REQUEST", "SIGN_IN_AGAIN"],
	success: creates("The new passkey.", passkey, "Path of the new passkey."),
	async handle(call) {
		const { services, principal, now, body, client } = call;
		const { database } = services;
		const refused = changesNoWayIn(principal.session);
		if (refused) return refused;
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
		const { id, publicKey, counter, transports, rpId, aaguid, backedUp } = verified.data;
		const registered = {
			sessionId: principal.session.id,
			name: body.name,
			credentialId: id,
			publicKey,
			counter,
			transports,
			rpId,
			aaguid,
			isBackedUp: backedUp,
		};
		// The transaction begins after the challenge is taken, because a rollback would restore the used challenge.
		const made = await inTransaction(database, (tx) => add(tx, personOf(call), registered, { now }));
		if (isFailure(made)) return refusalOf(made.error);
		return created(call, form(made.data), `/api/v1/account/passkeys/${made.data.publicId}`);
	},
});

export const renamePasskey = accountChangeEndpoint({
	operationId: "renamePasskey",
	summary: "Rename a passkey",
	description: NOT_BY_PASSWORD,
	tag,
	refusesWith: ["SIGN_IN_AGAIN"],
	refuse: async ({ principal }) => changesNoWayIn(principal.session),
	resource: thePasskey,
	body: z.strictObject({ name }).openapi("PasskeyUpdate"),
	bodyExample: { name: "Laptop" },
	success: answers("The passkey as it is now.", passkey),
	service: rename,
	input: ({ found, body }) => ({ id: found.publicId, name: body.name }),
	answer: (call, renamed) => ok(call, form(renamed)),
});

export const removePasskey = accountChangeEndpoint({
	operationId: "removePasskey",
	summary: "Remove a passkey",
	description: `The last way to sign in cannot be removed. ${NOT_BY_PASSWORD}`,
	tag,
	resource: thePasskey,
	refusesWith: ["LAST_WAY_IN", "SIGN_IN_AGAIN"],
	refuse: async ({ principal }) => changesNoWayIn(principal.session),
	success: { status: 204, description: "Removed." },
	service: remove,
	input: ({ services, client, found }) => ({ id: found.publicId, ...waysHere(services, client) }),
});
