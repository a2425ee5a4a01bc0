/** /outages: what fails now, and who has it. */

import { z } from "@hono/zod-openapi";
import { CHANNEL_TYPES } from "../../../domain/alerts/channels.ts";
import { type Handler, type Handling, MAX_SNOOZE_MINUTES } from "../../../domain/on-call/handling.ts";
import { isoOf, isoOrNull } from "../../../domain/time-text.ts";
import { acknowledgeOutage as acknowledge } from "../../../services/outages/acknowledge.ts";
import { snoozeOutage as snooze } from "../../../services/outages/snooze.ts";
import { findOutage, type HandledOutage, openOutages } from "../../../storage/on-call/handled-causes.ts";
import { ok } from "../../kernel/answers.ts";
import { changeEndpoint } from "../../kernel/change-endpoint.ts";
import { byId, endpoint } from "../../kernel/endpoint.ts";
import { isoDateTime, publicId } from "../../kernel/schemas.ts";
import { answers } from "../../kernel/success.ts";
import { monitorId } from "../monitors/monitor-forms.ts";

/** Outages that one answer lists, the newest ones. */
const MAX_LISTED = 1_000;

export const outageId = publicId("out", "out_01jgezt6z8e7kb3mq4f2ys0nd5");
export const causeId = publicId("cau", "cau_01jgezt6z8e7kb3mq4f2ys0nd5");

const handler = z
	.object({
		kind: z.enum(["user", "key", "cli", "lapwing", "link"]).openapi({
			description: "`link`: whoever followed the link of a message, who is not known.",
			example: "user",
		}),
		name: z.string().nullable().openapi({ example: "Ada Lovelace" }),
		channel: z.enum(CHANNEL_TYPES).nullable().openapi({ description: "Of a link: the channel of its message." }),
	})
	.openapi("Handler");
const acknowledgement = z.object({ at: isoDateTime, by: handler }).openapi("Acknowledgement");
const snoozed = z.object({ at: isoDateTime, by: handler, until: isoDateTime }).openapi("Snooze");

/** Of every outage, also in the history of a monitor. */
export const handlingSchemas = {
	acknowledgement: z
		.union([acknowledgement, z.null()])
		.openapi({ description: "Who has acknowledged its cause last; null: nobody." }),
	snooze: z.union([snoozed, z.null()]).openapi({ description: "Until when its cause is put off; null: it never was." }),
};

export const consequenceOf = z
	.object({ id: monitorId, name: z.string().openapi({ example: "Router" }) })
	.nullable()
	.openapi({
		description: "The monitor that this one depends on, directly or not, and that is down: no notice of its own.",
	});

const handledOutage = z
	.object({
		id: outageId,
		causeId,
		monitor: z.object({ id: monitorId, name: z.string().openapi({ example: "Website" }) }),
		from: isoDateTime,
		to: isoDateTime.nullable(),
		consequenceOf,
		...handlingSchemas,
	})
	.openapi("HandledOutage");

export function handlingForm({ acknowledged, snoozed }: Handling) {
	return {
		acknowledgement: acknowledged && { at: isoOf(acknowledged.at), by: handlerForm(acknowledged.by) },
		snooze: snoozed && { at: isoOf(snoozed.at), by: handlerForm(snoozed.by), until: isoOf(snoozed.until) },
	};
}

function handlerForm({ kind, name }: Handler): z.infer<typeof handler> {
	const channel = kind === "link" ? (CHANNEL_TYPES.find((type) => type === name) ?? null) : null;
	return { kind, name: kind === "link" ? null : name, channel };
}

function form(outage: HandledOutage): z.infer<typeof handledOutage> {
	return {
		id: outage.publicId,
		causeId: outage.causePublicId,
		monitor: { id: outage.monitor.publicId, name: outage.monitor.name },
		from: isoOf(outage.startedAt),
		to: isoOrNull(outage.endedAt),
		consequenceOf: outage.consequenceOf && { id: outage.consequenceOf.publicId, name: outage.consequenceOf.name },
		...handlingForm(outage.handling),
	};
}

const theOutage = byId(outageId, findOutage);

const tag = "On call";

export const listOpenOutages = endpoint({
	operationId: "listOpenOutages",
	summary: "What fails now, and who has it",
	description: `The outages that last, the newest first; at most ${MAX_LISTED}.`,
	tag,
	success: answers("The outages.", z.object({ outages: z.array(handledOutage) })),
	async handle(call) {
		const outages = await openOutages(call.services.database, call.principal.team.id, MAX_LISTED);
		return ok(call, { outages: outages.map(form) });
	},
});

export const getOutage = endpoint({
	operationId: "getOutage",
	summary: "Get an outage, and who has it",
	tag,
	resource: theOutage,
	success: answers("The outage.", handledOutage),
	async handle(call) {
		return ok(call, form(call.found));
	},
});

const WHO = "For editors, and for whoever is on call by a schedule of the team.";

export const acknowledgeOutage = changeEndpoint({
	operationId: "acknowledgeOutage",
	summary: "Acknowledge an outage: “I have it”",
	description:
		"Ends the reminders and escalation steps of its cause, so of every outage of that cause; the recovery is notified " +
		"as ever. Who acknowledges later takes it over. PagerDuty, Opsgenie and Jira Service Management are notified, and " +
		`messages that can be updated show it. ${WHO}`,
	tag,
	resource: theOutage,
	refusesWith: ["VALIDATION_ERROR"],
	success: answers("The outage as it is now.", handledOutage),
	service: acknowledge,
	input: ({ found }) => ({ id: found.publicId }),
	answer: (call, outage) => ok(call, form(outage)),
});

export const snoozeOutage = changeEndpoint({
	operationId: "snoozeOutage",
	summary: "Put an outage off for a time",
	description: `Reminders and escalation steps of its cause wait until then, and go on if it lasts. ${WHO}`,
	tag,
	resource: theOutage,
	body: z
		.strictObject({
			minutes: z
				.int()
				.min(0)
				.max(MAX_SNOOZE_MINUTES)
				.openapi({ description: "From now on; 0 ends an earlier snooze.", example: 30 }),
		})
		.openapi("SnoozeBody"),
	bodyExample: { minutes: 30 },
	success: answers("The outage as it is now.", handledOutage),
	service: snooze,
	input: ({ found, body }) => ({ id: found.publicId, minutes: body.minutes }),
	answer: (call, outage) => ok(call, form(outage)),
});
