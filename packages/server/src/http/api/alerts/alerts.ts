/** /alerts: who is notified of which events, and through which channel. */

import { z } from "@hono/zod-openapi";
import type { Alert, AlertSettings, Unacceptable } from "../../../domain/alerts/alert.ts";
import { ALERT_EVENTS, MAX_ALERT_MONITORS, RULE_LIMITS } from "../../../domain/alerts/alert.ts";
import { MAX_NAME_LENGTH, nameText } from "../../../domain/text.ts";
import {
	createAlert as create,
	findAlert,
	pageOfAlerts,
	deleteAlert as remove,
	updateAlert as update,
} from "../../../storage/alerts/alerts.ts";
import { lockRow } from "../../../storage/database/lock-row.ts";
import type { AgeKey } from "../../../storage/database/newest-first.ts";
import { created, noContent, ok } from "../../kernel/answers.ts";
import { endpoint, type Resource } from "../../kernel/endpoint.ts";
import { byAge, listEndpoint } from "../../kernel/list-endpoint.ts";
import { invalid, notFound, type Refusal } from "../../kernel/refusal.ts";
import { epochMs, publicId, single } from "../../kernel/schemas.ts";
import { monitorId } from "../monitors/monitor-forms.ts";
import { refusedAddress, targetsOfChannel } from "../refused-addresses.ts";
import { CHANNEL_EXAMPLE, type ChannelBody, channelSchema, generatedFields } from "./channel-schemas.ts";

export const alertId = publicId("alt", "alt_01jgezt6z8e7kb3mq4f2ys0nd5");

export const theAlert: Resource<Alert> = {
	params: z.object({ id: alertId }),
	find: (services, teamId, { id = "" }) => findAlert(services.database, teamId, id),
	lock: (database, _teamId, { id = "" }) => lockRow(database, "alerts", id),
};

// --- Schemas ---------------------------------------------------------------------------------------------------------

function limited({ min, max }: { min: number; max: number }, description: string, example: number) {
	return z.int().min(min).max(max).openapi({ description, example });
}

const BLIND_DESCRIPTION =
	"`blind`: five checks in a row could not be made, for a reason on Lapwing's side, so the state of the target " +
	"is unknown. Its end is notified as `sighted`. While Lapwing's own network is cut off, it is sent once to each alert.";

export const alertName = nameText(MAX_NAME_LENGTH).openapi({ example: "On call" });

const rules = {
	name: alertName,
	monitorIds: z
		.array(monitorId)
		.min(1)
		.max(MAX_ALERT_MONITORS)
		.nullable()
		.openapi({ description: "Null: every monitor of the team.", example: null }),
	events: z
		.array(z.enum(ALERT_EVENTS))
		.min(1)
		.refine((events) => new Set(events).size === events.length, "Must not name an event twice.")
		.openapi({ uniqueItems: true, example: [...ALERT_EVENTS], description: BLIND_DESCRIPTION }),
	cooldownMinutes: limited(
		RULE_LIMITS.cooldownMinutes,
		"After a problem was notified, further problems of the same monitor are skipped for this time; " +
			"one that still exists afterwards is notified then. `up` is not held.",
		10,
	),
	dailyCap: limited(RULE_LIMITS.dailyCap, "Messages about problems in 24 hours. `up` is not held.", 100),
	failureThreshold: limited(RULE_LIMITS.failureThreshold, "Failing checks in a row before a problem is notified.", 1),
	reminderMinutes: limited(RULE_LIMITS.reminderMinutes, "Minutes between reminders of a problem that lasts.", 60)
		.nullable()
		.openapi({
			description: "Minutes between reminders of a problem that lasts, never within the cooldown; null: no reminders.",
		}),
	isEnabled: z.boolean().openapi({ example: true }),
};

const createBody = z
	.strictObject({
		...rules,
		channel: channelSchema("create"),
		monitorIds: rules.monitorIds.default(null),
		events: rules.events.default([...ALERT_EVENTS]),
		cooldownMinutes: rules.cooldownMinutes.default(RULE_LIMITS.cooldownMinutes.default),
		dailyCap: rules.dailyCap.default(RULE_LIMITS.dailyCap.default),
		failureThreshold: rules.failureThreshold.default(RULE_LIMITS.failureThreshold.default),
		reminderMinutes: rules.reminderMinutes.default(RULE_LIMITS.reminderMinutes.default),
		isEnabled: rules.isEnabled.default(true),
	})
	.openapi("AlertCreate");
export const changedChannel = channelSchema("update");
const updateBody = z
	.strictObject({ ...rules, channel: changedChannel })
	.partial()
	.openapi("AlertUpdate");

const alert = z
	.object({
		id: alertId,
		...rules,
		// Empty when all of the named monitors were deleted.
		monitorIds: z.array(monitorId).max(MAX_ALERT_MONITORS).nullable().openapi({
			description: "Null: every monitor of the team. Deleted monitors are left out.",
			example: null,
		}),
		channel: channelSchema("shown"),
		createdAt: epochMs,
		updatedAt: epochMs,
	})
	.openapi("Alert");

const createdAlert = alert.extend({ channel: channelSchema("created") }).openapi("CreatedAlert");

// --- Forms -----------------------------------------------------------------------------------------------------------

function form(row: Alert): z.infer<typeof alert> {
	return {
		id: row.publicId,
		name: row.name,
		channel: { type: row.channel.type, ...row.channel.fields } as ChannelBody,
		monitorIds: row.monitorIds === null ? null : [...row.monitorIds],
		events: [...row.events],
		cooldownMinutes: row.cooldownMinutes,
		dailyCap: row.dailyCap,
		failureThreshold: row.failureThreshold,
		reminderMinutes: row.reminderMinutes,
		isEnabled: row.isEnabled,
		createdAt: row.createdAt,
		updatedAt: row.updatedAt,
	};
}

export function channelSettings({ type, ...fields }: ChannelBody): AlertSettings["channel"] {
	return { type, fields };
}

export function refused({ path, message }: Unacceptable): Refusal {
	return invalid(path.map((part) => `/${part}`).join(""), message);
}

// --- Endpoints -------------------------------------------------------------------------------------------------------

const answersAlert = { "application/json": { schema: single(alert) } };

export const listAlerts = listEndpoint<Alert, AgeKey, typeof alert>({
	operationId: "listAlerts",
	summary: "List alerts, newest first",
	tag: "Alerts",
	collection: "alerts",
	item: alert,
	list: ({ services: { database }, principal: { team } }) =>
		byAge(["alerts"], (seek) => pageOfAlerts(database, team.id, seek)),
	form,
});

export const createAlert = endpoint({
	operationId: "createAlert",
	summary: "Create an alert",
	description:
		"It notifies of changes from now on. The secrets of its channel are encrypted and never answered. The " +
		"`secret` of a webhook may be left out: one is generated and shown only in this answer.",
	tag: "Alerts",
	body: createBody,
	bodyExample: { name: "On call", channel: CHANNEL_EXAMPLE },
	audit: { action: "create", object: "alert" },
	success: {
		status: 201,
		description: "The new alert.",
		content: { "application/json": { schema: single(createdAlert) } },
		headers: { Location: "Path of the new alert." },
	},
	async handle({ body, services, principal, now, ...call }) {
		const refusal = refusedAddress(services, targetsOfChannel(body.channel));
		if (refusal !== null) return refusal;
		const generated = generatedFields(body.channel);
		const channel = channelSettings({ ...body.channel, ...generated });
		const wanted = { ...body, channel, teamId: principal.team.id };
		const made = await create(services.database, services.secretBox, wanted, now);
		if ("message" in made) return refused(made);
		const shown = form(made);
		const once = { ...shown, channel: { ...shown.channel, ...generated } };
		return created(call, once, `/api/v1/alerts/${made.publicId}`);
	},
});

export const getAlert = endpoint({
	operationId: "getAlert",
	summary: "Get an alert",
	tag: "Alerts",
	resource: theAlert,
	success: { status: 200, description: "The alert, without its channel's secrets.", content: answersAlert },
	async handle(call) {
		return ok(call, form(call.found));
	},
});

export const updateAlert = endpoint({
	operationId: "updateAlert",
	summary: "Update an alert",
	description:
		"Fields left out keep their values. A channel is replaced as a whole, except for its secrets: " +
		"a secret that is left out is kept as long as the channel's address stays the same. " +
		"After a change of a webhook's secret, both the old and the new one sign for 24 hours.",
	tag: "Alerts",
	resource: theAlert,
	body: updateBody,
	bodyExample: { cooldownMinutes: 30 },
	audit: { action: "update", object: "alert", shown: ({ found }) => form(found) },
	success: { status: 200, description: "The alert as it is now.", content: answersAlert },
	async handle(call) {
		const { channel, ...changes } = call.body;
		const refusal = refusedAddress(call.services, targetsOfChannel(channel ?? {}));
		if (refusal !== null) return refusal;
		const changed = await update(
			call.services.database,
			call.services.secretBox,
			call.found.id,
			{ ...defined(changes), ...(channel !== undefined && { channel: channelSettings(channel) }) },
			call.now,
		);
		if (changed === null) return notFound();
		return "message" in changed ? refused(changed) : ok(call, form(changed));
	},
});

/** Without the members that are undefined. */
function defined<Members extends object>(members: Members) {
	return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
		[Name in keyof Members]?: Exclude<Members[Name], undefined>;
	};
}

export const deleteAlert = endpoint({
	operationId: "deleteAlert",
	summary: "Delete an alert and its pending notices",
	description: "Its past events stay in the history of its monitors.",
	tag: "Alerts",
	resource: theAlert,
	audit: { action: "delete", object: "alert", shown: ({ found }) => form(found) },
	success: { status: 204, description: "Deleted." },
	async handle(call) {
		return (await remove(call.services.database, call.found.id, call.now)) ? noContent(call) : notFound();
	},
});
