/**
 * Opsgenie's Alert API (https://docs.opsgenie.com/docs/alert-api and, of what is changed later,
 * https://docs.opsgenie.com/docs/alert-api-continued), which ends in April 2027: an incident is one alert, found again
 * by its alias. Messages may hold HTML (https://docs.opsgenie.com/docs/alerts-and-alert-fields), so no text of ours
 * may.
 */

import type { Composing, DestinationOf } from "../../channel.ts";
import { byIncident } from "../../incident.ts";
import { changedAlert, genieAlert } from "./genie-alert.ts";

export const opsgenie = byIncident<"opsgenie">(
	(action, message, destination, tools) => genieAlert(action, message, alertsOf(destination, tools)),
	(message, destination, tools) => changedAlert(message, alertsOf(destination, tools)),
);

function alertsOf({ settings }: DestinationOf<"opsgenie">, { link, endpoints }: Composing) {
	return { alertsUrl: `${endpoints.opsgenie[settings.region]}/v2/alerts`, apiKey: settings.apiKey, link };
}
