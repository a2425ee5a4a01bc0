/** /alerts: who is notified of which events, and through which channel. */

import { z } from "@hono/zod-openapi";
import { type Alert, alertFields, MAX_ALERT_MONITORS } from "../../../domain/alerts/alert.ts";
import { ALERT_RULES } from "../../../domain/alerts/alert-rules.ts";
import { MAX_REPEATS, MAX_STEP_CHANNELS, MAX_STEP_MINUTES, MAX_STEPS } from "../../../domain/alerts/escalation.ts";
import { withoutDefaults } from "../../../domain/defaults.ts";
import type { Monitor } from "../../../domain/monitors/settings.ts";
import { MAX_NAME_LENGTH, nameText } from "../../../domain/text.ts";
import { createAlert as create } from "../../../services/alerts/create.ts";
import { deleteAlert as remove } from "../../../services/alerts/delete.ts";
import { channelProblem } from "../../../services/alerts/mail-server.ts";
import { updateAlert as update } from "../../../services/alerts/update.ts";
import { findAlert, pageOfAlerts, pageOfCoveringAlerts } from "../../../storage/alerts/alerts.ts";
import type { AgeKey } from "../../../storage/database/newest-first.ts";
import { created, ok } from "../../kernel/answers.ts";
import { changeEndpoint } from "../../kernel/change-endpoint.ts";
import { byId, type Call, endpoint } from "../../kernel/endpoint.ts";
import { byAge, listEndpoint } from "../../kernel/list-endpoint.ts";
import { epochMs, publicId } from "../../kernel/schemas.ts";
import { answers, creates } from "../../kernel/success.ts";
import { monitorId } from "../monitors/monitor-forms.ts";
import { theMonitor } from "../monitors/monitors.ts";
import { scheduleId } from "../schedules/schedule-forms.ts";
import { CHANNEL_EXAMPLE, channelSchema } from "./channel-schemas.ts";

export const alertId = publicId("alt", "alt_01jgezt6z8e7kb3mq4f2ys0nd5");

export const theAlert = byId(alertId, findAlert);

// --- Schemas ---------------------------------------------------------------------------------------------------------

export const alertName = nameText(MAX_NAME_LENGTH).openapi({ example: "On call" });

const rules = {
	name: alertName,
	monitorIds: z
		.array(monitorId)
		.max(MAX_ALERT_MONITORS)
		.nullable()
		.openapi({
			description:
				"Covers these monitors. Null: every monitor of the team, or those that `tags` and `types` choose when there " +
				"are any; an empty list names none.",
			example: null,
		})
		.default(null),
	...ALERT_RULES,
	isEnabled: z.boolean().openapi({ example: true }).default(true),
};

/** @param channel the schema of a step's channels */
function escalationSchema(channel: ReturnType<typeof channelSchema>, form: "New" | "Changed" | "Configured" | "Shown") {
	const afterMinutes = z.int().min(0).max(MAX_STEP_MINUTES).openapi({
		description: "After the step before; of the first step, after the problem. 0: at once.",
		example: 10,
	});
	const repeats = z
		.int()
		.min(0)
		.max(MAX_REPEATS)
		.openapi({ description: "How often the steps are repeated.", example: 0 });
	const step = z.union([
		z
			.strictObject({ afterMinutes, channels: z.array(channel).min(1).max(MAX_STEP_CHANNELS) })
			.openapi(`${form}EscalationStep`, { description: "The channels that are notified." }),
		z.strictObject({
			afterMinutes,
			scheduleId: scheduleId.openapi({
				description: "Whoever is on call by it when the step is due is notified through their own channels.",
			}),
		}),
	]);
	return z
		.strictObject({
			steps: z.array(step).min(1).max(MAX_STEPS),
			repeats: form === "Shown" ? repeats : repeats.default(0),
		})
		.openapi(`${form}Escalation`, {
			description: "Who else is notified of a problem, step by step, until it is acknowledged or over.",
		});
}

const ESCALATION = { description: "Null: nobody else is notified." };

const createBody = z
	.strictObject({
		...rules,
		channel: channelSchema("create"),
		escalation: z
			.union([escalationSchema(channelSchema("create"), "New"), z.null()])
			.openapi(ESCALATION)
			.default(null),
	})
	.openapi("AlertCreate");
export const changedChannel = channelSchema("update");
const changedEscalation = escalationSchema(changedChannel, "Changed");
/** Of a configuration: of an alert that exists already, the secrets may be left out. */
export const configBody = createBody.extend({
	channel: changedChannel,
	escalation: z
		.union([escalationSchema(changedChannel, "Configured"), z.null()])
		.openapi(ESCALATION)
		.default(null),
});
const updateBody = z
	.strictObject({
		...withoutDefaults(rules),
		channel: changedChannel,
		escalation: z.union([changedEscalation, z.null()]).openapi(ESCALATION),
	})
	.partial()
	.openapi("AlertUpdate");

const alert = z
	.object({
		id: alertId,
		...withoutDefaults(rules),
		// Empty when all of the named monitors were deleted.
		monitorIds: z
			.array(monitorId)
			.max(MAX_ALERT_MONITORS)
			.nullable()
			.openapi({
				description:
					"Null: every monitor of the team, or those that `tags` and `types` choose when there are any. Deleted " +
					"monitors are left out.",
				example: null,
			}),
		channel: channelSchema("shown"),
		escalation: z.union([escalationSchema(channelSchema("shown"), "Shown"), z.null()]).openapi(ESCALATION),
		channelProblem: z.string().nullable().openapi({
			description: "Why nothing can be sent through the channel, with what to set; null when it can.",
			example: null,
		}),
		createdAt: epochMs,
		updatedAt: epochMs,
	})
	.openapi("Alert");

const createdAlert = alert.extend({ channel: channelSchema("created") }).openapi("CreatedAlert");

// --- Forms -----------------------------------------------------------------------------------------------------------

function form(row: Alert, { services }: Pick<Call, "services">): z.infer<typeof alert> {
	const fields = { ...alertFields(row), channelProblem: channelProblem(services, row.channel.type) };
	return { id: row.publicId, ...fields, createdAt: row.createdAt, updatedAt: row.updatedAt };
}

// --- Endpoints -------------------------------------------------------------------------------------------------------

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

export const listAlertsOfMonitor = listEndpoint<Alert, AgeKey, typeof alert, Monitor>({
	operationId: "listAlertsOfMonitor",
	summary: "List the alerts that cover a monitor, newest first",
	description: "Those that name it, or cover it by its tags or type, or cover every monitor; switched off ones too.",
	tag: "Alerts",
	resource: theMonitor,
	collection: "alerts",
	item: alert,
	list: ({ services: { database }, principal: { team }, found: monitor }) =>
		byAge(["alerts-of-monitor", monitor.id], (seek) =>
			pageOfCoveringAlerts(database, team.id, { ...monitor, type: monitor.settings.type }, seek),
		),
	form,
});

export const createAlert = changeEndpoint({
	operationId: "createAlert",
	summary: "Create an alert",
	description:
		"It notifies of changes from now on. The secrets of its channel are encrypted and never answered. The " +
		"`secret` of a webhook may be left out: one is generated and shown only in this answer.",
	tag: "Alerts",
	body: createBody,
	bodyExample: { name: "On call", channel: CHANNEL_EXAMPLE },
	success: creates("The new alert.", createdAlert, "Path of the new alert."),
	service: create,
	input: ({ body }) => body,
	answer(call, { generated, ...alert }) {
		const shown = form(alert, call);
		const once = { ...shown, channel: { ...shown.channel, ...generated } };
		return created(call, once, `/api/v1/alerts/${alert.publicId}`);
	},
});

export const getAlert = endpoint({
	operationId: "getAlert",
	summary: "Get an alert",
	tag: "Alerts",
	resource: theAlert,
	success: answers("The alert, without its channel's secrets.", alert),
	async handle(call) {
		return ok(call, form(call.found, call));
	},
});

export const updateAlert = changeEndpoint({
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
	success: answers("The alert as it is now.", alert),
	service: update,
	input: ({ found, body }) => ({ id: found.publicId, changes: body }),
	answer: (call, alert) => ok(call, form(alert, call)),
});

export const deleteAlert = changeEndpoint({
	operationId: "deleteAlert",
	summary: "Delete an alert and its pending notices",
	description: "Its past events stay in the history of its monitors.",
	tag: "Alerts",
	resource: theAlert,
	success: { status: 204, description: "Deleted." },
	service: remove,
	input: ({ found }) => ({ id: found.publicId }),
});
