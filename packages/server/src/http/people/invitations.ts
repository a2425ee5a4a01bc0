/** /invitations: links by which people join the team. */

import { z } from "@hono/zod-openapi";
import { emailAddress, type Invitation } from "../../domain/access/user.ts";
import { isoOf } from "../../domain/time-text.ts";
import { createInvitation as create } from "../../services/invitations/create.ts";
import { withdrawInvitation } from "../../services/invitations/withdraw.ts";
import { findInvitation, pageOfInvitations } from "../../storage/access/invitations.ts";
import type { AgeKey } from "../../storage/database/newest-first.ts";
import { created } from "../kernel/answers.ts";
import { changeEndpoint } from "../kernel/change-endpoint.ts";
import { byId } from "../kernel/endpoint.ts";
import { byAge, listEndpoint } from "../kernel/list-endpoint.ts";
import { isoDateTime, publicId } from "../kernel/schemas.ts";
import { creates } from "../kernel/success.ts";
import { invitationMail, sendLater } from "../mails.ts";
import { role } from "./members.ts";

const invitationId = publicId("inv", "inv_01jgezt6z8e7kb3mq4f2ys0nd5");

const theInvitation = byId(invitationId, findInvitation);

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

export const createInvitation = changeEndpoint({
	operationId: "createInvitation",
	summary: "Invite somebody to the team",
	description:
		"The answer contains a link that is valid once, for 7 days. Whoever opens it has not proven that the address is " +
		"theirs, because you have the link too: their account is in this team alone until they prove it. If this " +
		"installation has a mail server, another link is mailed to the address, which proves it; whichever is opened " +
		"first uses up the invitation. An earlier invitation of the same address is replaced. You need every scope of the " +
		"role. An address can be invited 5 times an hour; a person or a key can invite 100 times and a team 200 times.",
	tag,
	body: createBody,
	bodyExample: { email: "grace@example.com", role: "editor" },
	refuse: async ({ services, principal, body, now }) => services.signInLimits.invitation(principal, body.email, now),
	success: creates("The invitation, with its link.", newInvitation, "Path of the invitation."),
	service: create,
	input: ({ body }) => body,
	answer(call, { invitation, secrets }) {
		const { services, principal, client } = call;
		const pathOf = (secret: string) => `/invitation#${secret}`;
		sendLater(services, (origin) =>
			invitationMail(invitation.email, principal.team.name, new URL(pathOf(secrets.mailed), origin).href),
		);
		const link = new URL(pathOf(secrets.shown), services.publicUrl ?? client.origin).href;
		return created(call, { ...form(invitation), link }, `/api/v1/invitations/${invitation.publicId}`);
	},
});

export const deleteInvitation = changeEndpoint({
	operationId: "deleteInvitation",
	summary: "Withdraw an invitation",
	description: "Its links are not valid any more.",
	tag,
	resource: theInvitation,
	success: { status: 204, description: "Withdrawn." },
	service: withdrawInvitation,
	input: ({ found }) => ({ id: found.publicId }),
});
