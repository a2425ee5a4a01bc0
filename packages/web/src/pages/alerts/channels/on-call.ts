/** Services that keep incidents and wake people. */

import { authorization, type ChannelFieldSpec, region, secretText, serverUrl } from "./field.ts";

export const ON_CALL = {
	pagerduty: [
		{
			name: "routingKey",
			label: "Integration key",
			kind: "text",
			secret: true,
			placeholder: "0123456789abcdef0123456789abcdef",
			hint: "32 characters, of an Events API v2 integration.",
		},
		region,
	],
	jira_service_management: [
		secretText(
			"apiKey",
			"API key",
			"eb243592-faa2-4ba2-a551-1afdf565c889",
			"Of an API integration of a team's operations.",
		),
	],
	incident_io: [
		{
			name: "alertSourceId",
			label: "Alert source",
			kind: "text",
			placeholder: "01GW2G3V0S59R238FAHPDS1R66",
			hint: "The last part of the URL of an HTTP alert source.",
		},
		secretText("token", "Token", "0123456789abcdef", "Shown beside its URL."),
	],
	alertmanager: [
		serverUrl("Alertmanager", "http://127.0.0.1:9093", "Its own routes and silences apply."),
		authorization,
	],
	opsgenie: [
		{
			name: "apiKey",
			label: "API key",
			kind: "text",
			secret: true,
			placeholder: "eb243592-faa2-4ba2-a551-1afdf565c889",
			hint: "Of an API integration.",
		},
		region,
	],
} as const satisfies Record<string, readonly ChannelFieldSpec[]>;
