/**
 * Signed JSON to any server, as the Standard Webhooks specification says
 * (https://github.com/standard-webhooks/standard-webhooks): `webhook-id` is the message's id at every attempt,
 * `webhook-timestamp` that of the attempt. For a day after a change of the secret, messages carry the signatures of
 * both.
 */

import { Webhook } from "standardwebhooks";
import { kindOf } from "../../../domain/alerts/alert-policy.ts";
import { shownFacts } from "../../../domain/alerts/escalation.ts";
import { type Message, type MessageCause, type Notice, outageMs } from "../../../domain/alerts/notice.ts";
import { headline, TEST_TEXT } from "../../../domain/alerts/texts/message-text.ts";
import { WEBHOOK_VERSION, type WebhookPayload, type WebhookType } from "../../../domain/alerts/webhook-payload.ts";
import { byPost, type Tools } from "../../channel.ts";

export const webhook = byPost<"webhook">(true, (message, { settings, previous }, tools) => {
	const body = JSON.stringify(payloadOf(message, tools));
	const sentAt = new Date(tools.now());
	const secrets = previous === null ? [settings.secret] : [settings.secret, previous.secret];
	return {
		url: settings.url,
		headers: {
			"webhook-id": message.id,
			"webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
			"webhook-signature": secrets.map((secret) => new Webhook(secret).sign(message.id, sentAt, body)).join(" "),
		},
		body,
	};
});

/** Exported for the examples of docs/use/webhooks, which a test holds against it. */
export function payloadOf(message: Message, tools: Pick<Tools, "link">): WebhookPayload {
	return {
		version: WEBHOOK_VERSION,
		type: typeOf(message),
		timestamp: iso(message.createdAt),
		data: {
			alert: { id: message.alert.id, name: message.alert.name },
			noticeId: message.id,
			...(message.cause !== undefined && { cause: causeOf(message.cause) }),
			summary: message.notices.length === 0 ? TEST_TEXT : headline(message, tools.link),
			events: message.notices.map((notice) => eventOf(notice, tools.link(notice))),
			...(message.others !== undefined &&
				message.others.length > 0 && {
					more: message.others.map(({ id, event, monitorId }) => ({ id, eventType: event, monitorId })),
				}),
		},
	};
}

function typeOf({ notices }: Message): WebhookType {
	const [first, ...others] = notices;
	if (first === undefined) return "alert.test";
	return others.length === 0 ? `monitor.${first.event}` : "monitors.changed";
}

function causeOf({ id, shared, value }: MessageCause) {
	return { id, shared, value };
}

function eventOf(notice: Notice, link: string | null): WebhookPayload["data"]["events"][number] {
	const { certificate, escalation } = notice;
	return {
		id: notice.id,
		eventType: notice.event,
		cause: notice.cause,
		isReminder: notice.isReminder,
		monitor: { id: notice.monitor.id, name: notice.monitor.name, url: notice.monitor.target },
		since: iso(notice.since),
		checkedAt: iso(notice.checkedAt),
		reason: notice.reason,
		phase: notice.phase,
		error: notice.error,
		location: notice.location,
		machine: notice.machine,
		...(notice.locations && { locations: notice.locations.map((seen) => ({ ...seen })) }),
		lastUpAt: iso(notice.lastUpAt),
		outageMs: outageMs(notice),
		certificate: certificate && { ...certificate, expiresAt: iso(certificate.expiresAt) },
		...(escalation !== undefined && { escalation: shownFacts(escalation) }),
		kind: kindOf(notice.cause),
		...(notice.regional && { regional: { ...notice.regional } }),
		consequences: notice.consequences
			? { count: notice.consequences.count, monitors: [...notice.consequences.monitors] }
			: null,
		consequenceOf: notice.consequenceOf ?? null,
		link,
	};
}

function iso(instant: number): string;
function iso(instant: number | null): string | null;
function iso(instant: number | null): string | null {
	return instant === null ? null : new Date(instant).toISOString();
}
