/**
 * incident.io's alert events (https://docs.incident.io/api-reference/alert-events-v2/createhttp) of an HTTP alert
 * source: `firing` and `resolved` under one `deduplication_key`. There is no third status: an acknowledgement is made
 * in incident.io alone. 202; 1,200 requests a minute, then 429.
 */

import { linesOf, tableOf, textOf } from "../../../domain/alerts/texts/message-text.ts";
import { shortened } from "../../../domain/alerts/texts/words.ts";
import { byIncident, incidentKey, subjectOf } from "../../incident.ts";

const MAX_TITLE = 250;
/** Of Markdown, which incident.io shows. */
const ROOM = 4_000;

export const incidentIo = byIncident<"incident_io">((action, message, { settings }, { link, endpoints }) => {
	const [notice] = message.notices;
	const text = textOf(message, link);
	const { name, target } = subjectOf(message);
	return {
		url: `${endpoints.incidentIo}/v2/alert_events/http/${settings.alertSourceId}`,
		headers: { authorization: `Bearer ${settings.token}` },
		body: {
			title: shortened(text.title, MAX_TITLE),
			description: linesOf(text, ROOM).map(literal).join("\n\n"),
			deduplication_key: incidentKey(message),
			status: action === "close" ? "resolved" : "firing",
			...(text.link !== null && { source_url: text.link }),
			metadata: {
				monitor: name,
				target,
				event: notice?.event ?? "test",
				reason: notice?.reason ?? notice?.cause ?? "test",
				alert: message.alert.name,
				details: tableOf(message),
			},
		},
	};
});

/** A backslash takes the meaning from any ASCII punctuation (CommonMark §2.4). */
function literal(text: string): string {
	return text.replace(/[\\`*_~|<>[\](){}#+\-!&]/g, "\\$&");
}
