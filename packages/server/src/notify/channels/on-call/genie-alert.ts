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
		const url = `${alertsUrl}/${encodeURIComponent(alias)}/close?identifierType=alias`;
		return { url, headers, body: { source: "Lapwing", note: literal(text.title) } };
	}
	if (action === "acknowledge") {
		const url = `${alertsUrl}/${encodeURIComponent(alias)}/acknowledge?identifierType=alias`;
		const note = literal(`Acknowledged in Lapwing: ${notice?.acknowledgedBy}`);
		return { url, headers, body: { source: "Lapwing", note } };
	}
	const severity = severityOf(message);
	const lines = linesOf(text, MAX_DESCRIPTION / 2).map(literal);
	return {
		url: alertsUrl,
		headers,
		body: {
			message: shortened(literal(text.title), MAX_MESSAGE),
			alias,
			description: [...lines, ...(text.link === null ? [] : [text.link])].join("\n"),
			details: Object.fromEntries(Object.entries(tableOf(message)).map(([label, value]) => [label, literal(value)])),
			entity: shortened(literal(subjectOf(message).name), MAX_ENTITY),
			source: "Lapwing",
			priority: severity === null ? "P5" : PRIORITIES[severity],
		},
	};
}

/**
 * A `<` that no letter follows opens no tag (HTML, "tag open state"). An escape would be shown as it is where texts
 * are plain, on telephones; a space without width is seen nowhere.
 */
function literal(text: string): string {
	return text.replaceAll("<", "<\u200b");
}
