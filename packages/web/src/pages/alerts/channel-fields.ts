/** The form fields of each channel, in the order in which they are offered. The API validates what they hold. */

import type { ChannelType } from "../../api/alerts.ts";

export interface ChannelFieldSpec {
	readonly name: string;
	readonly label: string;
	readonly kind: "text" | "emails" | "region";
	readonly hint?: string;
	readonly placeholder?: string;
	/** Never answered: if left empty in an existing alert, it is kept. */
	readonly secret?: true;
	readonly optional?: true;
	/** Made anew for a new alert, and shown in its form, for the receiver. */
	readonly generated?: true;
}

const hookUrl = (placeholder: string, hint: string): ChannelFieldSpec => ({
	name: "url",
	label: "Webhook address",
	kind: "text",
	secret: true,
	placeholder,
	hint,
});
const region: ChannelFieldSpec = { name: "region", label: "Region", kind: "region", optional: true };

export const CHANNEL_FIELDS: Readonly<Record<ChannelType, readonly ChannelFieldSpec[]>> = {
	email: [
		{
			name: "to",
			label: "Recipients",
			kind: "emails",
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
	],
	webhook: [
		{ name: "url", label: "Address", kind: "text", placeholder: "https://example.com/hooks/lapwing" },
		{
			name: "secret",
			label: "Signing key",
			kind: "text",
			secret: true,
			generated: true,
			placeholder: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
			hint:
				"Signs each request as Standard Webhooks says. The receiver needs it: copy it now, it is not shown again. " +
				"After a change both keys sign for a day.",
		},
	],
};

/** None for a channel that only a newer service has. */
export function channelFields(type: string): readonly ChannelFieldSpec[] {
	return Object.hasOwn(CHANNEL_FIELDS, type) ? CHANNEL_FIELDS[type as ChannelType] : [];
}

const KEY_BYTES = 24;

/** A signing key as Standard Webhooks spells it. */
export function newSigningKey(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
	return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
