/**
 * Authenticates a request: a program by its bearer key (RFC 6750), or a person by the cookie of a session. Limits
 * failed attempts by client address. If a request has both, the key counts (docs/rules/access.md#sessions).
 */

import type { Person, Principal } from "../../domain/access/principal.ts";
import { scopesOf } from "../../domain/access/roles.ts";
import type { Scope } from "../../domain/access/scopes.ts";
import { isSlug } from "../../domain/access/team.ts";
import { rotaOf } from "../../domain/on-call/schedule.ts";
import { onCallAt } from "../../domain/on-call/turns.ts";
import { type Membership, membershipOf } from "../../storage/access/members.ts";
import { findPerson } from "../../storage/access/sessions.ts";
import { schedulesOfTeam } from "../../storage/on-call/schedules.ts";
import { notFound, Refusal } from "../kernel/refusal.ts";
import type { Services } from "../services.ts";
import { type Client, networkOf } from "./client.ts";
import { clearCookie, readCookie } from "./cookies.ts";
import { beyondLimit } from "./rate-limit.ts";
import { requireSameOrigin } from "./same-origin.ts";

/** The parts of a request that authenticate it. */
interface Asking {
	readonly method: string;
	readonly url: URL;
	readonly client: Client;
	readonly now: number;
	header(name: string): string | undefined;
}

/** Who asks. */
interface Authenticated {
	readonly principal: Principal;
	/** Of the database, read for this request. */
	readonly databaseVersion: string;
}

const BEARER = { "www-authenticate": "Bearer" };

/**
 * The holder of the request's key, or the person of its session in the team that it names.
 * @param teamInQuery whether `?team=` names it as well: for EventSource, which can't send headers
 */
export async function authenticate(
	services: Services,
	asking: Asking,
	{ teamInQuery }: { teamInQuery: boolean },
): Promise<Authenticated | Refusal> {
	const key = bearerKey(asking);
	if (key !== null) return holderOf(services, key, asking);
	const person = await personAsking(services, asking, "Send your API key as Authorization: Bearer <key>.");
	if (person instanceof Refusal) return person;
	const slug = namedTeam(asking, { teamInQuery });
	if (slug === null) return new Refusal("BAD_REQUEST", "Name the team in the header Lapwing-Team.");
	const membership = isSlug(slug) ? await membershipOf(services.database, person.actor.id, slug) : null;
	if (membership === null) return notFound();
	if (!letsIn(services, membership, person)) {
		return new Refusal("PASSWORDS_OFF", "This team lets nobody in who signed in with a password. Use another way.");
	}
	const { team, role, databaseVersion } = membership;
	return { principal: { actor: person.actor, team, scopes: scopesOf(role) }, databaseVersion };
}

/** Whether a team lets its member in who signed in so. */
export function letsIn(
	{ passwords }: Pick<Services, "passwords">,
	{ allowsPasswords }: Pick<Membership, "allowsPasswords">,
	{ session }: Pick<Person, "session">,
): boolean {
	return session.way !== "password" || (allowsPasswords && passwords !== null);
}

/** Who is signed in. A key signs nobody in. */
export async function authenticatePerson(services: Services, asking: Asking): Promise<Person | Refusal> {
	if (bearerKey(asking) === null) return personAsking(services, asking, "Nobody is signed in.");
	return new Refusal("UNAUTHORIZED", "This is for people who are signed in, not for API keys.", { headers: BEARER });
}

/** The slug of the team that a request with a session names; null when it names none. */
function namedTeam({ url, header }: Asking, { teamInQuery }: { teamInQuery: boolean }): string | null {
	return header("lapwing-team") ?? (teamInQuery ? url.searchParams.get("team") : null);
}

function bearerKey({ header }: Asking): string | null {
	return /^Bearer +(\S+) *$/i.exec(header("authorization") ?? "")?.[1] ?? null;
}

/** A request without a key is not counted as a failed attempt. */
async function holderOf(services: Services, key: string, { client, now }: Asking): Promise<Authenticated | Refusal> {
	const holder = await services.keyLookups.find(key, now);
	if (holder) return holder;
	const allowance = services.rejectedKeys.count(networkOf(client.address), now);
	if (!allowance.allowed) {
		return beyondLimit(allowance, "Too many requests with a wrong API key. Wait before the next one.");
	}
	return new Refusal("UNAUTHORIZED", "This API key is unknown, expired or revoked.", {
		headers: { "www-authenticate": 'Bearer error="invalid_token"' },
	});
}

async function personAsking(services: Services, asking: Asking, nobody: string): Promise<Person | Refusal> {
	const cookie = readCookie(asking.client, asking.header("cookie"), "lapwing_session");
	if (cookie === null) return new Refusal("UNAUTHORIZED", nobody, { headers: BEARER });
	const person = await findPerson(services.database, cookie, asking.now);
	if (person === null) {
		return new Refusal("UNAUTHORIZED", "This session has ended. Sign in again.", {
			headers: { ...BEARER, "set-cookie": clearCookie(asking.client, "lapwing_session") },
		});
	}
	return requireSameOrigin(asking, services.publicUrl) ?? person;
}

/** Whoever is on call may handle outages, whatever their role. Asked only where that scope counts. */
export async function withDuty({ database }: Services, principal: Principal, now: number): Promise<Principal> {
	const { actor, team, scopes } = principal;
	if (actor.kind !== "user" || scopes.includes("outages:write")) return principal;
	const schedules = await schedulesOfTeam(database, team.id);
	const isOnCall = schedules.some((schedule) => onCallAt(rotaOf(schedule), now) === actor.publicId);
	return isOnCall ? { ...principal, scopes: [...scopes, "outages:write"] } : principal;
}

/** Null when the principal may do this. Scopes match exactly (docs/rules/access.md#scopes). */
export function authorize({ actor, scopes }: Principal, scope: Scope): Refusal | null {
	if (scopes.includes(scope)) return null;
	const who = actor.kind === "key" ? "This API key" : "Your role in this team";
	return new Refusal("FORBIDDEN", `${who} lacks the scope ${scope}.`, {
		headers: { "www-authenticate": `Bearer error="insufficient_scope", scope="${scope}"` },
	});
}

/** Null for a key. A browser's session never asks for what only programs do, so that no page can make it. */
export function requireKey({ actor }: Principal): Refusal | null {
	if (actor.kind === "key") return null;
	return new Refusal("UNAUTHORIZED", "Send an API key as Authorization: Bearer <key>.", { headers: BEARER });
}
