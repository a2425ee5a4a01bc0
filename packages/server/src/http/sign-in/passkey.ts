/** /sign-in/passkey: signing in with a passkey, without a user name. The passkey identifies the account. */

import { z } from "@hono/zod-openapi";
import { type AuthenticationResponseJSON, CounterError, type StoredPasskey } from "@lapwing/passkey/server";
import { isFailure } from "@lapwing/result";
import type { AccountPasskey, User } from "../../domain/access/user.ts";
import { inTransaction } from "../../services/change.ts";
import { recordStaleCounter, usePasskey } from "../../services/sign-in/use-passkey.ts";
import { putCeremony, takeCeremony } from "../../storage/access/ceremonies.ts";
import { passkeyOfCredential } from "../../storage/access/passkeys.ts";
import { userById } from "../../storage/access/users.ts";
import { json } from "../kernel/answers.ts";
import { visitorAsking } from "../kernel/change-endpoint.ts";
import { visitorEndpoint } from "../kernel/endpoint.ts";
import { Refusal } from "../kernel/refusal.ts";
import { single } from "../kernel/schemas.ts";
import { decoyPasskey } from "./decoy-passkey.ts";
import { signedIn, signsIn } from "./session.ts";
import { CEREMONY_MS, visitorOf, visitorOrNew } from "./visitor.ts";
import { relyingPartyOf } from "./ways-in.ts";

const tag = "Sign-in";

/** The browser's response; `@lapwing/passkey/server` validates it. */
export const ceremonyResponse = z
	.record(z.string(), z.unknown())
	.openapi({ description: "What the browser's ceremony answered, as JSON (WebAuthn Level 3 §5.1)." });

export const ceremonyOptions = {
	"application/json": {
		schema: single(
			z.object({ options: z.record(z.string(), z.unknown()).openapi({ description: "For the browser's ceremony." }) }),
		),
	},
};

export const noPasskeysHere = () =>
	new Refusal("BAD_REQUEST", "Passkeys need https or localhost. Set PUBLIC_URL to the address that people use.");

/** The same for every reason, so that it does not reveal which passkeys exist. */
const notAccepted = () =>
	new Refusal("UNAUTHORIZED", "This passkey was not accepted.", { headers: { "www-authenticate": "Bearer" } });

/** A browser may have several: its tabs, or an autofill beside a prompt. */
const ceremoniesOf = (visitor: string) => `passkey sign-in ${visitor}`;
const ceremony = (visitor: string, challenge: string) => `${ceremoniesOf(visitor)} ${challenge}`;

export const passkeySignInOptions = visitorEndpoint({
	operationId: "getPasskeySignInOptions",
	summary: "Begin to sign in with a passkey",
	tag,
	body: z.strictObject({}),
	refusesWith: ["BAD_REQUEST"],
	success: {
		status: 200,
		description: "Options for `navigator.credentials.get`.",
		content: ceremonyOptions,
		headers: { "Set-Cookie": "Binds the sign-in to this browser." },
	},
	async handle(call) {
		const relyingParty = relyingPartyOf(call.services, call.client);
		if (relyingParty === null) return noPasskeysHere();
		const refused = call.services.signInLimits.ceremony(call.client, call.now);
		if (refused) return refused;
		const { challenge, options } = relyingParty.authenticate();
		const { visitor, setCookie } = visitorOrNew(call);
		const begun = {
			key: ceremony(visitor, challenge),
			visitor: ceremoniesOf(visitor),
			payload: true,
			expiresAt: call.now + CEREMONY_MS,
		};
		await putCeremony(call.services.database, begun, call.now);
		return json(call, 200, { data: { options } }, setCookie);
	},
});

export const signInWithPasskey = visitorEndpoint({
	operationId: "signInWithPasskey",
	summary: "Sign in with a passkey",
	tag,
	body: z.strictObject({ response: ceremonyResponse }),
	refusesWith: ["BAD_REQUEST", "UNAUTHORIZED"],
	success: signsIn,
	async handle(call) {
		const { services, client, now, body } = call;
		const { database } = services;
		const response = body.response as unknown as AuthenticationResponseJSON;
		const credentialId = credentialIdOf(response);
		const refused = services.signInLimits.attempt(client, credentialId, now);
		if (refused) return refused;
		const relyingParty = relyingPartyOf(services, client);
		if (relyingParty === null) return noPasskeysHere();
		const visitor = visitorOf(call);
		const found = await passkeyOfCredential(database, credentialId);
		// An unknown passkey takes the same time.
		const passkey: StoredPasskey = found ? storedForm(found) : { ...(await decoyPasskey()), id: credentialId };
		const verified = await relyingParty.verifyAuthentication(response, {
			passkey,
			challenge: async (challenge) =>
				visitor !== null && (await takeCeremony(database, ceremony(visitor, challenge), now)) === true,
		});
		if (verified.status === "failure" || found === null) {
			if (verified.status === "failure") services.log.warn({ reason: verified.error.name }, "A passkey was refused");
			if (found !== null && verified.status === "failure" && verified.error instanceof CounterError) {
				await recordStaleCounter(database, visitorAsking(call), found, { now });
			}
			return notAccepted();
		}
		const { counter, backedUp, userHandle } = verified.data;
		const owner = await userById(database, found.userId);
		if (owner === null || namesAnother(userHandle, owner)) {
			services.log.warn({ reason: "its user handle names another user" }, "A passkey was refused");
			return notAccepted();
		}
		const use = { passkey: found, counter, isBackedUp: backedUp };
		const opened = await inTransaction(database, (tx) => usePasskey(tx, visitorAsking(call), use, { now }));
		if (!isFailure(opened)) return signedIn(call, opened.data);
		// Two concurrent sign-ins with one counter look like a cloned authenticator.
		await recordStaleCounter(database, visitorAsking(call), found, { now });
		return notAccepted();
	},
});

/** Empty for what is no base64url: no passkey has such an id, and the database may not be able to look it up. */
function credentialIdOf({ id }: { readonly id?: unknown }): string {
	return typeof id === "string" && /^[\w-]+$/.test(id) ? id : "";
}

/**
 * Whether the response says that the passkey belongs to somebody else (WebAuthn Level 3 §7.2 step 6). Some password
 * managers send no user handle: then the id of the credential alone names the account.
 */
function namesAnother(userHandle: string | null, owner: User): boolean {
	return userHandle !== null && userHandle !== "" && userHandle !== Buffer.from(owner.publicId).toString("base64url");
}

function storedForm({ credentialId, publicKey, counter }: AccountPasskey): StoredPasskey {
	return { id: credentialId, publicKey, counter };
}
