/**
 * The JSON that a webhook receives: one schema for the sender's type (../../notify/channels/programs/webhook.ts), the
 * OpenAPI document and the JSON Schema of docs/use/webhooks. Words that later versions of Lapwing may add to
 * (`reason`, `phase`) are plain strings here, so that a receiver who validates does not refuse them.
 */

import { z } from "zod";
import { NOTICE_EVENTS } from "./alert.ts";
import { NOTICE_CAUSES } from "./alert-policy.ts";

/**
 * Raised when a member is removed or changes its meaning. Members may be added within a version, so receivers ignore
 * those that they do not know.
 */
export const WEBHOOK_VERSION = 1;

/** Every `type`, and when it is sent. */
export const WEBHOOK_TYPES = {
	"monitor.down": "A monitor is down.",
	"monitor.degraded": "A monitor answers too slowly, or its certificate expires soon.",
	"monitor.up": "The problem that an earlier message was about is over.",
	"monitor.blind": "Lapwing can't check a monitor, so nothing is known of its target.",
	"monitor.checked_again": "Lapwing checks the monitor again, after `monitor.blind`.",
	"monitors.changed": "Several events of one moment in one message; each has its own `eventType`.",
	"alert.test": "Somebody tests the alert. `events` is empty.",
} as const;
export type WebhookType = keyof typeof WEBHOOK_TYPES;
const types = Object.keys(WEBHOOK_TYPES) as [WebhookType, ...WebhookType[]];

const instant = z.iso.datetime().meta({ example: "2026-05-01T12:00:00.000Z" });

const certificate = z
	.object({
		expiresAt: instant.describe("When it expires."),
		issuer: z.string().nullable().describe("The issuer's organisation or name.").meta({ example: "Let's Encrypt" }),
		fingerprint: z.string().describe("SHA-256 of the certificate, in lower-case hex."),
		withinDays: z.int().describe("The step that caused the message: 30, 14, 7 or 1.").meta({ example: 14 }),
	})
	.describe("The certificate that expires soon; null when the event is not about one.");

const named = z.object({
	id: z.string().meta({ example: "mon_01jgezt6z8e7kb3mq4f2ys0nd5" }),
	name: z.string().meta({ example: "Shop" }),
});

const event = z.object({
	id: z.string().describe("The same at every attempt: use it to ignore repetitions."),
	eventType: z.enum(NOTICE_EVENTS).describe("What happened."),
	cause: z
		.enum(NOTICE_CAUSES)
		.describe(
			"`check`: its result; `certificate`: a certificate's expiry; `misses`: five checks in a row were missed; " +
				"`regional`: a location sees it down while others refute it, or no longer does; " +
				"`flapping`: it changes more than six times in an hour, or has not changed for an hour since; " +
				"`cut_off`: Lapwing's own network is cut off, which is sent once, whatever the number of monitors.",
		),
	isReminder: z.boolean().describe("Whether it repeats a problem that lasts."),
	monitor: z
		.object({
			id: z.string().meta({ example: "mon_01jgezt6z8e7kb3mq4f2ys0nd5" }),
			name: z.string().meta({ example: "Shop" }),
			url: z
				.string()
				.describe("What is watched: a URL, or a host and port.")
				.meta({ example: "https://shop.example/" }),
		})
		.describe("The monitor that the event is about; for the cause `cut_off` the oldest of those not checked."),
	since: instant.nullable().describe("Start of the first failing check; null for certificates."),
	checkedAt: instant.nullable().describe("End of the check that caused the event; of an `up`, the recovery."),
	reason: z
		.string()
		.nullable()
		.describe("Why, in a word such as `timeout` or `status`; the list grows.")
		.meta({ example: "timeout" }),
	phase: z
		.string()
		.nullable()
		.describe("Where a failed attempt ended, such as `dns`, `connect` or `tls`; the list grows.")
		.meta({ example: "first_byte" }),
	error: z.string().nullable().describe("The evidence in one sentence."),
	location: z
		.string()
		.nullable()
		.describe("Where the check was made; null when that place has no name.")
		.meta({ example: "weur" }),
	machine: z
		.string()
		.nullable()
		.describe("The machine that made the check; null when that is not known.")
		.meta({ example: "monitor-1" }),
	locations: z
		.array(
			z.object({
				location: z.string().meta({ example: "frankfurt" }),
				verdict: z.string().describe("`down`, `degraded`, `up`, or `missed`: it was not checked from there."),
			}),
		)
		.optional()
		.describe("Only where several locations were asked: what each saw. `location` and `machine` are null then."),
	lastUpAt: instant.nullable().describe("The last check that was up; null when there was none, and for `up`."),
	outageMs: z.int().nullable().describe("How long the problem lasted, for `up` and `checked_again`; else null."),
	certificate: certificate.nullable(),
	escalation: z
		.object({
			step: z.int().describe("From 1, counted on through the repetitions.").meta({ example: 1 }),
			schedule: z.string().nullable().describe("The name of its schedule; null for a step that names channels."),
			onCall: z.string().nullable().describe("Who is on call; null for a step that names channels."),
			fallback: z.string().nullable().describe("Why it goes to the alert's own channel; null when it does not."),
		})
		.optional()
		.describe("Only in a message that a step of the alert's escalation sends, or that takes the place of one."),
	kind: z
		.string()
		.nullable()
		.describe(
			"What a `degraded` is about where that is not a check: `certificate`, `flapping` or `regional`; the list grows.",
		)
		.meta({ example: null }),
	regional: z
		.object({
			location: z.string().meta({ example: "frankfurt" }),
			isOver: z.boolean().describe("Whether it no longer sees the monitor down."),
		})
		.optional()
		.describe("Only of the kind `regional`: the location that alone sees it down, since `since`."),
	consequences: z
		.object({ count: z.int().min(1), monitors: z.array(named).max(100) })
		.nullable()
		.describe(
			"Problems of monitors that depend on this one, which are not notified themselves: those that last, of an `up` " +
				"all that there were; the names of the oldest 100.",
		)
		.meta({ example: null }),
	consequenceOf: named
		.nullable()
		.describe("The monitor that is down and that this one depends on, where the alert does not notify of that one.")
		.meta({ example: null }),
	link: z
		.string()
		.nullable()
		.describe(
			"The monitor's page, for `cut_off` the board, at `PUBLIC_URL`. When that is not set, at the `HOST` and `PORT` on " +
				"which the service listens, which may be of its own machine alone; null when these are no address that a " +
				"browser can open.",
		),
});

const cause = z
	.object({
		id: z.string().describe("The same in every message about this cause, its recovery included."),
		shared: z
			.string()
			.nullable()
			.describe(
				"What its monitors share: `address`, `certificate`, `name_server`, `location`, `dependency` or `moment` (so many " +
					"that chance is no explanation); the list grows. Null while it is one monitor.",
			),
		value: z.string().nullable().describe("The address, fingerprint, location or name; null where there is none."),
	})
	.describe("What the events have in common; left out where they are about no outage.");

const briefEvent = z.object({
	id: z.string().describe("As in `events`: the same at every attempt."),
	eventType: z.enum(NOTICE_EVENTS).describe("What happened."),
	monitorId: z.string().meta({ example: "mon_01jgezt6z8e7kb3mq4f2ys0nd5" }),
});

export const webhookPayload = z
	.object({
		version: z.literal(WEBHOOK_VERSION).describe("Raised when a member is removed or changes its meaning."),
		type: z.enum(types).describe("What the message is about."),
		timestamp: instant.describe("When the message was made: the same at every attempt."),
		data: z.object({
			alert: z.object({
				id: z.string().meta({ example: "alt_01jgezt6z8e7kb3mq4f2ys0nd5" }),
				name: z.string().meta({ example: "On call" }),
			}),
			noticeId: z.string().describe("Of the message: the id of its first event, and `webhook-id`."),
			cause: cause.optional(),
			summary: z.string().describe("One line on the whole message, for people."),
			events: z
				.array(event)
				.max(1_000)
				.describe(
					"What happened, in order: one event, several, or none for a test. All of them up to 1,000; of more, the " +
						"first 100, and the others in `more`.",
				),
			more: z
				.array(briefEvent)
				.max(9_900)
				.optional()
				.describe("The other events of a message about more than 1,000 monitors; left out of smaller ones."),
		}),
	})
	.describe("The body of a message to a webhook. Ignore members that you do not know: later versions may add some.");

export type WebhookPayload = z.infer<typeof webhookPayload>;
