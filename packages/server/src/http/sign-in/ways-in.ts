/** The available ways to sign in, and the relying party of passkeys (docs/rules/access.md#passkeys-of-accounts). */

import { z } from "@hono/zod-openapi";
import { RelyingParty } from "@lapwing/passkey/server";
import ipaddr from "ipaddr.js";
import type { Client } from "../access/client.ts";
import { ok } from "../kernel/answers.ts";
import { visitorEndpoint } from "../kernel/endpoint.ts";
import { single } from "../kernel/schemas.ts";
import type { Services } from "../services.ts";

export const signInWays = z
	.object({
		passkeys: z.boolean().openapi({ description: "Whether the service is reached by https or as localhost." }),
		email: z.boolean().openapi({ description: "Whether links can be mailed." }),
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
		oidc: oidc && { name: oidc.name },
	};
}

/** Null if passkeys cannot be used at this origin. */
export function relyingPartyOf(services: Services, client: Client): RelyingParty | null {
	const found = relyingPartyId(services, client);
	// The passkey is the only factor, so user verification is required.
	return found && new RelyingParty({ ...found, name: "Lapwing", userVerification: "required" });
}

/** Without PUBLIC_URL only localhost is used, because the client chooses the Host header. */
export function relyingPartyId({ publicUrl }: Services, { origin }: Client): { id: string; origin: string } | null {
	const url = new URL(publicUrl ?? origin);
	const { hostname, protocol } = url;
	if (ipaddr.isValid(hostname.replace(/^\[|\]$/g, ""))) return null;
	const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
	return isLocal || (publicUrl !== null && protocol === "https:") ? { id: hostname, origin: url.origin } : null;
}

export const getSignIn = visitorEndpoint({
	operationId: "getSignIn",
	summary: "How people can sign in",
	tag: "Sign-in",
	success: {
		status: 200,
		description: "The ways in.",
		content: { "application/json": { schema: single(signInWays) } },
	},
	async handle(call) {
		return ok(call, waysIn(call.services, call.client));
	},
});
