/**
 * The channels of notices and their fields. From this table follow the API's validation, the OpenAPI document, the
 * encryption of secrets at rest, and the types that ../../notify uses. What else a new channel needs is listed in
 * docs/ARCHITECTURE.md.
 */

/**
 * `url`: http or https. `emails`: 1–20 addresses. `list`: 1–`maxItems` texts that match `pattern`. `choice`: one of
 * `values`. `signing_key`: as Standard Webhooks spells it, `whsec_` and the base64 of 24–64 bytes. `text`:
 * 1–`maxLength` characters that match `pattern`. `headers`: lines of `Name: value` (./channel-headers.ts). `template`:
 * a text with fields (./texts/template.ts).
 */
export interface ChannelField {
	readonly form: "url" | "emails" | "list" | "choice" | "signing_key" | "text" | "headers" | "template";
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
	readonly maxItems?: number;
}

const secretUrl = (about: string) => ({ form: "url", secret: true, about }) as const;
const serverUrl = (about: string) => ({ form: "url", about }) as const;
const secretText = (about: string, pattern = "^[\\x21-\\x7e]+$", maxLength = 500) =>
	({ form: "text", secret: true, pattern, maxLength, about }) as const;
/** E.164. */
const PHONE = "^\\+[1-9][0-9]{6,14}$";
const authorization = {
	form: "text",
	secret: true,
	optional: true,
	pattern: "^[\\x21-\\x7e]+( [\\x21-\\x7e]+)*$",
	maxLength: 1_000,
	about: "The header Authorization, where a proxy in front asks for one: `Bearer …` or `Basic …`.",
} as const;
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
		acknowledgeLink: {
			form: "choice",
			values: ["off", "on"],
			optional: true,
			fallback: "off",
			about: "Whether messages hold the link that acknowledges: whoever can read the topic can follow it.",
		},
	},
	gotify: {
		serverUrl: serverUrl("The Gotify server."),
		appToken: secretText("Of an application that was created in Gotify."),
	},
	pushover: {
		appToken: secretText("Of an application that was registered at pushover.net.", "^[A-Za-z0-9]{30}$", 30),
		userKey: secretText("Of a user or of a delivery group.", "^[A-Za-z0-9]{30}$", 30),
		device: {
			form: "text",
			optional: true,
			pattern: "^[A-Za-z0-9_-]{1,25}(,[A-Za-z0-9_-]{1,25})*$",
			maxLength: 250,
			about: "Devices, separated by commas; all of the user's if left out.",
		},
		urgency: {
			form: "choice",
			values: ["high", "emergency"],
			optional: true,
			fallback: "high",
			about:
				"Of `down`. `high` sounds in quiet hours too; `emergency` every minute for an hour, until it is confirmed.",
		},
	},
	matrix: {
		serverUrl: serverUrl("The homeserver."),
		roomId: {
			form: "text",
			pattern: "^![\\x21-\\x7e]+$",
			maxLength: 255,
			about: "The room's id, `!…`. The account has joined it, and it is not encrypted.",
		},
		accessToken: secretText("Of the account that sends."),
	},
	mattermost: { url: secretUrl("An incoming webhook of Mattermost.") },
	rocketchat: { url: secretUrl("An incoming webhook of Rocket.Chat.") },
	google_chat: { url: secretUrl("A webhook of a space of Google Chat.") },
	zulip: {
		serverUrl: serverUrl("The Zulip organization."),
		botEmail: {
			form: "text",
			pattern: "^[^\\s:@]+@[^\\s:@]+$",
			maxLength: 254,
			about: "The bot's email address.",
		},
		apiKey: secretText("The bot's API key.", "^[A-Za-z0-9]+$", 100),
		channel: { form: "text", pattern: "\\S", maxLength: 60, about: "The channel (stream): its name." },
		topic: {
			form: "text",
			optional: true,
			fallback: "Lapwing",
			pattern: "\\S",
			maxLength: 60,
			about: "The topic of the messages.",
		},
	},
	signal: {
		serverUrl: serverUrl("A signal-cli-rest-api."),
		number: {
			form: "text",
			pattern: PHONE,
			maxLength: 16,
			about: "The registered number that sends, as +491701234567.",
		},
		recipients: {
			form: "list",
			pattern: "^(\\+[1-9][0-9]{6,14}|group\\.[A-Za-z0-9+/=]{8,120}|[A-Za-z_][A-Za-z0-9_]{2,31}\\.[0-9]{2,9})$",
			maxItems: 20,
			about: "Numbers, groups (`group.…`) or user names.",
		},
		authorization,
	},
	twilio: {
		accountSid: { form: "text", pattern: "^AC[0-9a-f]{32}$", maxLength: 34, about: "The account: `AC…`." },
		apiKeySid: {
			form: "text",
			optional: true,
			pattern: "^SK[0-9a-f]{32}$",
			maxLength: 34,
			about: "An API key (`SK…`), whose secret stands in for the account's token.",
		},
		authToken: secretText("The account's auth token, or the API key's secret.", "^[A-Za-z0-9]+$", 100),
		from: { form: "text", pattern: PHONE, maxLength: 16, about: "A number of the account, as +15017122661." },
		to: { form: "list", pattern: PHONE, maxItems: 5, about: "The recipients' numbers." },
		by: {
			form: "choice",
			values: ["sms", "call", "sms_and_call"],
			optional: true,
			fallback: "sms",
			about: "An SMS, a call that reads the message twice, or both.",
		},
	},
	home_assistant: {
		serverUrl: serverUrl("Home Assistant."),
		accessToken: secretText("A long-lived access token.", "^[A-Za-z0-9._-]+$", 1_000),
		service: {
			form: "text",
			optional: true,
			fallback: "notify.notify",
			pattern: "^[a-z0-9_]+\\.[a-z0-9_]+$",
			maxLength: 100,
			about:
				"The action that notifies: `notify.mobile_app_…`, `notify.send_message`, `persistent_notification.create`.",
		},
		entityId: {
			form: "text",
			optional: true,
			pattern: "^[a-z0-9_]+\\.[a-z0-9_]+$",
			maxLength: 200,
			about: "The entity that `notify.send_message` notifies.",
		},
	},
	jira_service_management: {
		apiKey: secretText("Of an API integration of Jira Service Management.", "^[A-Za-z0-9-]+$", 100),
	},
	incident_io: {
		alertSourceId: {
			form: "text",
			pattern: "^[A-Za-z0-9]+$",
			maxLength: 64,
			about: "The alert source config id of an HTTP alert source: the last part of its URL.",
		},
		token: secretText("The token of that alert source.", "^[\\x21-\\x7e]+$", 300),
	},
	alertmanager: {
		serverUrl: serverUrl("The Alertmanager, with its route prefix."),
		authorization,
	},
	apprise: {
		serverUrl: serverUrl("The Apprise API."),
		key: {
			form: "text",
			pattern: "^[A-Za-z0-9_-]{1,128}$",
			maxLength: 128,
			about: "Under which the services are configured there.",
		},
		tag: {
			form: "text",
			optional: true,
			pattern: "^[A-Za-z0-9_ ,-]+$",
			maxLength: 200,
			about: "Services with this tag alone.",
		},
		authorization,
	},
	http: {
		method: {
			form: "choice",
			values: ["POST", "PUT", "PATCH", "GET", "DELETE"],
			optional: true,
			fallback: "POST",
			about: "GET and DELETE send no body.",
		},
		url: secretUrl("Where the request goes."),
		headers: {
			form: "headers",
			secret: true,
			optional: true,
			maxLength: 4_000,
			about: "A line each, `Name: value`. `Content-Type` says how values in the body are escaped.",
		},
		body: {
			form: "template",
			optional: true,
			maxLength: 10_000,
			about:
				"A template: `{{title}}` and others stand for values (docs/use/alerts), escaped for JSON, XML or a form by the " +
				"Content-Type. JSON with the usual members if left out.",
		},
	},
} as const satisfies Record<string, Record<string, ChannelField>>;

/** Channels where problems open an incident, which has to be closed under the key that opened it. */
const INCIDENT_CHANNELS = [
	"pagerduty",
	"opsgenie",
	"jira_service_management",
	"incident_io",
] as const satisfies readonly (keyof typeof CHANNELS)[];

/** Channels where what was sent can say more later: an incident, or a message in its place. */
export const UPDATED_CHANNELS = [
	...INCIDENT_CHANNELS,
	"discord",
	"telegram",
	"matrix",
	"ntfy",
	"zulip",
] as const satisfies readonly (keyof typeof CHANNELS)[];

/**
 * Channels that are told who has acknowledged: those with incidents of their own, which would go on waking people, and
 * those that update a message, in its place.
 */
export const ACKNOWLEDGED_CHANNELS = [
	...UPDATED_CHANNELS.filter((type) => type !== "incident_io"),
	"pushover",
] as const satisfies readonly (keyof typeof CHANNELS)[];

export function opensIncidents(type: ChannelType): boolean {
	return (INCIDENT_CHANNELS as readonly ChannelType[]).includes(type);
}

export function showsAcknowledgements(type: ChannelType): boolean {
	return (ACKNOWLEDGED_CHANNELS as readonly ChannelType[]).includes(type);
}

/** Whether a message sounds again and again on the service until it is told that somebody has acknowledged it. */
export function soundsUntilAcknowledged(settings: ChannelSettings): boolean {
	return settings.type === "pushover" && settings.urgency === "emergency";
}

/** Channels whose messages people read and can follow a link in. Whoever reads one may acknowledge by it. */
const LINKED_CHANNELS: ReadonlySet<string> = new Set([
	"email",
	"slack",
	"discord",
	"microsoft_teams",
	"telegram",
	"matrix",
	"mattermost",
	"rocketchat",
	"google_chat",
	"zulip",
	"signal",
] satisfies (keyof typeof CHANNELS)[]);

/** Whether messages of the channel hold a link that acknowledges; of ntfy, where strangers may read, on request. */
export function offersLink(settings: ChannelSettings): boolean {
	return settings.type === "ntfy" ? settings.acknowledgeLink === "on" : LINKED_CHANNELS.has(settings.type);
}

export type ChannelType = keyof typeof CHANNELS;
export const CHANNEL_TYPES = Object.keys(CHANNELS) as readonly ChannelType[];

type Value<Field> = Field extends { form: "emails" | "list" }
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
