/** /members: the members of the team and their roles. */

import { z } from "@hono/zod-openapi";
import { ROLES } from "../../domain/access/roles.ts";
import { type Member, owns } from "../../domain/access/user.ts";
import { isoOf, isoOrNull } from "../../domain/time-text.ts";
import { changeRole } from "../../services/members/change-role.ts";
import { removeMember as remove } from "../../services/members/remove.ts";
import { findMember, pageOfMembers } from "../../storage/access/members.ts";
import type { AgeKey } from "../../storage/database/newest-first.ts";
import { ok } from "../kernel/answers.ts";
import { changeEndpoint } from "../kernel/change-endpoint.ts";
import { byId } from "../kernel/endpoint.ts";
import { byAge, listEndpoint } from "../kernel/list-endpoint.ts";
import { isoDateTime, publicId } from "../kernel/schemas.ts";
import { answers } from "../kernel/success.ts";

const memberId = publicId("mbr", "mbr_01jgezt6z8e7kb3mq4f2ys0nd5");
export const userId = publicId("usr", "usr_01jgezt6z8e7kb3mq4f2ys0nd5");
export const role = z.enum(ROLES).openapi({ example: "editor" });

const theMember = byId(memberId, findMember);

const member = z
	.object({
		id: memberId,
		user: z.object({
			id: userId,
			name: z.string().openapi({ example: "Ada Lovelace" }),
			email: z.string().openapi({ example: "ada@example.com" }),
			emailProven: z.boolean().openapi({ description: "Whether somebody has proven that the address is theirs." }),
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
		user: { id, name, email, emailProven: owns(user), lastSeenAt: isoOrNull(lastSeenAt) },
		role,
		createdAt: isoOf(createdAt),
	};
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

export const updateMember = changeEndpoint({
	operationId: "updateMember",
	summary: "Change the role of a member",
	description:
		"It takes effect with the member's next request. You need every scope of the old role and of the new one.",
	tag,
	resource: theMember,
	body: updateBody,
	bodyExample: { role: "editor" },
	refusesWith: ["LAST_OWNER"],
	success: answers("The member as they are now.", member),
	service: changeRole,
	input: ({ found, body }) => ({ id: found.publicId, role: body.role }),
	answer: (call, changed) => ok(call, form(changed)),
});

export const removeMember = changeEndpoint({
	operationId: "removeMember",
	summary: "Remove a member from the team",
	description:
		"The account stays. Invitations that the member sent are withdrawn, and API keys that they made in this team are " +
		"revoked, unless `keys` is `keep`. You need every scope of the member's role.",
	tag,
	resource: theMember,
	query: z.object({
		keys: z
			.enum(["revoke", "keep"])
			.default("revoke")
			.openapi({ description: "What becomes of the API keys that the member made.", example: "revoke" }),
	}),
	refusesWith: ["LAST_OWNER"],
	success: { status: 204, description: "Removed." },
	service: remove,
	input: ({ found, query }) => ({ id: found.publicId, keepsKeys: query.keys === "keep" }),
});
