/**
 * PagerDuty's Events API v2 (https://developer.pagerduty.com/docs/send-alert-event): texts are plain, an outage is
 * one alert.
 */

import { tableOf, textOf } from "../../../domain/alerts/texts/message-text.ts";
import { shortened } from "../../../domain/alerts/texts/words.ts";
import { byPost } from "../../channel.ts";
import { incidentKey, subjectOf } from "../../incident.ts";

const MAX_SUMMARY = 1_024;
const SEVERITIES = { down: "critical", degraded: "warning", blind: "warning" } as const;

export const pagerduty = byPost<"pagerduty">(false, (message, { settings }, { link, endpoints }) => {
	const [notice] = message.notices;
	const key = { routing_key: settings.routingKey, dedup_key: incidentKey(message) };
	const url = `${endpoints.pagerduty[settings.region]}/v2/enqueue`;
	if (notice?.event === "up" || notice?.event === "checked_again")
		return { url, body: { ...key, event_action: "resolve" } };
	if (notice?.acknowledgedBy !== undefined) return { url, body: { ...key, event_action: "acknowledge" } };
	const { name, target } = subjectOf(message);
	const { title, lead, link: href } = textOf(message, link);
	return {
		url,
		body: {
			...key,
			event_action: "trigger",
			payload: {
				// All that its notifications show: also since when, and how sure it is.
				summary: shortened([title, ...lead].join(" · "), MAX_SUMMARY),
				source: target,
				severity: notice === undefined ? "info" : SEVERITIES[notice.event],
				timestamp: new Date(notice?.checkedAt ?? message.createdAt).toISOString(),
				component: name,
				class: notice?.reason ?? notice?.cause ?? "test",
				custom_details: tableOf(message),
			},
			client: "Lapwing",
			...(href !== null && { links: [{ href, text: "Open in Lapwing" }] }),
		},
	};
});
