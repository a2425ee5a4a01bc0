/** /invitations: links by which people join the team. */

import { z } from "@hono/zod-openapi";
import { emailAddress, type Invitation } from "../../domain/access/user.ts";
import {
	createInvitation as create,
	findInvitation,
	MAX_INVITATIONS_PER_TEAM,
	pageOfInvitations,
	deleteInvitation as remove,
} from "../../storage/access/invitations.ts";
import type { AgeKey } from "../../storage/database/newest-first.ts";
import { created, noContent } from "../kernel/answers.ts";
import { endpoint, type Resource } from "../kernel/endpoint.ts";
import { byAge, listEndpoint } from "../kernel/list-endpoint.ts";
import { invalid, notFound } from "../kernel/refusal.ts";
import { isoDateTime, isoOf, publicId, single } from "../kernel/schemas.ts";
import { invitationMail, sendLater } from "../sign-in/mails.ts";
import { mayNotGrant, role } from "./members.ts";

const invitationId = publicId("inv", "inv_01jgezt6z8e7kb3mq4f2ys0nd5");

const theInvitation: Resource<Invitation> = {
	params: z.object({ id: invitationId }),
	find: (services, teamId, { id = "" }) => findInvitation(services.database, teamId, id),
};

const settings = { email: emailAddress.meta({ example: "grace@example.com" }), role };
const createBody = z.strictObject(settings).openapi("InvitationCreate");
const invitation = z
	.object({
		id: invitationId,
		email: z.string().openapi({ example: "grace@example.com" }),
		role,
		createdAt: isoDateTime,
		expiresAt: isoDateTime,
	})
	.openapi("Invitation");
const newInvitation = invitation
	.extend({
		link: z.string().openapi({
			description: "Give it to the invited person. Shown only this once.",
			example: "https://lapwing.example/invitation#Zk3vW8rY1…",
		}),
	})
	.openapi("NewInvitation");

function form(row: Invitation): z.infer<typeof invitation> {
	return {
		id: row.publicId,
		email: row.email,
		role: row.role,
		createdAt: isoOf(row.createdAt),
		expiresAt: isoOf(row.expiresAt),
	};
}

const tag = "Members";

export const listInvitations = listEndpoint<Invitation, AgeKey, typeof invitation>({
	operationId: "listInvitations",
	summary: "List invitations that are not accepted yet, newest first",
	tag,
	collection: "invitations",
	item: invitation,
	list: ({ services: { database }, principal: { team } }) =>
		byAge(["invitations"], (seek) => pageOfInvitations(database, team.id, seek)),
	form,
});

export const createInvitation = endpoint({
	operationId: "createInvitation",
	summary: "Invite somebody to the team",
	description:
		"The answer contains a link that is valid once, for 7 days. It is also mailed if this installation has a " +
		"mail server. An earlier invitation of the same address is replaced. You need every scope of the role.",
	tag,
	body: createBody,
	bodyExample: { email: "grace@example.com", role: "editor" },
	audit: { action: "create", object: "invitation" },
	success: {
		status: 201,
		description: "The invitation, with its link.",
		content: { "application/json": { schema: single(newInvitation) } },
		headers: { Location: "Path of the invitation." },
	},
	async handle(call) {
		const { body, principal, services, now, client } = call;
		const forbidden = mayNotGrant(principal, body.role);
		if (forbidden) return forbidden;
		const made = await create(services.database, { ...body, teamId: principal.team.id }, now);
		if (made === "member") return invalid("/email", "This address belongs to a member already.");
		if (made === "full") return invalid("", `A team has at most ${MAX_INVITATIONS_PER_TEAM} invitations.`);
		const path = `/invitation#${made.secret}`;
		call.afterCommit(() => {
			sendLater(services, (origin) => invitationMail(body.email, principal.team.name, new URL(path, origin).href));
		});
		const link = new URL(path, services.publicUrl ?? client.origin).href;
		const { invitation } = made;
		return created(call, { ...form(invitation), link }, `/api/v1/invitations/${invitation.publicId}`);
	},
});

export const deleteInvitation = endpoint({
	operationId: "deleteInvitation",
	summary: "Withdraw an invitation",
	description: "Its link is not valid any more.",
	tag,
	resource: theInvitation,
	audit: { action: "delete", object: "invitation", shown: ({ found }) => form(found) },
	success: { status: 204, description: "Withdrawn." },
	async handle(call) {
		return (await remove(call.services.database, call.found.id)) ? noContent(call) : notFound();
	},
});
