/**
 * The alerts of Opsgenie, and of Jira Service Management, its successor, which took over paths, members and limits
 * (https://developer.atlassian.com/cloud/jira/service-desk-ops/rest/v1/api-group-integration-events/).
 */

import type { Message } from "../../../domain/alerts/notice.ts";
import { type Link, linesOf, tableOf, textOf } from "../../../domain/alerts/texts/message-text.ts";
import { shortened } from "../../../domain/alerts/texts/words.ts";
import type { Post } from "../../channel.ts";
import { type Action, incidentKey, severityOf, subjectOf } from "../../incident.ts";

/** Limits of both: characters of the message, the entity, the description and a note. */
const MAX_MESSAGE = 130;
const MAX_ENTITY = 512;
const MAX_DESCRIPTION = 15_000;
/** Of a note, which may have 25,000: whoever reads it has read others. */
const NOTE_ROOM = 5_000;
const PRIORITIES = { down: "P1", degraded: "P3", blind: "P3" } as const;

interface Destination {
	readonly alertsUrl: string;
	readonly apiKey: string;
	readonly link: Link;
}

export function genieAlert(action: Action, message: Message, { alertsUrl, apiKey, link }: Destination): Post {
	const [notice] = message.notices;
	const alias = incidentKey(message);
	const headers = { authorization: `GenieKey ${apiKey}` };
	const text = textOf(message, link);
	if (action === "close") {
		const note = [text.title, ...text.lead].map(literal).join("\n");
		return { url: ofAlert(alertsUrl, alias, "close"), headers, body: { source: "Lapwing", note } };
	}
	if (action === "acknowledge") {
		const url = ofAlert(alertsUrl, alias, "acknowledge");
		const note = literal(`Acknowledged in Lapwing: ${notice?.acknowledgedBy}`);
		return { url, headers, body: { source: "Lapwing", note } };
	}
	return {
		url: alertsUrl,
		headers,
		body: {
			...changeable(message, link),
			alias,
			details: Object.fromEntries(Object.entries(tableOf(message)).map(([label, value]) => [label, literal(value)])),
			entity: shortened(literal(subjectOf(message).name), MAX_ENTITY),
			source: "Lapwing",
		},
	};
}

/**
 * An alert that is open takes in another one of its alias, and keeps its message, description and priority: each is
 * changed by a request of its own. All may be repeated.
 */
export function changedAlert(message: Message, { alertsUrl, apiKey, link }: Destination): Post[] {
	const alias = incidentKey(message);
	return Object.entries(changeable(message, link)).map(([field, value]) => ({
		method: "PUT",
		url: ofAlert(alertsUrl, alias, field),
		headers: { authorization: `GenieKey ${apiKey}` },
		body: { [field]: value },
	}));
}

/** A note on an alert that is open, for a key that may change nothing else of it. */
export function alertNote(message: Message, { alertsUrl, apiKey, link }: Destination): Post {
	const text = textOf(message, link);
	const note = [text.title, ...linesOf(text, NOTE_ROOM)].map(literal).join("\n");
	return {
		url: ofAlert(alertsUrl, incidentKey(message), "notes"),
		headers: { authorization: `GenieKey ${apiKey}` },
		body: { source: "Lapwing", note },
	};
}

/** What of an alert changes while it lasts. */
function changeable(message: Message, link: Link) {
	const text = textOf(message, link);
	const severity = severityOf(message);
	const lines = linesOf(text, MAX_DESCRIPTION / 2).map(literal);
	return {
		message: shortened(literal(text.title), MAX_MESSAGE),
		description: [...lines, ...(text.link === null ? [] : [text.link])].join("\n"),
		priority: severity === null ? "P5" : PRIORITIES[severity],
	};
}

function ofAlert(alertsUrl: string, alias: string, what: string): string {
	return `${alertsUrl}/${encodeURIComponent(alias)}/${what}?identifierType=alias`;
}

/**
 * A `<` that no letter follows opens no tag (HTML, "tag open state"). An escape would be shown as it is where texts
 * are plain, on telephones; a space without width is seen nowhere.
 */
function literal(text: string): string {
	return text.replaceAll("<", "<\u200b");
}
