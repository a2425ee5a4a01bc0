/** The alert events of a monitor and of an alert: which notices its listeners got, and what still waits. */

import { z } from "@hono/zod-openapi";
import {
	ALERT_EVENT_STATUSES,
	type Alert,
	HOLD_REASONS,
	NOTICE_EVENTS,
	WAITING_STATUSES,
} from "../../../domain/alerts/alert.ts";
import type { AlertEvent } from "../../../domain/alerts/alert-event.ts";
import { kindOf, type NoticeKind, OF_THEMSELVES } from "../../../domain/alerts/alert-policy.ts";
import { CHANNEL_TYPES } from "../../../domain/alerts/channels.ts";
import { shownFacts } from "../../../domain/alerts/escalation.ts";
import type { Monitor } from "../../../domain/monitors/settings.ts";
import { isoOrNull } from "../../../domain/time-text.ts";
import { type AlertEventKey, pageOfAlertEvents } from "../../../storage/alerts/alert-events.ts";
import { listEndpoint } from "../../kernel/list-endpoint.ts";
import { epochMs, isoDateTime, publicId } from "../../kernel/schemas.ts";
import { monitorId } from "../monitors/monitor-forms.ts";
import { theMonitor } from "../monitors/monitors.ts";
import { alertId, theAlert } from "./alerts.ts";

const eventId = publicId("evt", "evt_01jgezt6z8e7kb3mq4f2ys0nd5");

const STATUS_MEANS =
	"`pending`: a delivery failed and will be retried; `held`: waits for the end of what `heldFor` names, and is " +
	"sent then if it is still true. All others are final. `skipped_outdated`: it was no longer true when its turn came.";

const TRIGGERS = ["change", "cooldown_end", "reminder", "escalation", "acknowledgement", "update"] as const;
const TRIGGER_OF = {
	edge: "change",
	again: "cooldown_end",
	reminder: "reminder",
	step: "escalation",
	escalation: "escalation",
	acknowledgement: "acknowledgement",
	update: "update",
} as const satisfies Record<NoticeKind, (typeof TRIGGERS)[number]>;

const alertEvent = z
	.object({
		id: eventId,
		alertId,
		monitorId,
		eventType: z.enum(NOTICE_EVENTS).openapi({ example: "down" }),
		kind: z.enum(OF_THEMSELVES).nullable().openapi({
			description: "What a `degraded` is about where that is not a check; else null. The list grows.",
			example: null,
		}),
		trigger: z.enum(TRIGGERS).openapi({
			description:
				"Why it was sent: the status changed (`change`), a problem outlasted the cooldown (`cooldown_end`), it lasts " +
				"(`reminder`), a step of the escalation is due (`escalation`), somebody acknowledged it (`acknowledgement`), or " +
				"what depends on it failed since (`update`, in the place of the message before). The list grows.",
			example: "change",
		}),
		escalation: z
			.object({
				step: z.int().openapi({ description: "From 1, counted on through the repetitions.", example: 1 }),
				schedule: z.string().nullable().openapi({ example: "Primary" }),
				onCall: z.string().nullable().openapi({
					description: "Who is on call by the schedule; null for a step that names channels.",
					example: "Ada Lovelace",
				}),
				fallback: z.string().nullable().openapi({
					description: "Why it went to the alert's own channel; null when it did not.",
					example: null,
				}),
			})
			.nullable()
			.openapi({ description: "Which step of the escalation sent it, or had nobody else to notify; null: none." }),
		channel: z.enum(CHANNEL_TYPES).nullable().openapi({
			description: "Through which it was sent; null for a person's own channel, which nobody else sees.",
			example: "slack",
		}),
		noticeId: eventId.nullable().openapi({
			description:
				"The same for all events of one message: the id of its first event, and a webhook's `webhook-id`. Null while " +
				"the message is not decided, and when it was skipped.",
		}),
		status: z.enum([...ALERT_EVENT_STATUSES, ...WAITING_STATUSES]).openapi({
			description: STATUS_MEANS,
			example: "sent",
		}),
		sentAt: epochMs.nullable().openapi({
			description:
				"When it was delivered or skipped, or failed for good, in milliseconds; null while it is pending or held.",
		}),
		errorMessage: z.string().nullable().openapi({
			description:
				"Why the delivery failed (`pending`, `skipped_outdated`: the last one), or which part of the recipients it did not reach.",
			example: null,
		}),
		heldFor: z
			.enum(HOLD_REASONS)
			.nullable()
			.openapi({
				description:
					"A maintenance window, the monitor's pause, the alert's cooldown or its hours, a snooze; checks of what the monitor depends " +
					"on (`dependency_check`), the recovery of one of those (`dependency`), or the other monitors of its cause " +
					"(`cause`). Null unless it is `held`.",
				example: null,
			}),
		nextAttemptAt: isoDateTime.nullable().openapi({
			description: "When a `pending` or `held` notice is tried next. Null when it is not known, as during a pause.",
			example: null,
		}),
		createdAt: epochMs.openapi({ description: "When the notice was caused." }),
	})
	.openapi("AlertEvent");

function eventForm(row: AlertEvent): z.infer<typeof alertEvent> {
	return {
		id: row.publicId,
		alertId: row.alertPublicId,
		monitorId: row.monitorPublicId,
		eventType: row.eventType,
		kind: kindOf(row.cause),
		trigger: TRIGGER_OF[row.kind],
		escalation: row.escalation && shownFacts(row.escalation),
		channel: row.channel,
		noticeId: row.noticeId,
		status: row.status,
		sentAt: row.sentAt,
		errorMessage: row.errorMessage,
		heldFor: row.heldFor,
		nextAttemptAt: isoOrNull(row.nextAttemptAt),
		createdAt: row.createdAt,
	};
}

const WHAT_IS_LISTED =
	"Notices that are retried or held come first, then those that were delivered or skipped, or failed for good.";

const place = {
	keySchema: z.tuple([z.int(), eventId]),
	keyOf: ({ listedAt, publicId }: AlertEvent): AlertEventKey => [listedAt, publicId],
};

export const listAlertEvents = listEndpoint<AlertEvent, AlertEventKey, typeof alertEvent, Monitor>({
	operationId: "listAlertEvents",
	summary: "List the alert events of a monitor, newest first",
	description: WHAT_IS_LISTED,
	tag: "Alerts",
	resource: theMonitor,
	collection: "events",
	item: alertEvent,
	list: ({ services: { database }, found: monitor }) => ({
		...place,
		name: ["alert-events", monitor.id],
		read: (seek) => pageOfAlertEvents(database, { monitorId: monitor.id }, seek),
	}),
	form: eventForm,
});

export const listEventsOfAlert = listEndpoint<AlertEvent, AlertEventKey, typeof alertEvent, Alert>({
	operationId: "listEventsOfAlert",
	summary: "List the events of an alert, newest first",
	description: WHAT_IS_LISTED,
	tag: "Alerts",
	resource: theAlert,
	collection: "events",
	item: alertEvent,
	list: ({ services: { database }, found: alert }) => ({
		...place,
		name: ["events-of-alert", alert.id],
		read: (seek) => pageOfAlertEvents(database, { alertId: alert.id }, seek),
	}),
	form: eventForm,
});
