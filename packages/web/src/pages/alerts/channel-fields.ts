/** The form fields of each channel. The API's table of channels validates them. */

export interface ChannelFieldSpec {
	readonly name: string;
	readonly label: string;
	readonly kind: "text" | "emails" | "region";
	readonly hint?: string;
	readonly placeholder?: string;
	/** Never answered: if left empty in an existing alert, it is kept. */
	readonly secret?: true;
	readonly optional?: true;
}

export interface ChannelSpec {
	readonly type: string;
	readonly fields: readonly ChannelFieldSpec[];
}

const hookUrl = (placeholder: string, hint: string): ChannelFieldSpec => ({
	name: "url",
	label: "Address of the hook",
	kind: "text",
	secret: true,
	placeholder,
	hint,
});
const region: ChannelFieldSpec = { name: "region", label: "Region", kind: "region", optional: true };

export const CHANNEL_SPECS: readonly ChannelSpec[] = [
	{
		type: "email",
		fields: [
			{
				name: "to",
				label: "Recipients",
				kind: "emails",
				placeholder: "oncall@example.com",
				hint: "Separated by commas, 20 at most.",
			},
		],
	},
	{ type: "slack", fields: [hookUrl("https://hooks.slack.com/services/…", "An incoming webhook of the channel.")] },
	{
		type: "microsoft_teams",
		fields: [hookUrl("https://….logic.azure.com/…", "Of a workflow that a webhook request starts.")],
	},
	{ type: "discord", fields: [hookUrl("https://discord.com/api/webhooks/…", "A webhook of the channel.")] },
	{
		type: "telegram",
		fields: [
			{ name: "botToken", label: "Bot token", kind: "text", secret: true, hint: "From @BotFather." },
			{ name: "chatId", label: "Chat", kind: "text", placeholder: "@channel", hint: "A chat's number, or @channel." },
		],
	},
	{
		type: "pagerduty",
		fields: [
			{
				name: "routingKey",
				label: "Integration key",
				kind: "text",
				secret: true,
				hint: "32 characters, of an Events API v2 integration.",
			},
			region,
		],
	},
	{
		type: "opsgenie",
		fields: [{ name: "apiKey", label: "API key", kind: "text", secret: true, hint: "Of an API integration." }, region],
	},
	{
		type: "ntfy",
		fields: [
			{ name: "topic", label: "Topic", kind: "text" },
			{ name: "serverUrl", label: "Server", kind: "text", optional: true, placeholder: "https://ntfy.sh" },
			{
				name: "accessToken",
				label: "Access token",
				kind: "text",
				secret: true,
				optional: true,
				hint: "Where the topic is protected.",
			},
		],
	},
	{
		type: "webhook",
		fields: [
			{ name: "url", label: "Address", kind: "text", placeholder: "https://example.com/hooks/lapwing" },
			{
				name: "secret",
				label: "Signing key",
				kind: "text",
				secret: true,
				hint: "Signs each request as Standard Webhooks says. After a change both keys sign for a day.",
			},
		],
	},
];

export function channelSpec(type: string): ChannelSpec {
	return CHANNEL_SPECS.find((spec) => spec.type === type) ?? { type, fields: [] };
}

const KEY_BYTES = 24;

/** A signing key as Standard Webhooks spells it. */
export function newSigningKey(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
	return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
