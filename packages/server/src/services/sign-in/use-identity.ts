/** Signing in through the OpenID provider (docs/rules/access.md#openid-connect). */

import { type Failure, failure, isFailure, isSuccess, type Result, success } from "@lapwing/result";
import type { Visitor } from "../../domain/access/actor.ts";
import { claimedName, type IdentityRefusal, IdentityRefused, type OidcClaims } from "../../domain/access/oidc.ts";
import { emailAddress, emailKey, owns, type User } from "../../domain/access/user.ts";
import { addMember, lockTeams } from "../../storage/access/members.ts";
import { connectIdentity, userOfIdentity } from "../../storage/access/oidc-identities.ts";
import { isOpen, type OpenedSession } from "../../storage/access/sessions.ts";
import { firstTeam } from "../../storage/access/teams.ts";
import { lockAddress, userById } from "../../storage/access/users.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { proveAddress } from "../accounts/prove-address.ts";
import type { Now } from "../change.ts";
import { recordJoin } from "../members/record-join.ts";
import { recordEvent } from "../record-event.ts";
import { openSession } from "./open-session.ts";

export interface Identified {
	readonly claims: OidcClaims;
	/** Domains, in lower case, whose addresses count; null: every one. */
	readonly allowedDomains: readonly string[] | null;
	/** Whose account the identity is added to, and the session that asked for it; null for a sign-in. */
	readonly connects: { readonly userId: number; readonly sessionId: number } | null;
}

type Outcome = Result<User, IdentityRefused>;

function refused(code: IdentityRefusal): Failure<IdentityRefused> {
	return failure(new IdentityRefused(code));
}

export async function useIdentity(
	tx: Tx,
	visitor: Visitor,
	{ connects, ...input }: Identified,
	{ now }: Now,
): Promise<Result<OpenedSession, IdentityRefused>> {
	const user = await (connects === null
		? signIn(tx, visitor, input, now)
		: connect(tx, visitor, { ...input, ...connects }, now));
	return isFailure(user) ? user : success(await openSession(tx, visitor, { user: user.data, way: "oidc" }, now));
}

type Claimed = Omit<Identified, "connects">;

/** The user that the claims identify: one known by issuer and subject, or whoever owns the address by this proof. */
async function signIn(tx: Tx, visitor: Visitor, input: Claimed, now: number): Promise<Outcome> {
	const { claims } = input;
	const known = await holderOf(tx, claims);
	if (known)
		return success(proves(input, known) ? await connectProven(tx, visitor, { claims, user: known }, now) : known);
	const email = verifiedEmail(input);
	if (isFailure(email)) return email;

	const team = await firstTeam(tx);
	if (!team) return refused("oidc_failed");
	await lockTeams(tx, [team.id]);
	if ((await lockAddress(tx, email.data)).some(owns)) return refused("oidc_email_taken");
	const { user, isNew } = await prove(tx, visitor, { claims, email: email.data }, now);
	await connectIdentity(tx, claims, user.id);
	const member = isNew ? await addMember(tx, { teamId: team.id, user, role: "viewer" }, now) : null;
	if (member) await recordJoin(tx, team.id, member, { address: visitor.address, now });
	return success(user);
}

/** Adds the identity to an account: a further way to sign in, which its owner sees in the events of the account. */
async function connect(
	tx: Tx,
	visitor: Visitor,
	{ userId, sessionId, ...input }: Claimed & { userId: number; sessionId: number },
	now: number,
): Promise<Outcome> {
	const { claims } = input;
	const known = await holderOf(tx, claims);
	if (known) return known.id === userId ? success(known) : refused("oidc_identity_taken");
	const user = await userById(tx, userId);
	if (!user) return refused("oidc_failed");
	await lockAddress(tx, user.email);
	// Who owns the address may have proven it meanwhile, which ends the sessions of whoever came before.
	if (!(await isOpen(tx, sessionId))) return refused("oidc_failed");
	if (proves(input, user)) return success(await connectProven(tx, visitor, { claims, user }, now));
	if (!(await connectIdentity(tx, claims, userId))) return refused("oidc_failed");
	const who = { kind: "user", id: user.publicId, name: user.name } as const;
	const event = { action: "create", object: "identity", id: null, name: new URL(claims.issuer).host };
	const recorded = { who, address: visitor.address, userId };
	await recordEvent(tx, recorded, { ...event, before: null, after: null }, now);
	return success(user);
}

/** Whose account has this identity, read once the account is locked. */
async function holderOf(tx: Tx, claims: OidcClaims): Promise<User | null> {
	const found = await userOfIdentity(tx, claims);
	if (found === null) return null;
	await lockAddress(tx, found.email);
	return userOfIdentity(tx, claims);
}

/** The address that the provider vouches for. */
function verifiedEmail({ claims, allowedDomains }: Claimed): Result<string, IdentityRefused> {
	const email = emailAddress.safeParse(claims.email);
	if (!email.success || !claims.emailVerified) return refused("oidc_email_unverified");
	const domain = email.data.slice(email.data.lastIndexOf("@") + 1).toLowerCase();
	return allowedDomains !== null && !allowedDomains.includes(domain)
		? refused("oidc_not_allowed")
		: success(email.data);
}

/** Whether the claims prove the address of an account that nobody has proven yet. */
function proves(input: Claimed, user: User): boolean {
	const email = verifiedEmail(input);
	return !owns(user) && isSuccess(email) && emailKey(email.data) === emailKey(user.email);
}

/** Proving ends every way into the account, and so this one, which is then added anew. */
async function connectProven(
	tx: Tx,
	visitor: Visitor,
	{ claims, user: { email } }: { claims: OidcClaims; user: User },
	now: number,
): Promise<User> {
	const { user } = await prove(tx, visitor, { claims, email }, now);
	await connectIdentity(tx, claims, user.id);
	return user;
}

function prove(tx: Tx, { address }: Visitor, { claims, email }: { claims: OidcClaims; email: string }, now: number) {
	return proveAddress(tx, { email, name: claimedName(claims), by: new URL(claims.issuer).host, address }, now);
}
