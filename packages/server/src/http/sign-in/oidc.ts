/**
 * /sign-in/oidc: OpenID Connect, the authorization code flow with PKCE. The browser is redirected to the provider and
 * back. Every outcome is a redirect to a page of the dashboard, with the reason if it failed
 * (docs/rules/access.md#openid-connect).
 */

import { z } from "@hono/zod-openapi";
import { returnAddress } from "@lapwing/client/return-address";
import { isFailure } from "@lapwing/result";
import type { IdentityRefusal, OidcChecks } from "../../domain/access/oidc.ts";
import { inTransaction } from "../../services/change.ts";
import { type Identified, useIdentity } from "../../services/sign-in/use-identity.ts";
import { putCeremony, takeCeremony } from "../../storage/access/ceremonies.ts";
import { authenticatePerson } from "../access/authentication.ts";
import { visitorAsking } from "../kernel/change-endpoint.ts";
import { type Call, visitorEndpoint } from "../kernel/endpoint.ts";
import { notFound, Refusal } from "../kernel/refusal.ts";
import { sessionCookie } from "./session.ts";
import { CEREMONY_MS, visitorOf, visitorOrNew } from "./visitor.ts";
import { changesNoWayIn } from "./ways-in.ts";

interface Begun {
	readonly checks: OidcChecks;
	readonly returnTo: string;
	/** Whose account the identity is added to, and the session that asked for it; null for a sign-in. */
	readonly connects: Identified["connects"];
}

const tag = "Sign-in";
const ceremony = (visitor: string, state: string) => `oidc ${visitor} ${state}`;
const callbackOf = ({ services, client }: Pick<Call, "services" | "client">) =>
	new URL("/api/v1/sign-in/oidc/callback", services.publicUrl ?? client.origin);

function redirect(call: Pick<Call, "answerHeaders">, location: string, headers: Record<string, string> = {}): Response {
	return new Response(null, { status: 302, headers: { ...call.answerHeaders, location, ...headers } });
}

function failed(call: Pick<Call, "answerHeaders">, why: IdentityRefusal | "oidc_unavailable"): Response {
	return redirect(call, `/sign-in?error=${why}`);
}

export const beginOidc = visitorEndpoint({
	operationId: "beginOidcSignIn",
	summary: "Sign in through the OpenID provider",
	description: "Redirects to the provider. Without a provider 404.",
	tag,
	query: z.object({
		return: z.string().optional().openapi({ description: "The path of the page to open afterwards.", example: "/" }),
		link: z.enum(["true"]).optional().openapi({
			description: "Adds the identity to the signed-in account, as a further way to sign in.",
		}),
	}),
	refusesWith: ["NOT_FOUND", "UNAUTHORIZED", "SIGN_IN_AGAIN", "CROSS_ORIGIN"],
	success: {
		status: 302,
		description: "To the provider.",
		headers: { Location: "The provider.", "Set-Cookie": "Binds the sign-in to this browser." },
	},
	async handle(call) {
		const { services, now, query } = call;
		if (services.oidc === null) return notFound();
		const refused = services.signInLimits.attempt(call.client, null, now);
		if (refused) return refused;
		let connects: Begun["connects"] = null;
		if (query.link === "true") {
			// Checked like a change, so that a page of another site cannot connect an identity to a visitor's account.
			const person = await authenticatePerson(services, { ...call, method: "POST" });
			if (person instanceof Refusal) return person;
			const unfit = changesNoWayIn(person.session);
			if (unfit) return unfit;
			connects = { userId: person.actor.id, sessionId: person.session.id };
		}
		const begun = await services.oidc.begin(callbackOf(call).href);
		if (begun === null) return failed(call, "oidc_unavailable");
		const { visitor, setCookie } = visitorOrNew(call);
		const payload: Begun = { checks: begun.checks, returnTo: returnAddress(query.return), connects };
		const key = ceremony(visitor, begun.checks.state);
		await putCeremony(services.database, { key, payload, expiresAt: now + CEREMONY_MS }, now);
		return redirect(call, begun.url, setCookie);
	},
});

export const finishOidc = visitorEndpoint({
	operationId: "finishOidcSignIn",
	summary: "Where the OpenID provider sends the browser back to",
	tag,
	query: z.looseObject({ state: z.string().max(256).optional() }),
	refusesWith: ["NOT_FOUND"],
	success: {
		status: 302,
		description: "To the requested page, or to the sign-in page with the reason (`?error=`).",
		headers: { Location: "A page of this service." },
	},
	async handle(call) {
		const { services, client, now, query, url } = call;
		if (services.oidc === null) return notFound();
		const refused = services.signInLimits.attempt(client, null, now);
		if (refused) return refused;
		const visitor = visitorOf(call);
		const begun =
			visitor === null || query.state === undefined
				? null
				: ((await takeCeremony(services.database, ceremony(visitor, query.state), now)) as Begun | null);
		if (begun === null) return failed(call, "oidc_failed");
		const callback = callbackOf(call);
		callback.search = url.search;
		const claims = await services.oidc.finish(callback, begun.checks);
		if (claims === null) return failed(call, "oidc_failed");
		const identified = { claims, allowedDomains: services.oidcAllowedDomains, connects: begun.connects };
		const opened = await inTransaction(services.database, (tx) =>
			useIdentity(tx, visitorAsking(call), identified, { now }),
		);
		if (isFailure(opened)) return failed(call, opened.error.code);
		return redirect(call, begun.returnTo, { "set-cookie": sessionCookie(call, opened.data) });
	},
});
