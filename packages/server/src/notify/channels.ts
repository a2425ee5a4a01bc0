/**
 * Every channel, on one screen.
 *
 * To add one, touch three places: its fields in ../domain/alerts/channels.ts, a file beside this one that writes its
 * messages, and a row here. The API, its document, encryption, delivery and retries follow; a test of its format
 * belongs beside its file. The dashboard has two rows more, its name and the fields of its form (packages/web:
 * format/words.ts, pages/alerts/channel-fields.ts), and does not compile without them.
 */

import type { ChannelType } from "../domain/alerts/channels.ts";
import type { Channel } from "./channel.ts";
import { alertmanager } from "./channels/alertmanager.ts";
import { apprise } from "./channels/apprise.ts";
import { discord } from "./channels/discord.ts";
import { email } from "./channels/email.ts";
import { googleChat } from "./channels/google-chat.ts";
import { gotify } from "./channels/gotify.ts";
import { homeAssistant } from "./channels/home-assistant.ts";
import { http } from "./channels/http.ts";
import { incidentIo } from "./channels/incident-io.ts";
import { jiraServiceManagement } from "./channels/jira-service-management.ts";
import { matrix } from "./channels/matrix.ts";
import { mattermost } from "./channels/mattermost.ts";
import { microsoftTeams } from "./channels/microsoft-teams.ts";
import { ntfy } from "./channels/ntfy.ts";
import { opsgenie } from "./channels/opsgenie.ts";
import { pagerduty } from "./channels/pagerduty.ts";
import { pushover } from "./channels/pushover.ts";
import { rocketchat } from "./channels/rocketchat.ts";
import { signal } from "./channels/signal.ts";
import { slack } from "./channels/slack.ts";
import { telegram } from "./channels/telegram.ts";
import { twilio } from "./channels/twilio.ts";
import { webhook } from "./channels/webhook.ts";
import { zulip } from "./channels/zulip.ts";

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
