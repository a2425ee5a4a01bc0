/**
 * Every channel, on one screen.
 *
 * To add one, touch the places that docs/ARCHITECTURE.md lists, of which a row here is one. The API, its document,
 * encryption, delivery and retries follow; a test of its format belongs beside its file.
 */

import type { ChannelType } from "../domain/alerts/channels.ts";
import type { Channel } from "./channel.ts";
import { discord } from "./channels/chat/discord.ts";
import { email } from "./channels/chat/email.ts";
import { googleChat } from "./channels/chat/google-chat.ts";
import { matrix } from "./channels/chat/matrix.ts";
import { mattermost } from "./channels/chat/mattermost.ts";
import { microsoftTeams } from "./channels/chat/microsoft-teams.ts";
import { rocketchat } from "./channels/chat/rocketchat.ts";
import { slack } from "./channels/chat/slack.ts";
import { telegram } from "./channels/chat/telegram.ts";
import { zulip } from "./channels/chat/zulip.ts";
import { alertmanager } from "./channels/on-call/alertmanager.ts";
import { incidentIo } from "./channels/on-call/incident-io.ts";
import { jiraServiceManagement } from "./channels/on-call/jira-service-management.ts";
import { opsgenie } from "./channels/on-call/opsgenie.ts";
import { pagerduty } from "./channels/on-call/pagerduty.ts";
import { gotify } from "./channels/phone/gotify.ts";
import { homeAssistant } from "./channels/phone/home-assistant.ts";
import { ntfy } from "./channels/phone/ntfy.ts";
import { pushover } from "./channels/phone/pushover.ts";
import { signal } from "./channels/phone/signal.ts";
import { twilio } from "./channels/phone/twilio.ts";
import { apprise } from "./channels/programs/apprise.ts";
import { http } from "./channels/programs/http.ts";
import { webhook } from "./channels/programs/webhook.ts";

export const CHANNEL_SENDERS: { readonly [Type in ChannelType]: Channel<Type> } = {
	webhook,
	email,
	slack,
	discord,
	microsoft_teams: microsoftTeams,
	telegram,
	pagerduty,
	opsgenie,
	ntfy,
	gotify,
	pushover,
	matrix,
	mattermost,
	rocketchat,
	google_chat: googleChat,
	zulip,
	signal,
	twilio,
	home_assistant: homeAssistant,
	jira_service_management: jiraServiceManagement,
	incident_io: incidentIo,
	alertmanager,
	apprise,
	http,
};
