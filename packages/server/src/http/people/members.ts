/** /members: the members of the team and their roles. */

import { z } from "@hono/zod-openapi";
import type { Principal } from "../../domain/access/principal.ts";
import { missingScopes, ROLES, type Role, scopesOf } from "../../domain/access/roles.ts";
import type { Member } from "../../domain/access/user.ts";
import {
	changeRole,
	findMember,
	lockTeams,
	type MemberRefusal,
	pageOfMembers,
	removeMember as remove,
} from "../../storage/access/members.ts";
import type { AgeKey } from "../../storage/database/newest-first.ts";
import { noContent, ok } from "../kernel/answers.ts";
import { endpoint, type Resource } from "../kernel/endpoint.ts";
import { byAge, listEndpoint } from "../kernel/list-endpoint.ts";
import { notFound, Refusal } from "../kernel/refusal.ts";
import { isoDateTime, isoOf, isoOrNull, publicId, single } from "../kernel/schemas.ts";

const memberId = publicId("mbr", "mbr_01jgezt6z8e7kb3mq4f2ys0nd5");
export const userId = publicId("usr", "usr_01jgezt6z8e7kb3mq4f2ys0nd5");
export const role = z.enum(ROLES).openapi({ example: "editor" });

const theMember: Resource<Member> = {
	params: z.object({ id: memberId }),
	find: (services, teamId, { id = "" }) => findMember(services.database, teamId, id),
	lock: (database, teamId) => lockTeams(database, [teamId]),
};

const member = z
	.object({
		id: memberId,
		user: z.object({
			id: userId,
			name: z.string().openapi({ example: "Ada Lovelace" }),
			email: z.string().openapi({ example: "ada@example.com" }),
			lastSeenAt: isoDateTime.nullable(),
		}),
		role,
		createdAt: isoDateTime,
	})
	.openapi("Member");

const updateBody = z.strictObject({ role }).openapi("MemberUpdate");

function form({ publicId, user, role, createdAt }: Member): z.infer<typeof member> {
	const { publicId: id, name, email, lastSeenAt } = user;
	return {
		id: publicId,
		user: { id, name, email, lastSeenAt: isoOrNull(lastSeenAt) },
		role,
		createdAt: isoOf(createdAt),
	};
}

/**
 * Refuses a principal that lacks a scope of this role: nobody grants, changes or removes a role with more scopes than
 * their own.
 */
export function mayNotGrant({ scopes }: Principal, role: Role): Refusal | null {
	const missing = missingScopes(scopes, scopesOf(role));
	if (missing.length === 0) return null;
	return new Refusal("FORBIDDEN", `The role ${role} has scopes that you lack: ${missing.join(", ")}.`);
}

export function refusalOf(why: MemberRefusal, role: Role): Refusal {
	if (why === "gone") return notFound();
	if (why === "forbidden") return new Refusal("FORBIDDEN", `The member has scopes that you lack (${role}).`);
	return new Refusal("LAST_OWNER", "The team would have no owner left. Make another member an owner first.");
}

const tag = "Members";

export const listMembers = listEndpoint<Member, AgeKey, typeof member>({
	operationId: "listMembers",
	summary: "List members, newest first",
	tag,
	collection: "members",
	item: member,
	list: ({ services: { database }, principal: { team } }) =>
		byAge(["members"], (seek) => pageOfMembers(database, team.id, seek)),
	form,
});

export const updateMember = endpoint({
	operationId: "updateMember",
	summary: "Change the role of a member",
	description:
		"It takes effect with the member's next request. You need every scope of the old role and of the new one.",
	tag,
	resource: theMember,
	body: updateBody,
	bodyExample: { role: "editor" },
	refusesWith: ["LAST_OWNER"],
	audit: { action: "update", object: "member", shown: ({ found }) => form(found) },
	success: {
		status: 200,
		description: "The member as they are now.",
		content: { "application/json": { schema: single(member) } },
	},
	async handle(call) {
		const { found, body, principal, services } = call;
		const forbidden = mayNotGrant(principal, body.role);
		if (forbidden) return forbidden;
		const wanted = { teamId: principal.team.id, memberId: found.id, role: body.role };
		const changed = await changeRole(services.database, wanted, (current) => mayNotGrant(principal, current) === null);
		return typeof changed === "string" ? refusalOf(changed, found.role) : ok(call, form(changed));
	},
});

export const removeMember = endpoint({
	operationId: "removeMember",
	summary: "Remove a member from the team",
	description: "The account stays. You need every scope of the member's role.",
	tag,
	resource: theMember,
	refusesWith: ["LAST_OWNER"],
	audit: { action: "remove", object: "member", shown: ({ found }) => form(found) },
	success: { status: 204, description: "Removed." },
	async handle(call) {
		const { found, principal, services } = call;
		const wanted = { teamId: principal.team.id, memberId: found.id };
		const removed = await remove(services.database, wanted, (current) => mayNotGrant(principal, current) === null);
		return typeof removed === "string" ? refusalOf(removed, found.role) : noContent(call);
	},
});
