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
import { discord } from "./channels/discord.ts";
import { email } from "./channels/email.ts";
import { microsoftTeams } from "./channels/microsoft-teams.ts";
import { ntfy } from "./channels/ntfy.ts";
import { opsgenie } from "./channels/opsgenie.ts";
import { pagerduty } from "./channels/pagerduty.ts";
import { slack } from "./channels/slack.ts";
import { telegram } from "./channels/telegram.ts";
import { webhook } from "./channels/webhook.ts";

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
};
