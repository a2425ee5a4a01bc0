/** Mail and chats. */

import { type ChannelFieldSpec, hookUrl, secretText, serverUrl } from "./field.ts";

export const CHAT = {
	email: [
		{
			name: "to",
			label: "Recipients",
			kind: "list",
			placeholder: "oncall@example.com",
			hint: "Separated by commas, 20 at most.",
		},
	],
	slack: [hookUrl("https://hooks.slack.com/services/T0000/B0000/key", "An incoming webhook of the channel.")],
	microsoft_teams: [
		hookUrl("https://example.westeurope.logic.azure.com/workflows/key", "Of a workflow that a webhook request starts."),
	],
	discord: [hookUrl("https://discord.com/api/webhooks/1234/key", "A webhook of the channel.")],
	telegram: [
		{
			name: "botToken",
			label: "Bot token",
			kind: "text",
			secret: true,
			placeholder: "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw",
			hint: "From @BotFather.",
		},
		{ name: "chatId", label: "Chat", kind: "text", placeholder: "@channel", hint: "A chat's number, or @channel." },
	],
	google_chat: [
		hookUrl(
			"https://chat.googleapis.com/v1/spaces/AAAA/messages?key=AIza01&token=abc",
			"A webhook of the space: Apps & integrations, Webhooks.",
		),
	],
	mattermost: [hookUrl("https://chat.example.com/hooks/key", "An incoming webhook of the channel.")],
	rocketchat: [hookUrl("https://chat.example.com/hooks/id/token", "An incoming webhook integration that is enabled.")],
	matrix: [
		serverUrl("Homeserver", "https://matrix.example.com"),
		{
			name: "roomId",
			label: "Room",
			kind: "text",
			placeholder: "!AbCdEfGh:example.com",
			hint: "Its internal id, from the room's settings. The account has joined it, and it is not encrypted.",
		},
		secretText("accessToken", "Access token", "syt_bGFwd2luZw_abcdef_0123", "Of the account that sends."),
	],
	zulip: [
		serverUrl("Organization", "https://example.zulipchat.com"),
		{ name: "botEmail", label: "Bot's email", kind: "text", placeholder: "lapwing-bot@example.zulipchat.com" },
		secretText("apiKey", "Bot's API key", "a0b1c2d3e4f5g6h7", "Settings, Bots."),
		{ name: "channel", label: "Channel", kind: "text", placeholder: "operations" },
		{ name: "topic", label: "Topic", kind: "text", optional: true, placeholder: "Lapwing" },
	],
} as const satisfies Record<string, readonly ChannelFieldSpec[]>;
