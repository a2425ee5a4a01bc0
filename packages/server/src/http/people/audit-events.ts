/** /audit-events: the audit events of the team. */

import { z } from "@hono/zod-openapi";
import { AUDIT_DAYS, type AuditEvent } from "../../domain/access/audit-event.ts";
import { text } from "../../domain/text.ts";
import { isoOf } from "../../domain/time-text.ts";
import { pageOfTeamEvents } from "../../storage/access/audit-events.ts";
import type { AgeKey } from "../../storage/database/newest-first.ts";
import { byAge, listEndpoint } from "../kernel/list-endpoint.ts";
import { isoDateTime, publicId } from "../kernel/schemas.ts";

export const auditEventId = publicId("aud", "aud_01jgezt6z8e7kb3mq4f2ys0nd5");

/** Any JSON; never absent, for a member that may be undefined is not required in the document. */
const shownValue = z.unknown().refine((value) => value !== undefined);

const auditEvent = z
	.object({
		id: auditEventId,
		at: isoDateTime,
		actor: z.object({
			kind: z.enum(["key", "user", "cli", "lapwing", "link"]).openapi({
				description:
					"`lapwing`: the service itself, for example an incident of an outage. `link`: whoever followed the link of a " +
					"message, whose channel is the name.",
				example: "user",
			}),
			id: z.string().nullable().openapi({ example: "usr_01jgezt6z8e7kb3mq4f2ys0nd5" }),
			name: z.string().nullable().openapi({ example: "Ada Lovelace" }),
		}),
		action: z.string().openapi({ example: "update" }),
		objectType: z.string().openapi({ example: "monitor" }),
		objectId: z.string().nullable().openapi({ example: "mon_01jgezt6z8e7kb3mq4f2ys0nd5" }),
		objectName: z.string().nullable().openapi({ example: "Shop" }),
		address: z.string().nullable().openapi({ description: "Of the client.", example: "192.0.2.7" }),
		changes: z
			.array(z.object({ field: z.string(), before: shownValue, after: shownValue }))
			.openapi({ description: "Secrets are masked, long values truncated.", example: [] }),
	})
	.openapi("AuditEvent");

function form(event: AuditEvent): z.input<typeof auditEvent> {
	return {
		id: event.publicId,
		at: isoOf(event.createdAt),
		actor: { ...event.actor },
		action: event.action,
		objectType: event.objectType,
		objectId: event.objectId,
		objectName: event.objectName,
		address: event.address,
		changes: [...event.changes],
	};
}

const listQuery = z.object({
	q: text(1, 200).optional().openapi({
		description: "Text in who did it, or in the type or the name of what it was done to, case-insensitive.",
		example: "shop",
	}),
});

export const listAuditEvents = listEndpoint<AuditEvent, AgeKey, typeof auditEvent, null, typeof listQuery>({
	operationId: "listAuditEvents",
	summary: "List audit events, newest first",
	description: `What was done in the team, by keys, members and the command line. Kept for ${AUDIT_DAYS} days.`,
	tag: "Audit",
	collection: "auditEvents",
	item: auditEvent,
	query: listQuery,
	list: ({ services: { database }, principal: { team }, query: { q } }) =>
		byAge(["audit-events", q ?? ""], (seek) => pageOfTeamEvents(database, team.id, { q }, seek)),
	form,
});
