import { isFailure, success } from "@lapwing/result";
import type { Role } from "../../domain/access/roles.ts";
import { owns, type User } from "../../domain/access/user.ts";
import { problem } from "../../domain/problem.ts";
import { deleteInvitationsOf } from "../../storage/access/invitations.ts";
import { addMember as add, isMember, lockTeams, membershipsOf } from "../../storage/access/members.ts";
import { createUser, lockAddress } from "../../storage/access/users.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { memberFields } from "./locked-member.ts";
import { mayGrant } from "./may-grant.ts";

interface Added {
	readonly email: string;
	readonly role: Role;
	/** Of a new account. */
	readonly name: string;
	/** Whether whoever adds the address knows that it has an account: that one is added. */
	readonly isConfirmed: boolean;
}

/**
 * Adds the owner of an address, who may never have signed in. Accounts that are bound to other teams are left alone:
 * whoever is in them has not proven that the address is theirs.
 */
export const addMember = requiring(
	"members:write",
	async (tx, actor, { email, role, name, isConfirmed }: Added, { now }: Now) => {
		const mayAdd = mayGrant(actor, role);
		if (isFailure(mayAdd)) return mayAdd;
		const { team } = actor;
		await lockTeams(tx, [team.id]);
		const accounts = await lockAddress(tx, email);
		const taken = () => problem("taken", "/email", `${email} is a member of ${team.slug} already.`);
		if (await isMember(tx, team.id, email)) return taken();
		if (accounts.length > 0 && !isConfirmed) {
			const sentences = await Promise.all(accounts.map((account) => sentenceOf(tx, account)));
			return problem("unconfirmed", "/email", sentences.join(" "));
		}

		const owner = accounts.find(({ boundTeamId }) => boundTeamId === null);
		const user = owner ?? (await createUser(tx, { name, email, boundTeamId: null, provenAt: null }, now));
		const member = user && (await add(tx, { teamId: team.id, user, role }, now));
		if (!member) return taken();
		await deleteInvitationsOf(tx, team.id, email, now);

		const event = { action: "create", object: "member", id: member.publicId, name: member.user.name };
		await recordEvent(tx, actor, { ...event, before: null, after: memberFields(member) }, now);
		return success(member);
	},
);

async function sentenceOf(tx: Tx, account: User): Promise<string> {
	const teams = (await membershipsOf(tx, account.id)).map(({ team, role }) => `${team.slug} (${role})`);
	const where = teams.length === 0 ? "in no team" : `in ${teams.join(", ")}`;
	const named = `${account.email} has an account, "${account.name}", ${where}`;
	if (owns(account)) return `${named}.`;
	return account.boundTeamId === null
		? `${named}. Nobody has signed in to it yet.`
		: `${named}. Nobody has proven that the address is theirs, so it stays in that team alone, and a new account is made.`;
}
