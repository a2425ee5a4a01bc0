/** /account: the signed-in person's name, and the audit events of their account. */

import { z } from "@hono/zod-openapi";
import type { AuditEvent } from "../../domain/access/audit-event.ts";
import { owns, personName, type User } from "../../domain/access/user.ts";
import { isoOf } from "../../domain/time-text.ts";
import { renameAccount } from "../../services/accounts/rename.ts";
import { pageOfUserEvents } from "../../storage/access/audit-events.ts";
import type { AgeKey } from "../../storage/database/newest-first.ts";
import { ok } from "../kernel/answers.ts";
import { accountChangeEndpoint } from "../kernel/change-endpoint.ts";
import { accountListEndpoint, byAge } from "../kernel/list-endpoint.ts";
import { isoDateTime } from "../kernel/schemas.ts";
import { answers } from "../kernel/success.ts";
import { auditEventId } from "../people/audit-events.ts";
import { userForm } from "../sign-in/session.ts";

const tag = "Account";

function form(user: User): z.infer<typeof userForm> {
	const { publicId, name, email, createdAt } = user;
	return { id: publicId, name, email, emailProven: owns(user), createdAt: isoOf(createdAt) };
}

export const updateAccount = accountChangeEndpoint({
	operationId: "updateAccount",
	summary: "Change your name",
	tag,
	body: z.strictObject({ name: personName.meta({ example: "Ada Lovelace" }) }).openapi("AccountUpdate"),
	bodyExample: { name: "Ada King" },
	success: answers("The account as it is now.", userForm),
	service: renameAccount,
	input: ({ body }) => body,
	answer: (call, renamed) => ok(call, form(renamed)),
});

const accountEvent = z
	.object({
		id: auditEventId,
		at: isoDateTime,
		action: z.string().openapi({ description: "What happened: `passkey.create`, `session.end`, …" }),
		address: z.string().nullable().openapi({ example: "192.0.2.7" }),
		detail: z.string().nullable().openapi({ description: "A passkey's name, or a browser.", example: "Laptop" }),
	})
	.openapi("AccountEvent");

function eventForm(event: AuditEvent): z.infer<typeof accountEvent> {
	return {
		id: event.publicId,
		at: isoOf(event.createdAt),
		action: `${event.objectType}.${event.action}`,
		address: event.address,
		detail: event.objectName,
	};
}

export const listAccountEvents = accountListEndpoint<AuditEvent, AgeKey, typeof accountEvent>({
	operationId: "listAccountEvents",
	summary: "List the events of your account, newest first",
	tag,
	collection: "events",
	item: accountEvent,
	list: ({ services: { database }, principal: { actor } }) =>
		byAge(["account-events"], (seek) => pageOfUserEvents(database, actor.id, seek)),
	form: eventForm,
});
