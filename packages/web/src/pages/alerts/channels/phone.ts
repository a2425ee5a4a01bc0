/** What reaches telephones. */

import { authorization, type ChannelFieldSpec, secretText, serverUrl } from "./field.ts";

export const PHONE = {
	ntfy: [
		{
			name: "topic",
			label: "Topic",
			kind: "text",
			placeholder: "lapwing-7f3a9c",
			hint: "Whoever knows it can read what is sent there, unless it is protected.",
		},
		{ name: "serverUrl", label: "Server", kind: "text", optional: true, placeholder: "https://ntfy.sh" },
		{
			name: "accessToken",
			label: "Access token",
			kind: "text",
			secret: true,
			optional: true,
			placeholder: "tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2",
			hint: "Where the topic is protected.",
		},
		{
			name: "acknowledgeLink",
			label: "Link to acknowledge",
			kind: "choice",
			optional: true,
			options: [
				{ value: "off", label: "Not in messages" },
				{ value: "on", label: "In messages: whoever reads the topic can use it" },
			],
		},
	],
	gotify: [
		serverUrl("Server", "https://gotify.example.com"),
		secretText("appToken", "Application token", "AFxqvsrt1q2w3e4", "Of an application that was created in Gotify."),
	],
	pushover: [
		secretText(
			"appToken",
			"Application token",
			"azGDORePK8gMaC0QOYAMyEEuzJnyUi",
			"30 characters, from pushover.net/apps.",
		),
		secretText(
			"userKey",
			"User or group key",
			"uQiRzpo4DXghDmr9QzzfQu27cmVRsG",
			"30 characters, from the dashboard of Pushover.",
		),
		{
			name: "urgency",
			label: "When a monitor is down",
			kind: "choice",
			optional: true,
			options: [
				{ value: "high", label: "Sound once, in quiet hours too" },
				{ value: "emergency", label: "Sound every minute until somebody confirms it, for an hour" },
			],
		},
		{
			name: "device",
			label: "Devices",
			kind: "text",
			optional: true,
			placeholder: "pixel",
			hint: "All of them, or these, separated by commas.",
		},
	],
	signal: [
		serverUrl("signal-cli-rest-api", "http://127.0.0.1:8080", "You run it, with a number registered in it."),
		{ name: "number", label: "Sends from", kind: "text", placeholder: "+491701234567" },
		{
			name: "recipients",
			label: "Recipients",
			kind: "list",
			placeholder: "+491701234568, group.c29tZSBncm91cA==",
			hint: "Numbers, groups or user names, separated by commas, 20 at most.",
		},
		authorization,
	],
	twilio: [
		{ name: "accountSid", label: "Account SID", kind: "text", placeholder: "AC0123456789abcdef0123456789abcdef" },
		{
			name: "apiKeySid",
			label: "API key SID",
			kind: "text",
			optional: true,
			placeholder: "SK0123456789abcdef0123456789abcdef",
			hint: "With one, the secret below is the key's, and the account's own token stays with you.",
		},
		secretText("authToken", "Auth token, or the key's secret", "0123456789abcdef", "From Twilio's console."),
		{ name: "from", label: "From", kind: "text", placeholder: "+15017122661", hint: "A number of the account." },
		{
			name: "to",
			label: "Recipients",
			kind: "list",
			placeholder: "+491701234567",
			hint: "Separated by commas, 5 at most.",
		},
		{
			name: "by",
			label: "By",
			kind: "choice",
			optional: true,
			options: [
				{ value: "sms", label: "SMS" },
				{ value: "call", label: "A call that reads it" },
				{ value: "sms_and_call", label: "Both" },
			],
		},
	],
	home_assistant: [
		serverUrl("Home Assistant", "http://homeassistant.local:8123"),
		secretText("accessToken", "Long-lived access token", "eyJhbGciOiJIUzI1NiJ9.e30.abc", "Your profile, Security."),
		{
			name: "service",
			label: "Action",
			kind: "text",
			optional: true,
			placeholder: "notify.notify",
			hint: "notify.mobile_app_… for one phone, notify.send_message for an entity, persistent_notification.create.",
		},
		{
			name: "entityId",
			label: "Entity",
			kind: "text",
			optional: true,
			placeholder: "notify.ada",
			hint: "For notify.send_message.",
		},
	],
} as const satisfies Record<string, readonly ChannelFieldSpec[]>;
