/** The available ways to sign in, and the relying party of passkeys (docs/rules/access.md#passkeys-of-accounts). */

import { z } from "@hono/zod-openapi";
import { RelyingParty } from "@lapwing/passkey/server";
import ipaddr from "ipaddr.js";
import type { Person } from "../../domain/access/principal.ts";
import type { WaysHere } from "../../services/accounts/ways-in.ts";
import { type Client, isOnInternet } from "../access/client.ts";
import { ok } from "../kernel/answers.ts";
import { visitorEndpoint } from "../kernel/endpoint.ts";
import { Refusal } from "../kernel/refusal.ts";
import { answers } from "../kernel/success.ts";
import type { Services } from "../services.ts";

export const signInWays = z
	.object({
		passkeys: z.boolean().openapi({ description: "Whether passkeys work at the address of this request." }),
		email: z.boolean().openapi({ description: "Whether links can be mailed." }),
		password: z.boolean().openapi({ description: "Whether passwords are taken at the address of this request." }),
		oidc: z
			.object({ name: z.string().openapi({ example: "accounts.example.com" }) })
			.nullable()
			.openapi({ description: "The OpenID provider; null when there is none." }),
	})
	.openapi("SignIn");

export function waysIn(services: Services, client: Client): z.infer<typeof signInWays> {
	const { oidc, sendMail, linkOrigin } = services;
	return {
		passkeys: relyingPartyId(services, client) !== null,
		email: sendMail !== undefined && linkOrigin !== null,
		password: passwordsRefused(services, client) === null,
		oidc: oidc && { name: oidc.name },
	};
}

/** Why no password is taken in this request; null when one is. */
export function passwordsRefused({ passwords }: Services, client: Client): Refusal | null {
	if (passwords === null) return new Refusal("PASSWORDS_OFF", "Nobody signs in with a password here. Use another way.");
	if (client.isHttps || !isOnInternet(client)) return null;
	const message = "A password would cross the internet unencrypted. Open this service over https.";
	return new Refusal("INSECURE_CONNECTION", message);
}

/**
 * Why this session changes no other way to sign in; null when it may. Whoever has only the password could otherwise add
 * one, get into teams that refuse passwords and stay in the account once it is changed; or remove its owner's.
 */
export function changesNoWayIn({ way }: Person["session"]): Refusal | null {
	if (way !== "password") return null;
	const message =
		"You signed in with a password. Sign in by a one-time link or with a passkey to change how you sign in.";
	return new Refusal("SIGN_IN_AGAIN", message);
}

/** What a person can sign in with at the address of a request, apart from what is theirs. */
export function waysHere(services: Services, client: Client): WaysHere {
	const { email, password } = waysIn(services, client);
	const rpId = relyingPartyId(services, client)?.id ?? null;
	return { rpId, canMailLinks: email, issuer: services.oidc?.issuer ?? null, takesPasswords: password };
}

/** Null if passkeys cannot be used at this origin. */
export function relyingPartyOf(services: Services, client: Client): RelyingParty | null {
	const found = relyingPartyId(services, client);
	// The passkey is the only factor, so user verification is required.
	return found && new RelyingParty({ ...found, name: "Lapwing", userVerification: "required" });
}

/**
 * Without PUBLIC_URL only `http://localhost` with the port on which the service listens. The client chooses the Host
 * header, so an origin taken from it would let a page of another port of localhost pass on a person's passkey.
 */
function relyingPartyId({ publicUrl }: Services, client: Client): { id: string; origin: string } | null {
	if (publicUrl === null) {
		if (client.port === null) return null;
		const { origin } = new URL(`http://localhost:${client.port}`);
		return origin === client.origin ? { id: "localhost", origin } : null;
	}
	const { hostname, protocol, origin } = new URL(publicUrl);
	// A relying party id is a domain, which ends with no dot.
	if (ipaddr.isValid(hostname.replace(/^\[|\]$/g, "")) || hostname.endsWith(".")) return null;
	const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
	return isLocal || protocol === "https:" ? { id: hostname, origin } : null;
}

export const getSignIn = visitorEndpoint({
	operationId: "getSignIn",
	summary: "How people can sign in",
	tag: "Sign-in",
	success: answers("The ways in.", signInWays),
	async handle(call) {
		return ok(call, waysIn(call.services, call.client));
	},
});
