/**
 * PagerDuty's Events API v2 (https://developer.pagerduty.com/docs/send-alert-event): texts are plain, an outage is
 * one alert.
 */

import { byPost } from "../channel.ts";
import { incidentDetails, incidentKey, subjectOf } from "../incident.ts";
import { headline, shortened } from "../message-text.ts";

const MAX_SUMMARY = 1_024;
const SEVERITIES = { down: "critical", degraded: "warning", blind: "warning" } as const;

export const pagerduty = byPost<"pagerduty">(false, (message, { settings }, { link, endpoints }) => {
	const [notice] = message.notices;
	const key = { routing_key: settings.routingKey, dedup_key: incidentKey(message) };
	const url = `${endpoints.pagerduty[settings.region]}/v2/enqueue`;
	if (notice?.event === "up" || notice?.event === "checked_again")
		return { url, body: { ...key, event_action: "resolve" } };
	const { name, target } = subjectOf(message);
	const href = notice === undefined ? null : link(notice);
	return {
		url,
		body: {
			...key,
			event_action: "trigger",
			payload: {
				summary: shortened(headline(message), MAX_SUMMARY),
				source: target,
				severity: notice === undefined ? "info" : SEVERITIES[notice.event],
				timestamp: new Date(notice?.checkedAt ?? message.createdAt).toISOString(),
				component: name,
				class: notice?.reason ?? notice?.cause ?? "test",
				custom_details: incidentDetails(notice),
			},
			client: "Lapwing",
			...(href !== null && { links: [{ href, text: "Open in Lapwing" }] }),
		},
	};
});
