/**
 * Opsgenie's Alert API (https://docs.opsgenie.com/docs/alert-api), which ends in April 2027: an outage is one alert,
 * found again by its alias. Messages may hold HTML (https://docs.opsgenie.com/docs/alerts-and-alert-fields), so no text
 * of ours may.
 */

import { byPost } from "../../channel.ts";
import { genieAlert } from "./genie-alert.ts";

export const opsgenie = byPost<"opsgenie">(false, (message, { settings }, { link, endpoints }) =>
	genieAlert(message, {
		alertsUrl: `${endpoints.opsgenie[settings.region]}/v2/alerts`,
		apiKey: settings.apiKey,
		link,
	}),
);
