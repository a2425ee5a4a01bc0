/**
 * /sign-in/oidc: OpenID Connect, the authorization code flow with PKCE. The browser is redirected to the provider and
 * back. Every outcome is a redirect to a page of the dashboard, with the reason if it failed
 * (docs/rules/access.md#openid-connect).
 */

import { z } from "@hono/zod-openapi";
import type { OidcChecks, OidcClaims } from "../../domain/access/oidc.ts";
import { emailAddress, personName, type User } from "../../domain/access/user.ts";
import { recordAuditEvent } from "../../storage/access/audit-events.ts";
import { putCeremony, takeCeremony } from "../../storage/access/ceremonies.ts";
import { addMember } from "../../storage/access/members.ts";
import { connectIdentity, userOfIdentity } from "../../storage/access/oidc-identities.ts";
import { firstTeam } from "../../storage/access/teams.ts";
import { createUser, userByEmail, userById } from "../../storage/access/users.ts";
import type { Session } from "../../storage/database/session.ts";
import { authenticatePerson } from "../access/authentication.ts";
import { type Call, visitorEndpoint } from "../kernel/endpoint.ts";
import { notFound, Refusal } from "../kernel/refusal.ts";
import { recordJoin } from "./link.ts";
import { open, sessionCookie } from "./session.ts";
import { CEREMONY_MS, visitorOf, visitorOrNew } from "./visitor.ts";

/** Why a sign-in through the provider failed; the sign-in page shows a message for each. */
const OIDC_FAILURES = [
	"oidc_unavailable",
	"oidc_failed",
	"oidc_email_unverified",
	"oidc_not_allowed",
	"oidc_email_taken",
	"oidc_identity_taken",
] as const;
type OidcFailure = (typeof OIDC_FAILURES)[number];

const MAX_NAME_LENGTH = 100;
const MAX_RETURN_LENGTH = 2_000;

interface Begun {
	readonly checks: OidcChecks;
	readonly returnTo: string;
	/** The user to whose account the identity is added; null for a sign-in. */
	readonly connects: number | null;
}

const tag = "Sign-in";
const ceremony = (visitor: string, state: string) => `oidc ${visitor} ${state}`;
const callbackOf = ({ services, client }: Pick<Call, "services" | "client">) =>
	new URL("/api/v1/sign-in/oidc/callback", services.publicUrl ?? client.origin);

function redirect(call: Pick<Call, "answerHeaders">, location: string, headers: Record<string, string> = {}): Response {
	return new Response(null, { status: 302, headers: { ...call.answerHeaders, location, ...headers } });
}

function failed(call: Pick<Call, "answerHeaders">, why: OidcFailure): Response {
	return redirect(call, `/sign-in?error=${why}`);
}

/** A path of this service; an address of another site is replaced. */
export function safeReturn(wanted: string | undefined): string {
	const here = "https://lapwing.invalid";
	if (wanted === undefined || wanted.length > MAX_RETURN_LENGTH || !/^\/(?![/\\])/.test(wanted)) return "/";
	const url = URL.parse(wanted, here);
	return url === null || url.origin !== here ? "/" : url.pathname + url.search + url.hash;
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
	refusesWith: ["NOT_FOUND", "UNAUTHORIZED", "CROSS_ORIGIN"],
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
		let connects: number | null = null;
		if (query.link === "true") {
			// Checked like a change, so that a page of another site cannot connect an identity to a visitor's account.
			const person = await authenticatePerson(services, { ...call, method: "POST" });
			if (person instanceof Refusal) return person;
			connects = person.actor.id;
		}
		const begun = await services.oidc.begin(callbackOf(call).href);
		if (begun === null) return failed(call, "oidc_unavailable");
		const { visitor, setCookie } = visitorOrNew(call);
		const payload: Begun = { checks: begun.checks, returnTo: safeReturn(query.return), connects };
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
		return services.database.transaction(async (database) => {
			const within = { ...call, services: { ...services, database } };
			const user =
				begun.connects === null
					? await userOf(within, database, claims)
					: await connected(call, database, { claims, userId: begun.connects });
			if (typeof user === "string") return failed(call, user);
			const opened = await open(within, database, user);
			return redirect(call, begun.returnTo, { "set-cookie": sessionCookie(call, opened) });
		});
	},
});

/** The user that the claims identify: one known by issuer and subject, or a new one who may join. */
async function userOf(
	call: Call<null, unknown, unknown, null>,
	database: Session,
	claims: OidcClaims,
): Promise<User | OidcFailure> {
	const known = await userOfIdentity(database, claims);
	if (known) return known;
	const email = emailAddress.safeParse(claims.email);
	if (!email.success || !claims.emailVerified) return "oidc_email_unverified";
	const domain = email.data.slice(email.data.lastIndexOf("@") + 1).toLowerCase();
	const { oidcAllowedDomains: allowed } = call.services;
	if (allowed !== null && !allowed.includes(domain)) return "oidc_not_allowed";
	if (await userByEmail(database, email.data)) return "oidc_email_taken";
	const team = await firstTeam(database);
	const claimed = cut(claims.name?.trim().toWellFormed().replaceAll("\0", "") ?? "");
	const name = personName.safeParse(claimed).success ? claimed : cut(email.data);
	const user = await createUser(database, { name, email: email.data }, call.now);
	if (!user || !team) return "oidc_email_taken";
	await connectIdentity(database, claims, user.id);
	const member = await addMember(database, { teamId: team.id, user, role: "viewer" }, call.now);
	if (member) await recordJoin(call, database, team.id, member);
	return user;
}

/** A text that a provider chose, as long as a person's name may be. */
function cut(text: string): string {
	return [...text].slice(0, MAX_NAME_LENGTH).join("");
}

/** A further way to sign in, so its owner sees it in the events of the account. */
async function connected(
	{ client, now }: Pick<Call, "client" | "now">,
	database: Session,
	{ claims, userId }: { claims: OidcClaims; userId: number },
): Promise<User | OidcFailure> {
	const known = await userOfIdentity(database, claims);
	if (known) return known.id === userId ? known : "oidc_identity_taken";
	const user = await userById(database, userId);
	if (!user || !(await connectIdentity(database, claims, userId))) return "oidc_failed";
	await recordAuditEvent(
		database,
		{ userId },
		{
			actor: { kind: "user", id: user.publicId, name: user.name },
			action: "create",
			objectType: "identity",
			objectId: null,
			objectName: new URL(claims.issuer).host,
			address: client.address,
			changes: [],
		},
		now,
	);
	return user;
}
