/**
 * The channels of notices and their fields. From this table follow the API's validation, the OpenAPI document, the
 * encryption of secrets at rest, and the types that ../notify uses.
 *
 * To add a channel: a row here, a file in ../notify that writes its messages, a row in ../../notify/channels.ts.
 */

/**
 * `url`: http or https. `emails`: 1–20 addresses. `choice`: one of `values`. `signing_key`: as Standard Webhooks
 * spells it, `whsec_` and the base64 of 24–64 bytes. `text`: 1–`maxLength` characters that match `pattern`.
 */
export interface ChannelField {
	readonly form: "url" | "emails" | "choice" | "signing_key" | "text";
	readonly about: string;
	/** Encrypted at rest and never answered. */
	readonly secret?: true;
	/** Made for a new alert when it is left out, and answered that once. Only for a `signing_key`. */
	readonly generated?: true;
	/** Optional. The value is then `fallback`, or null. */
	readonly optional?: true;
	readonly fallback?: string;
	readonly values?: readonly string[];
	readonly pattern?: string;
	readonly maxLength?: number;
}

const secretUrl = (about: string) => ({ form: "url", secret: true, about }) as const;
const region = { form: "choice", values: ["us", "eu"], optional: true, fallback: "us" } as const;

export const CHANNELS = {
	webhook: {
		url: {
			form: "url",
			about:
				"The URL to which the signed JSON is posted. Whoever may read alerts sees it: the signature, not a secret in " +
				"the URL, shows the receiver who sent a message.",
		},
		secret: {
			form: "signing_key",
			secret: true,
			generated: true,
			about:
				"Signs messages as Standard Webhooks specifies; for 24 hours after a change both keys sign. If a new " +
				"alert has none, one is generated and answered only this once.",
		},
	},
	email: {
		to: { form: "emails", about: "The recipients." },
	},
	slack: {
		url: secretUrl("An incoming webhook of Slack, or of a server that accepts the same messages."),
	},
	discord: {
		url: secretUrl("A webhook of a Discord channel."),
	},
	microsoft_teams: {
		url: secretUrl("A Teams workflow that is triggered by a webhook request."),
	},
	telegram: {
		botToken: {
			form: "text",
			secret: true,
			pattern: "^[0-9]+:[A-Za-z0-9_-]+$",
			maxLength: 100,
			about: "From @BotFather.",
		},
		chatId: {
			form: "text",
			pattern: "^(-?[0-9]+|@[A-Za-z0-9_]+)$",
			maxLength: 64,
			about: "A chat's number or @channel.",
		},
	},
	pagerduty: {
		routingKey: {
			form: "text",
			secret: true,
			pattern: "^[A-Za-z0-9]{32}$",
			maxLength: 32,
			about: "Of an Events API v2 integration.",
		},
		region: { ...region, about: "Service region of the account." },
	},
	opsgenie: {
		apiKey: { form: "text", secret: true, pattern: "^[A-Za-z0-9-]+$", maxLength: 100, about: "Of an API integration." },
		region: { ...region, about: "Instance of the account." },
	},
	ntfy: {
		serverUrl: { form: "url", optional: true, fallback: "https://ntfy.sh", about: "The ntfy server." },
		topic: { form: "text", pattern: "^[A-Za-z0-9_-]{1,64}$", maxLength: 64, about: "The topic to publish to." },
		accessToken: {
			form: "text",
			secret: true,
			optional: true,
			pattern: "^[\\x21-\\x7e]+$",
			maxLength: 200,
			about: "Access token, for a protected topic.",
		},
	},
} as const satisfies Record<string, Record<string, ChannelField>>;

export type ChannelType = keyof typeof CHANNELS;
export const CHANNEL_TYPES = Object.keys(CHANNELS) as readonly ChannelType[];

type Value<Field> = Field extends { form: "emails" }
	? readonly string[]
	: Field extends { values: readonly (infer Choice)[] }
		? Choice
		: Field extends { optional: true; fallback: string }
			? string
			: Field extends { optional: true }
				? string | null
				: string;

/** All field values of a channel, including secrets. */
type Settings<Type extends ChannelType> = {
	readonly [Name in keyof (typeof CHANNELS)[Type]]: Value<(typeof CHANNELS)[Type][Name]>;
};

export type ChannelSettings = { [Type in ChannelType]: { readonly type: Type } & Settings<Type> }[ChannelType];

/** The stored field values, by name. */
export type FieldValues = Readonly<Record<string, string | readonly string[] | null>>;

/** A channel as its owner writes it, and as the API shows it: its type, and its fields beside it. */
export type ChannelBody = { readonly type: ChannelType } & FieldValues;

/** The fields of a channel: the secret ones, or the others. */
export function fieldsOf(type: ChannelType, secret?: boolean): readonly (readonly [string, ChannelField])[] {
	const fields: [string, ChannelField][] = Object.entries(CHANNELS[type]);
	return secret === undefined ? fields : fields.filter(([, field]) => (field.secret === true) === secret);
}

/** How long the previous secrets stay valid after a change, so that the receiver has time to change too. */
export const SECRET_OVERLAP_MS = 24 * 60 * 60_000;

/** A channel with its secrets, for delivery. */
export interface OpenChannel {
	readonly settings: ChannelSettings;
	/** The settings with the previous secrets, while those are valid. */
	readonly previous: ChannelSettings | null;
}
