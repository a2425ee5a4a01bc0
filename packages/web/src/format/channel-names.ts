/** The names of channels, apart from other words: the first load of the board needs none of them. */

import type { ChannelType } from "../api/alerts.ts";
import { inWords } from "./words.ts";

const CHANNELS: Readonly<Record<ChannelType, string>> = {
	webhook: "Webhook",
	email: "Email",
	slack: "Slack",
	discord: "Discord",
	microsoft_teams: "Microsoft Teams",
	telegram: "Telegram",
	pagerduty: "PagerDuty",
	opsgenie: "Opsgenie",
	ntfy: "ntfy",
	gotify: "Gotify",
	pushover: "Pushover",
	matrix: "Matrix",
	mattermost: "Mattermost",
	rocketchat: "Rocket.Chat",
	google_chat: "Google Chat",
	zulip: "Zulip",
	signal: "Signal",
	twilio: "SMS and calls (Twilio)",
	home_assistant: "Home Assistant",
	jira_service_management: "Jira Service Management",
	incident_io: "incident.io",
	alertmanager: "Alertmanager",
	apprise: "Apprise",
	http: "HTTP request",
};

export function channelName(type: string): string {
	return Object.hasOwn(CHANNELS, type) ? CHANNELS[type as ChannelType] : inWords(type);
}
