/**
 * Opsgenie's Alert API (https://docs.opsgenie.com/docs/alert-api), which ends in April 2027: an incident is one alert,
 * found again by its alias. Messages may hold HTML (https://docs.opsgenie.com/docs/alerts-and-alert-fields), so no text
 * of ours may.
 */

import { byIncident } from "../../incident.ts";
import { genieAlert } from "./genie-alert.ts";

export const opsgenie = byIncident<"opsgenie">((action, message, { settings }, { link, endpoints }) =>
	genieAlert(action, message, {
		alertsUrl: `${endpoints.opsgenie[settings.region]}/v2/alerts`,
		apiKey: settings.apiKey,
		link,
	}),
);
