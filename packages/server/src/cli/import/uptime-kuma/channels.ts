/** Uptime Kuma's notifications as channels of alerts: one row a type that has a counterpart. */

import type { Fields, FieldTable } from "../fields.ts";
import type { Secret } from "../imported.ts";

type Members = Readonly<Record<string, unknown>>;

interface Row {
	/** Null: it can't be told what it needs; `convert` listed why. */
	readonly convert: (fields: Fields, secret: (field: string) => Secret) => Members | null;
	readonly fields: FieldTable;
}

const WORDS = "Set titleTemplate and textTemplate of the alert.";
const template = { becomes: "Listed: messages are Lapwing's", instead: WORDS };
const look = { becomes: "Listed: who posts, and how it looks, is set where the webhook was made" };
const priority = { becomes: "Listed", instead: "Urgency follows from what happened, and from hours of the alert." };
const carried = (member: string) => ({ becomes: `\`${member}\`` });

export const CHANNEL_ROWS: Readonly<Record<string, Row>> = {
	telegram: {
		convert(fields, secret) {
			const server = fields.text("telegramServerUrl");
			if (server !== null && server !== "https://api.telegram.org") {
				fields.note("telegramServerUrl", "Messages go to api.telegram.org alone.", "");
			}
			return { type: "telegram", botToken: secret("telegramBotToken"), chatId: fields.text("telegramChatID") };
		},
		fields: {
			telegramBotToken: carried("botToken"),
			telegramChatID: carried("chatId"),
			telegramServerUrl: { becomes: "Listed unless it is Telegram's own" },
			telegramMessageThreadID: { becomes: "Listed: messages go to the chat" },
			telegramSendSilently: { becomes: "Listed" },
			telegramProtectContent: { becomes: "Listed" },
			telegramUseTemplate: template,
			telegramTemplate: template,
			telegramTemplateParseMode: { ...template, usual: ["plain"] },
		},
	},
	discord: {
		convert: (_, secret) => ({ type: "discord", url: secret("discordWebhookUrl") }),
		fields: {
			discordWebhookUrl: carried("url"),
			discordUsername: look,
			discordPrefixMessage: template,
			discordChannelType: { becomes: "Listed: messages go to the webhook's channel", usual: ["channel"] },
			threadId: { becomes: "Listed: messages go to the webhook's channel" },
			postName: { becomes: "Listed: messages go to the webhook's channel" },
			disableUrl: { becomes: "Listed" },
			discordMessageFormat: { ...template, usual: ["normal"] },
			discordUseMessageTemplate: template,
			discordMessageTemplate: template,
			discordSuppressNotifications: { becomes: "Listed" },
		},
	},
	slack: {
		convert: (_, secret) => ({ type: "slack", url: secret("slackwebhookURL") }),
		fields: {
			slackwebhookURL: carried("url"),
			slackchannel: look,
			slackusername: look,
			slackiconemo: look,
			slackchannelnotify: { becomes: "Listed", instead: WORDS },
			slackrichmessage: { becomes: "—: messages always are", isOwn: true },
			slackbutton: { becomes: "—: messages have links", isOwn: true },
			slackIncludeGroupName: template,
			slackUseTemplate: template,
			slackTemplate: template,
		},
	},
	teams: {
		convert: (_, secret) => ({ type: "microsoft_teams", url: secret("webhookUrl") }),
		fields: { webhookUrl: carried("url"), teamsEnableTags: template },
	},
	smtp: {
		convert(fields) {
			const to = ["smtpTo", "smtpCC", "smtpBCC"].flatMap((field) => addressesOf(fields.text(field)));
			if (fields.text("smtpCC") !== null || fields.text("smtpBCC") !== null) {
				fields.note("smtpCC, smtpBCC", "Each recipient gets a mail of their own.", "");
			}
			fields.note(
				"smtpHost",
				"Mails go through the server of the installation.",
				"Set SMTP_URL and SMTP_FROM of Lapwing.",
			);
			return { type: "email", to: [...new Set(to)] };
		},
		fields: {
			smtpTo: carried("to"),
			smtpCC: { becomes: "`to`, and listed: each recipient gets a mail of their own" },
			smtpBCC: { becomes: "`to`, and listed: each recipient gets a mail of their own" },
			smtpHost: { becomes: "Listed: `SMTP_URL` of the installation", of: [] },
			...Object.fromEntries(
				[
					"smtpPort",
					"smtpSecure",
					"smtpIgnoreSTARTTLS",
					"smtpIgnoreTLSError",
					"smtpUsername",
					"smtpPassword",
					"smtpFrom",
				]
					.concat(["smtpDkimDomain", "smtpDkimHashAlgo", "smtpDkimKeySelector", "smtpDkimPrivateKey"])
					.concat(["smtpDkimheaderFieldNames", "smtpDkimskipFields"])
					.map((name) => [name, { becomes: "Listed with `smtpHost`", of: [] }]),
			),
			smtpAdditionalHeaders: { becomes: "Listed" },
			customSubject: template,
			customBody: template,
			htmlBody: { becomes: "—: mails have both forms", isOwn: true },
		},
	},
	webhook: {
		convert(fields, secret) {
			const headers =
				fields.text("webhookAdditionalHeaders") === null ? {} : { headers: secret("webhookAdditionalHeaders") };
			const why = "What is posted is another JSON than Kuma's: its members are those of docs/use/alerts.";
			fields.note("webhookContentType", why, "Set body, a template, where the receiver needs the former one.");
			const method = (fields.text("httpMethod") ?? "post").toUpperCase();
			return { type: "http", method, url: secret("webhookURL"), ...headers };
		},
		fields: {
			webhookURL: carried("url"),
			httpMethod: carried("method"),
			webhookAdditionalHeaders: carried("headers"),
			webhookContentType: { becomes: "Listed: the JSON is Lapwing's" },
			webhookCustomBody: { becomes: "Listed", instead: "Set body, a template with other fields." },
		},
	},
	ntfy: {
		convert(fields, secret) {
			// Before 1.22 there was no such choice: a user was sent where there was one.
			const former = fields.text("ntfyusername") === null ? "none" : "usernamePassword";
			const method = fields.text("ntfyAuthenticationMethod") ?? former;
			if (method === "usernamePassword") {
				fields.note(
					"ntfyAuthenticationMethod",
					"A protected topic needs an access token: the alert is off.",
					"Set accessToken.",
				);
			}
			return {
				type: "ntfy",
				serverUrl: fields.text("ntfyserverurl") ?? "https://ntfy.sh",
				topic: fields.text("ntfytopic"),
				...(method === "accessToken" && { accessToken: secret("ntfyaccesstoken") }),
				...(method === "usernamePassword" && OFF),
			};
		},
		fields: {
			ntfyserverurl: carried("serverUrl"),
			ntfytopic: carried("topic"),
			ntfyaccesstoken: { ...carried("accessToken"), of: [] },
			ntfyAuthenticationMethod: {
				becomes: "Whether `accessToken` is sent; `usernamePassword` is listed, and the alert is off",
			},
			ntfyusername: { becomes: "Listed with `ntfyAuthenticationMethod`", of: [] },
			ntfypassword: { becomes: "Listed with `ntfyAuthenticationMethod`", of: [] },
			ntfyPriority: { ...priority, usual: [3, 5] },
			ntfyPriorityDown: { ...priority, usual: [5] },
			ntfyIcon: { becomes: "Listed" },
			ntfyCall: { becomes: "Listed" },
			ntfyUseTemplate: template,
			ntfyCustomTitle: template,
			ntfyCustomMessage: template,
		},
	},
	gotify: {
		convert: (fields, secret) => ({
			type: "gotify",
			serverUrl: fields.text("gotifyserverurl"),
			appToken: secret("gotifyapplicationToken"),
		}),
		fields: {
			gotifyserverurl: carried("serverUrl"),
			gotifyapplicationToken: carried("appToken"),
			gotifyPriority: { ...priority, usual: [8] },
		},
	},
	pushover: {
		convert(fields, secret) {
			const device = fields.text("pushoverdevice");
			const urgency = fields.number("pushoverpriority");
			if (urgency !== null && urgency < 1)
				fields.note("pushoverpriority", "Here what is down sounds in quiet hours, too.", priority.instead);
			return {
				type: "pushover",
				appToken: secret("pushoverapptoken"),
				userKey: secret("pushoveruserkey"),
				...(device !== null && { device }),
				...(urgency === 2 && { urgency: "emergency" }),
			};
		},
		fields: {
			pushoverapptoken: carried("appToken"),
			pushoveruserkey: carried("userKey"),
			pushoverdevice: carried("device"),
			pushoverpriority: { becomes: "`urgency`: emergency where it is 2; listed where it is below 1" },
			pushoversounds: { becomes: "Listed", usual: ["pushover"] },
			pushoversounds_up: { becomes: "Listed", usual: ["pushover"] },
			pushovertitle: template,
			pushoverttl: { becomes: "Listed" },
		},
	},
	matrix: {
		convert: (fields, secret) => ({
			type: "matrix",
			serverUrl: fields.text("homeserverUrl"),
			roomId: fields.text("internalRoomId"),
			accessToken: secret("accessToken"),
		}),
		fields: {
			homeserverUrl: carried("serverUrl"),
			internalRoomId: carried("roomId"),
			accessToken: carried("accessToken"),
			matrixUseTemplate: template,
			matrixTemplate: template,
		},
	},
	mattermost: {
		convert: (_, secret) => ({ type: "mattermost", url: secret("mattermostWebhookUrl") }),
		fields: {
			mattermostWebhookUrl: carried("url"),
			mattermostusername: look,
			mattermostchannel: look,
			mattermosticonemo: look,
			mattermosticonurl: look,
		},
	},
	"rocket.chat": {
		convert: (_, secret) => ({ type: "rocketchat", url: secret("rocketwebhookURL") }),
		fields: {
			rocketwebhookURL: carried("url"),
			rocketchannel: look,
			rocketusername: look,
			rocketiconemo: look,
			rocketbutton: { becomes: "—: messages have links", isOwn: true },
		},
	},
	GoogleChat: {
		convert: (_, secret) => ({ type: "google_chat", url: secret("googleChatWebhookURL") }),
		fields: {
			googleChatWebhookURL: carried("url"),
			googleChatUseTemplate: template,
			googleChatTemplate: template,
			googleChatMaxRetries: { becomes: "—: what fails is tried again", isOwn: true },
		},
	},
	signal: {
		convert: (fields) => ({
			type: "signal",
			serverUrl: fields.text("signalURL")?.replace(/\/v2\/send\/?$/, "") ?? null,
			number: fields.text("signalNumber"),
			recipients: addressesOf(fields.text("signalRecipients")),
		}),
		fields: {
			signalURL: { becomes: "`serverUrl`, without `/v2/send`" },
			signalNumber: carried("number"),
			signalRecipients: carried("recipients"),
			signalUseTemplate: template,
			signalTemplate: template,
		},
	},
	twilio: {
		convert(fields, secret) {
			const key = fields.text("twilioApiKey");
			return {
				type: "twilio",
				accountSid: fields.text("twilioAccountSID"),
				...(key !== null && { apiKeySid: key }),
				authToken: secret("twilioAuthToken"),
				from: fields.text("twilioFromNumber"),
				to: addressesOf(fields.text("twilioToNumber")),
			};
		},
		fields: {
			twilioAccountSID: carried("accountSid"),
			twilioApiKey: carried("apiKeySid"),
			twilioAuthToken: carried("authToken"),
			twilioFromNumber: carried("from"),
			twilioToNumber: carried("to"),
			twilioMessagingServiceSID: { becomes: "Listed", instead: "Set from, a number of the account." },
		},
	},
	HomeAssistant: {
		convert: (fields, secret) => ({
			type: "home_assistant",
			serverUrl: fields.text("homeAssistantUrl")?.trim(),
			accessToken: secret("longLivedAccessToken"),
			service: `notify.${fields.text("notificationService") ?? "notify"}`,
		}),
		fields: {
			homeAssistantUrl: carried("serverUrl"),
			longLivedAccessToken: carried("accessToken"),
			notificationService: { becomes: "`service`, with `notify.` before it" },
		},
	},
	PagerDuty: {
		convert(fields, secret) {
			const url = fields.text("pagerdutyIntegrationUrl") ?? "";
			const resolves = fields.text("pagerdutyAutoResolve") ?? "0";
			if (resolves !== "resolve") {
				fields.note("pagerdutyAutoResolve", "Here a recovery always resolves the incident.", "");
			}
			const region = url.includes(".eu.") ? { region: "eu" } : {};
			return { type: "pagerduty", routingKey: secret("pagerdutyIntegrationKey"), ...region };
		},
		fields: {
			pagerdutyIntegrationKey: carried("routingKey"),
			pagerdutyIntegrationUrl: { becomes: "`region`" },
			pagerdutyAutoResolve: { becomes: "Listed unless it is `resolve`" },
			pagerdutyPriority: { ...priority, usual: ["warning", "critical"] },
		},
	},
	Opsgenie: {
		convert(fields, secret) {
			const region = fields.text("opsgenieRegion") === "eu" ? { region: "eu" } : {};
			return { type: "opsgenie", apiKey: secret("opsgenieApiKey"), ...region };
		},
		fields: {
			opsgenieApiKey: carried("apiKey"),
			opsgenieRegion: carried("region"),
			opsgeniePriority: { ...priority, usual: [3] },
		},
	},
};

/** Members of the alert, not of the channel: it is off until someone completes it. */
const OFF = { isEnabled: false } as const;

function addressesOf(text: string | null): readonly string[] {
	return (text ?? "")
		.split(/[,;\s]+/)
		.map((each) => each.trim())
		.filter((each) => each !== "");
}
