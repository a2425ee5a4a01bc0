/**
 * Every channel, on one screen.
 *
 * To add one, touch three places: its fields in ../domain/channels.ts, a file beside this one that writes its messages, and a
 * row here. The API, its document, sealing, delivery and retries follow; a test of its format belongs beside its file.
 */

import type { ChannelType } from "../domain/channels.ts";
import type { Channel } from "./channel.ts";
import { discord } from "./discord.ts";
import { email } from "./email.ts";
import { microsoftTeams } from "./microsoft-teams.ts";
import { ntfy } from "./ntfy.ts";
import { opsgenie } from "./opsgenie.ts";
import { pagerduty } from "./pagerduty.ts";
import { slack } from "./slack.ts";
import { telegram } from "./telegram.ts";
import { webhook } from "./webhook.ts";

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
