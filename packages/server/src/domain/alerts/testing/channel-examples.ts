/** A channel of each type, as a team gives it. */

import type { ChannelType } from "../channels.ts";

/** Of Standard Webhooks. */
const KEY = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

export const CHANNEL_OF = {
	webhook: { url: "https://hooks.example/a", secret: KEY },
	email: { to: ["a@ops.example"] },
	slack: { url: "https://hooks.slack.com/services/T/B/sekret" },
	discord: { url: "https://discord.com/api/webhooks/1/sekret" },
	microsoft_teams: { url: "https://x.logic.azure.com/workflows/sekret" },
	telegram: { botToken: "123:sekret", chatId: "@ops" },
	pagerduty: { routingKey: "s3kret00".repeat(4) },
	opsgenie: { apiKey: "sekret-1" },
	ntfy: { topic: "ops", accessToken: "tk_sekret" },
	gotify: { serverUrl: "https://gotify.example", appToken: "sekret" },
	pushover: { appToken: "sekret".repeat(5), userKey: "s3kret".repeat(5) },
	matrix: { serverUrl: "https://matrix.example", roomId: "!ops:matrix.example", accessToken: "syt_sekret" },
	mattermost: { url: "https://chat.example/hooks/sekret" },
	rocketchat: { url: "https://rocket.example/hooks/1/sekret" },
	google_chat: { url: "https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=sekret" },
	zulip: { serverUrl: "https://z.example", botEmail: "bot@z.example", apiKey: "sekret", channel: "ops" },
	signal: {
		serverUrl: "https://signal.example",
		number: "+491701234567",
		recipients: ["+491701234568", "group.c29tZSBncm91cA==", "ada_l.42"],
		authorization: "Basic sekret",
	},
	twilio: { accountSid: `AC${"0".repeat(32)}`, authToken: "sekret", from: "+15017122661", to: ["+15558675310"] },
	home_assistant: { serverUrl: "https://home.example", accessToken: "eyJ.sekret" },
	jira_service_management: { apiKey: "sekret-1" },
	incident_io: { alertSourceId: "01GW2G3V0S59R238FAHPDS1R66", token: "sekret" },
	alertmanager: { serverUrl: "https://am.example/prefix", authorization: "Bearer sekret" },
	apprise: { serverUrl: "https://apprise.example", key: "ops", authorization: "Bearer sekret" },
	http: { url: "https://x.example/sekret", headers: "X-Key: sekret", body: '{"t":"{{title}}"}' },
} satisfies Record<ChannelType, object>;
