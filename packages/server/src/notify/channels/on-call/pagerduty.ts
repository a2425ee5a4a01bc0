/**
 * PagerDuty's Events API v2 (https://developer.pagerduty.com/docs/send-alert-event): texts are plain, an incident
 * is one alert.
 */

import { linesOf, tableOf, textOf } from "../../../domain/alerts/texts/message-text.ts";
import { shortened } from "../../../domain/alerts/texts/words.ts";
import { byIncident, incidentKey, severityOf, subjectOf } from "../../incident.ts";

const MAX_SUMMARY = 1_024;
/** An event may have 512 KB; people read the first lines. */
const MAX_LIST = 10_000;
const SEVERITIES = { down: "critical", degraded: "warning", blind: "warning" } as const;

export const pagerduty = byIncident<"pagerduty">((action, message, { settings }, { link, endpoints }) => {
	const [notice] = message.notices;
	const key = { routing_key: settings.routingKey, dedup_key: incidentKey(message) };
	const url = `${endpoints.pagerduty[settings.region]}/v2/enqueue`;
	if (action === "close") return { url, body: { ...key, event_action: "resolve" } };
	if (action === "acknowledge") return { url, body: { ...key, event_action: "acknowledge" } };
	const severity = severityOf(message);
	const { name, target } = subjectOf(message);
	const text = textOf(message, link);
	const { title, lead, link: href } = text;
	return {
		url,
		body: {
			...key,
			event_action: "trigger",
			payload: {
				// All that its notifications show: also since when, and how sure it is.
				summary: shortened([title, ...lead].join(" · "), MAX_SUMMARY),
				source: target,
				severity: severity === null ? "info" : SEVERITIES[severity],
				timestamp: new Date(notice?.checkedAt ?? message.createdAt).toISOString(),
				component: name,
				class: notice?.reason ?? notice?.cause ?? "test",
				custom_details: text.list.length > 0 ? { Monitors: linesOf(text, MAX_LIST).join("\n") } : tableOf(message),
			},
			client: "Lapwing",
			...(href !== null && { links: [{ href, text: "Open in Lapwing" }] }),
		},
	};
});
