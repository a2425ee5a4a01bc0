/**
 * One-time links: to an account, to a first owner, and into a team. What each of them proves stands in
 * docs/rules/access.md#ways-to-sign-in.
 */

import { isFailure, type Result, success } from "@lapwing/result";
import type { Visitor } from "../../domain/access/actor.ts";
import { owns, type User } from "../../domain/access/user.ts";
import { invalid, type Problem, problem } from "../../domain/problem.ts";
import { deleteInvitation, type FoundInvitation, invitationOfSecret } from "../../storage/access/invitations.ts";
import { addMember, hasOwner, isMember, lockTeams, makeOwner } from "../../storage/access/members.ts";
import { type OpenedSession, userOfCookie } from "../../storage/access/sessions.ts";
import { findSignInLink, takeSignInLink } from "../../storage/access/sign-in-links.ts";
import { firstTeam } from "../../storage/access/teams.ts";
import { createUser, deleteUser, lockAddress, userById } from "../../storage/access/users.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { proveAddress } from "../accounts/prove-address.ts";
import type { Now } from "../change.ts";
import { recordJoin } from "../members/record-join.ts";
import { recordEvent } from "../record-event.ts";
import { openSession } from "./open-session.ts";

interface Redeemed {
	readonly secret: string;
	/** Needed where an account is made. */
	readonly name?: string | undefined;
	/** Needed for the first owner. */
	readonly email?: string | undefined;
}

type LinkProblem = Problem<"not_found" | "invalid" | "sign_in_first">;

const notValid = () => problem("not_found", "", "This link is unknown, used or too old. Ask for a new one.");
const signInFirst = () =>
	problem("sign_in_first", "", "This address has an account. Sign in first, then open this link again.");

/** Signs in, and uses up the link. Rows are locked in the order teams, accounts, link. */
export async function redeemLink(
	tx: Tx,
	visitor: Visitor,
	input: Redeemed,
	{ now }: Now,
): Promise<Result<OpenedSession, LinkProblem>> {
	const link = await findSignInLink(tx, input.secret, now);
	const invitation = link === null ? await invitationOfSecret(tx, input.secret, now) : null;
	const user =
		invitation !== null
			? await accept(tx, visitor, { ...input, invitation }, now)
			: link === null
				? notValid()
				: link.userId === null
					? await becomeOwner(tx, visitor, input, now)
					: await enter(tx, visitor, { secret: input.secret, userId: link.userId }, now);
	if (isFailure(user)) return user;

	const opened = await openSession(tx, visitor, { user: user.data, way: "link" }, now);

	const { id: userId, publicId: id, name } = user.data;
	const event = { action: "use", object: "link", id: null, name: visitor.userAgent, before: null, after: null };
	await recordEvent(tx, { who: { kind: "user", id, name }, address: visitor.address, userId }, event, now);
	return success(opened);
}

/** A link to an account was mailed to its address, or printed by the operator, who vouches for whoever gets it. */
async function enter(
	tx: Tx,
	{ address }: Visitor,
	{ secret, userId }: { secret: string; userId: number },
	now: number,
): Promise<Result<User, LinkProblem>> {
	const user = await userById(tx, userId);
	if (user === null) return notValid();
	await lockAddress(tx, user.email);
	if ((await takeSignInLink(tx, secret, now)) === null) return notValid();
	const proof = { email: user.email, name: null, by: "a one-time link", address };
	return success((await proveAddress(tx, proof, now)).user);
}

/** The welcome link is printed for the operator. The team's lock ensures that only one of several makes an owner. */
async function becomeOwner(
	tx: Tx,
	visitor: Visitor,
	{ secret, name, email }: Redeemed,
	now: number,
): Promise<Result<User, LinkProblem>> {
	const { address } = visitor;
	const team = await firstTeam(tx);
	if (!team) return notValid();
	await lockTeams(tx, [team.id]);
	if (await hasOwner(tx, team.id)) return notValid();
	if (name === undefined) return invalid("/name", "Give your name.");
	if (email === undefined) return invalid("/email", "Give your email address.");
	const owner = (await lockAddress(tx, email)).find(owns);
	if (owner && !(await isSignedIn(tx, visitor, owner, now))) return signInFirst();
	if ((await takeSignInLink(tx, secret, now)) === null) return notValid();

	const user = owner ?? (await proveAddress(tx, { email, name, by: "the welcome link", address }, now)).user;
	const member = await makeOwner(tx, { teamId: team.id, user }, now);
	await recordJoin(tx, team.id, member, { address, now });
	return success(user);
}

/** Joins the team of an invitation: with an account that owns the address, or with one that is bound to this team. */
async function accept(
	tx: Tx,
	visitor: Visitor,
	{ invitation, name }: { invitation: FoundInvitation; name?: string | undefined },
	now: number,
): Promise<Result<User, LinkProblem>> {
	const { address } = visitor;
	const { teamId, email, role } = invitation;
	await lockTeams(tx, [teamId]);
	const accounts = await lockAddress(tx, email);
	if (!(await deleteInvitation(tx, invitation.id))) return notValid();

	const owner = accounts.find(owns);
	const returning = accounts.find(({ boundTeamId }) => boundTeamId === teamId);
	let user: User | null;
	if (owner) {
		if (!(await isSignedIn(tx, visitor, owner, now))) return signInFirst();
		user = owner;
	} else if (!invitation.isMailed && returning && (await isSignedIn(tx, visitor, returning, now))) {
		user = returning;
	} else if (name === undefined) {
		return invalid("/name", "Give your name.");
	} else if (invitation.isMailed) {
		user = (await proveAddress(tx, { email, name, by: "a mailed invitation", address }, now)).user;
	} else {
		if (await isMember(tx, teamId, email)) return notValid();
		// Who left this account behind in the team may be another person.
		if (returning) await deleteUser(tx, returning.id);
		user = await createUser(tx, { name, email, boundTeamId: teamId, provenAt: null }, now);
	}
	if (user === null) return notValid();
	const member = await addMember(tx, { teamId, user, role }, now);
	if (member) await recordJoin(tx, teamId, member, { address, now });
	return success(user);
}

/** Whether the browser has a session of this account, which is locked: proving its address ends such a session. */
async function isSignedIn(tx: Tx, { cookie }: Visitor, { id }: User, now: number): Promise<boolean> {
	return cookie !== null && (await userOfCookie(tx, cookie, now)) === id;
}
