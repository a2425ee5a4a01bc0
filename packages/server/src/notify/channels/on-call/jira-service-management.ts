/**
 * Jira Service Management, the successor of Opsgenie: its integration events
 * (https://developer.atlassian.com/cloud/jira/service-desk-ops/rest/v1/api-group-integration-events/), with the key of
 * an API integration. An incident is one alert, found again by its alias; the answer is 202 before anything happened.
 */

import { byIncident } from "../../incident.ts";
import { genieAlert } from "./genie-alert.ts";

export const jiraServiceManagement = byIncident<"jira_service_management">(
	(action, message, { settings }, { link, endpoints }) =>
		genieAlert(action, message, {
			alertsUrl: `${endpoints.jira}/jsm/ops/integration/v2/alerts`,
			apiKey: settings.apiKey,
			link,
		}),
);
