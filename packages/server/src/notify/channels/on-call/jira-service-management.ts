/**
 * Jira Service Management, the successor of Opsgenie: its integration events
 * (https://developer.atlassian.com/cloud/jira/service-desk-ops/rest/v1/api-group-integration-events/), with the key of
 * an API integration. An incident is one alert, found again by its alias; the answer is 202 before anything happened.
 * Such a key creates, acknowledges, closes and adds notes, and changes nothing else: what is said later is a note.
 */

import type { Composing, DestinationOf } from "../../channel.ts";
import { byIncident } from "../../incident.ts";
import { alertNote, genieAlert } from "./genie-alert.ts";

export const jiraServiceManagement = byIncident<"jira_service_management">(
	(action, message, destination, tools) => genieAlert(action, message, alertsOf(destination, tools)),
	(message, destination, tools) => [alertNote(message, alertsOf(destination, tools))],
);

function alertsOf({ settings }: DestinationOf<"jira_service_management">, { link, endpoints }: Composing) {
	return { alertsUrl: `${endpoints.jira}/jsm/ops/integration/v2/alerts`, apiKey: settings.apiKey, link };
}
