/**
 * docs/use/alerts/messages.md and its pictures show one message as it arrives by each channel. They are made here from
 * what the channels really send; `UPDATE_EXAMPLES=1` writes them anew.
 */

import { readFile, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import {
	CHANNEL_TYPES,
	type ChannelSettings,
	type ChannelType,
	offersLink,
	opensIncidents,
} from "../../domain/alerts/channels.ts";
import type { Message, Notice } from "../../domain/alerts/notice.ts";
import { aMessage, aNotice } from "../../domain/alerts/testing/messages.ts";
import { linesOf, textOf } from "../../domain/alerts/texts/message-text.ts";
import { type Channel, type Post, VENDOR_ENDPOINTS } from "../channel.ts";
import { CHANNEL_SENDERS } from "../channels.ts";
import type { Delivery, Mail } from "../interface.ts";
import { type Medium, messagePicture } from "../testing/message-picture.ts";

const FILE = new URL("../../../../../docs/use/alerts/messages.md", import.meta.url);
const PICTURES = new URL("../../../../../docs/images/messages/", import.meta.url);

type SettingsOf<Type extends ChannelType> = Omit<Extract<ChannelSettings, { type: Type }>, "type">;

/** A channel's settings, and what a person sees of what it sends. */
interface Example<Type extends ChannelType> {
	readonly name: string;
	readonly medium: Medium;
	readonly settings: SettingsOf<Type>;
	// biome-ignore lint/suspicious/noExplicitAny: bodies are read as a receiver does.
	shown(body: any, post: Post): readonly (string | undefined)[];
}

const form = (body: string) => Object.fromEntries(new URLSearchParams(body));
const unescaped = (text: string) =>
	text
		.replace(/\[([^\]]*)\]\((https:[^)]*)\)/g, "$1 → $2")
		.replace(/\\([^\w\s])/g, "$1")
		.replace(/[\u200a\u200b]/g, "");
const withoutTags = (html: string) =>
	html
		.replace(/<a href="([^"]*)">([^<]*)<\/a>/g, "$2 → $1")
		.replace(/<[^>]*>/g, "")
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&quot;", '"')
		.replaceAll("&amp;", "&");
const opens = (url: string | undefined) => (url === undefined ? undefined : `Open in Lapwing → ${url}`);
const fields = (of: readonly { name?: string; title?: string; value: string }[]) =>
	of.map(({ name, title, value }) => `${name ?? title}: ${unescaped(value)}`);

const EXAMPLES: { readonly [Type in ChannelType]: Example<Type> } = {
	webhook: {
		name: "Webhook",
		medium: "request",
		settings: { url: "https://example.com/hook", secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" },
		shown: (body) => [JSON.stringify(body, null, 2)],
	},
	email: {
		name: "Email",
		medium: "mail",
		settings: { to: ["ada@example.com"] },
		shown: (mail: Mail) => [`Subject: ${mail.subject}`, "", mail.text.trimEnd()],
	},
	slack: {
		name: "Slack",
		medium: "chat",
		settings: { url: "https://hooks.slack.com/services/T0/B0/key" },
		shown: (body) => [
			...body.blocks[0].elements[0].elements
				.map(({ text, url }: { text: string; url?: string }) => (url === undefined ? text : `${text} → ${url}`))
				.join("")
				.split("\n"),
		],
	},
	discord: {
		name: "Discord",
		medium: "chat",
		settings: { url: "https://discord.com/api/webhooks/1/key" },
		shown: ({ embeds: [embed] }) => [
			unescaped(`${embed.title} → ${embed.url}`),
			unescaped(embed.description),
			...fields(embed.fields),
		],
	},
	microsoft_teams: {
		name: "Microsoft Teams",
		medium: "chat",
		settings: { url: "https://example.westeurope.logic.azure.com/workflows/key" },
		shown: ({ attachments: [{ content }] }) => [
			...content.body.map(({ inlines }: { inlines: { text: string }[] }) => inlines.map(({ text }) => text).join("")),
			...content.actions.map(({ title, url }: { title: string; url: string }) => `${title} → ${url}`),
		],
	},
	telegram: {
		name: "Telegram",
		medium: "chat",
		settings: { botToken: "1:abc", chatId: "@ops" },
		shown: ({ text }) => [withoutTags(text)],
	},
	pagerduty: {
		name: "PagerDuty",
		medium: "service",
		settings: { routingKey: "k".repeat(32), region: "us" },
		shown: ({ payload, dedup_key, links }) => [
			`${payload.severity}: ${payload.summary}`,
			...Object.entries(payload.custom_details).map(([name, value]) => `${name}: ${value}`),
			opens(links[0].href),
			`(dedup_key ${dedup_key})`,
		],
	},
	opsgenie: {
		name: "Opsgenie",
		medium: "service",
		settings: { apiKey: "key", region: "us" },
		shown: ({ priority, message, description, alias }) => [`${priority}: ${message}`, description, `(alias ${alias})`],
	},
	ntfy: {
		name: "ntfy",
		medium: "phone",
		settings: { serverUrl: "https://ntfy.sh", topic: "ops", accessToken: null, acknowledgeLink: "on" },
		shown: ({ title, message, click, priority, tags, actions: [action] }) => [
			`[${tags}] ${title}`,
			message,
			opens(click),
			`${action.label} → ${action.url}`,
			`(priority ${priority})`,
		],
	},
	gotify: {
		name: "Gotify",
		medium: "phone",
		settings: { serverUrl: "https://gotify.example.com", appToken: "key" },
		shown: ({ title, message, extras, priority }) => [
			title,
			message,
			opens(extras["client::notification"].click.url),
			`(priority ${priority})`,
		],
	},
	pushover: {
		name: "Pushover",
		medium: "phone",
		settings: { appToken: "a", userKey: "u", device: null, urgency: "high" },
		shown: ({ title, message, url, url_title, priority }) => [
			title,
			message,
			`${url_title} → ${url}`,
			`(priority ${priority})`,
		],
	},
	matrix: {
		name: "Matrix",
		medium: "chat",
		settings: { serverUrl: "https://matrix.example.com", roomId: "!ops:example.com", accessToken: "key" },
		shown: ({ formatted_body }) => [withoutTags(formatted_body.replaceAll("<br>", "\n"))],
	},
	mattermost: {
		name: "Mattermost",
		medium: "chat",
		settings: { url: "https://chat.example.com/hooks/key" },
		shown: ({ text, attachments: [attachment] }) => [
			unescaped(text.replaceAll("**", "")),
			unescaped(attachment.text),
			...fields(attachment.fields),
		],
	},
	rocketchat: {
		name: "Rocket.Chat",
		medium: "chat",
		settings: { url: "https://chat.example.com/hooks/1/key" },
		shown: ({ text, attachments: [attachment] }) => [
			unescaped(text.slice(1, -1)),
			unescaped(attachment.text),
			...fields(attachment.fields),
		],
	},
	google_chat: {
		name: "Google Chat",
		medium: "chat",
		settings: { url: "https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t" },
		shown: ({ text }) => [
			unescaped(text)
				.replace(/^\*(.*)\*$/m, "$1")
				.replace(/<([^|<>]*)\|([^|<>]*)>/g, "$2 → $1"),
		],
	},
	zulip: {
		name: "Zulip",
		medium: "chat",
		settings: {
			...{ serverUrl: "https://example.zulipchat.com", botEmail: "bot@example.com", apiKey: "key" },
			...{ channel: "operations", topic: "Lapwing" },
		},
		shown(_, { body }) {
			const { to, topic, content = "" } = form(String(body));
			const text = unescaped(content).replace(/^\*\*(.*)\*\*$/m, "$1");
			return [`#${to} > ${topic}`, text];
		},
	},
	signal: {
		name: "Signal",
		medium: "phone",
		settings: {
			...{ serverUrl: "http://127.0.0.1:8080", number: "+491701234567" },
			...{ recipients: ["+491701234568"], authorization: null },
		},
		shown: ({ message }) => [message],
	},
	twilio: {
		name: "SMS and calls (Twilio)",
		medium: "phone",
		settings: {
			...{ accountSid: `AC${"0".repeat(32)}`, apiKeySid: null, authToken: "key", from: "+15017122661" },
			...{ to: ["+491701234567"], by: "sms" },
		},
		shown: (_, { body }) => [form(String(body))["Body"]],
	},
	home_assistant: {
		name: "Home Assistant",
		medium: "phone",
		settings: {
			...{ serverUrl: "http://homeassistant.local:8123", accessToken: "key" },
			...{ service: "notify.mobile_app_pixel", entityId: null },
		},
		shown: ({ title, message, data }) => [title, message, opens(data.url), `(tag ${data.tag})`],
	},
	jira_service_management: {
		name: "Jira Service Management",
		medium: "service",
		settings: { apiKey: "key" },
		shown: ({ priority, message, description, alias }) => [`${priority}: ${message}`, description, `(alias ${alias})`],
	},
	incident_io: {
		name: "incident.io",
		medium: "service",
		settings: { alertSourceId: "01GW2G3V0S59R238FAHPDS1R66", token: "key" },
		shown: ({ title, description, status, source_url, deduplication_key }) => [
			`${status}: ${title}`,
			unescaped(description.replaceAll("\n\n", "\n")),
			opens(source_url),
			`(deduplication_key ${deduplication_key})`,
		],
	},
	alertmanager: {
		name: "Alertmanager",
		medium: "service",
		settings: { serverUrl: "http://127.0.0.1:9093", authorization: null },
		shown: ([{ labels, annotations, generatorURL }]) => [
			Object.entries(labels)
				.map(([name, value]) => `${name}="${value}"`)
				.join(" "),
			annotations.summary,
			annotations.description,
			opens(generatorURL),
		],
	},
	apprise: {
		name: "Apprise",
		medium: "phone",
		settings: { serverUrl: "http://127.0.0.1:8000", key: "ops", tag: null, authorization: null },
		shown: ({ type, title, body }) => [`${type}: ${title}`, body],
	},
	http: {
		name: "HTTP request",
		medium: "request",
		settings: { method: "POST", url: "https://example.com/alerts", headers: null, body: null },
		shown: (_, { body }) => [String(body)],
	},
};

const MESSAGE: Message = aMessage(
	aNotice({ attempts: 2, error: "The connection was refused.", reason: "refused", phase: "connect" }),
);
/** What stands out in each. */
const TITLE = "Shop is down";
const acknowledgeLink = "https://lapwing.example/acknowledge#…";
const SENT: Delivery = { kind: "sent" };

async function shownBy(type: ChannelType): Promise<string[]> {
	const { settings, shown } = EXAMPLES[type] as Example<ChannelType>;
	let arrived: readonly (string | undefined)[] = [];
	const channel = CHANNEL_SENDERS[type] as unknown as Channel<ChannelType>;
	const destination = { settings: { type, ...settings } as ChannelSettings, previous: null };
	const message = {
		...MESSAGE,
		...(offersLink(destination.settings) && { acknowledgeLink }),
		...(opensIncidents(type) && { messageRef: "cau_01" }),
	};
	await channel.deliver(message, destination, {
		now: () => MESSAGE.createdAt,
		endpoints: VENDOR_ENDPOINTS,
		link: (notice) => `https://lapwing.example/${notice === null ? "" : `monitors/${notice.monitor.id}`}`,
		async post(post) {
			const body = typeof post.body === "string" && post.body.startsWith("{") ? JSON.parse(post.body) : post.body;
			arrived = shown(body, post);
			return SENT;
		},
		async mail(mail) {
			arrived = shown(mail, { url: "", body: null });
			return SENT;
		},
	});
	return arrived.filter((line) => line !== undefined);
}

const SEEN_ALONE = {
	regional: { location: "frankfurt", isOver: false },
	cause: "regional",
	event: "degraded",
} as const;
const CALM = { isOver: true, changes: 14, from: MESSAGE.createdAt - 7_200_000 };
const NO_EVIDENCE = { reason: null, phase: null, error: null, lastUpAt: null };

const named = (name: string, fields: Partial<Notice> = {}) =>
	aNotice({ monitor: { id: "mon_02", name, target: `${name.toLowerCase()}.example:443` }, attempts: 2, ...fields });
const REFUSED = { error: "The connection was refused.", reason: "refused", phase: "connect" } as const;
const ON_ONE_HOST = { id: "cau_01", shared: "address", value: "203.0.113.7" } as const;
const THREE = [named("Shop", REFUSED), named("Mail", REFUSED), named("Blog", REFUSED)];
const ENDED = named("Blog", { event: "up", reason: null, phase: null, error: null, lastUpAt: null });
const ESCALATED = { step: 2, schedule: "Core", onCall: "Ada Lovelace", fallback: null };
const UNREACHED = { step: 1, schedule: "Core", onCall: null, fallback: "Nobody is on call by the schedule Core." };
const CERTIFICATE = {
	expiresAt: MESSAGE.createdAt + 13 * 86_400_000,
	issuer: "Let's Encrypt",
	fingerprint: "0".repeat(64),
	withinDays: 14,
};
const ACKNOWLEDGED = {
	at: MESSAGE.createdAt - 20_000,
	by: { kind: "user", id: "usr_01", name: "Ada Lovelace" },
} as const;

const MESSAGES: readonly (readonly [string, Message])[] = [
	["Three monitors of one host", { ...aMessage(...THREE), cause: ON_ONE_HOST }],
	[
		"The same, updated in its place: one is up again, and Ada has it",
		{ ...aMessage(ENDED, ...THREE.slice(0, 2)), cause: ON_ONE_HOST, acknowledged: ACKNOWLEDGED },
	],
	["The last of twelve is up again", { ...aMessage(ENDED), cause: ON_ONE_HOST, recovered: 12 }],
	[
		"All of one message are up again",
		{ ...aMessage(named("Shop", { ...ENDED, ...nameOf("Shop") }), ENDED), recovered: 2 },
	],
	["A step of an escalation", aMessage(aNotice({ ...REFUSED, escalation: ESCALATED }))],
	[
		"The same of several",
		{ ...aMessage(...THREE.map((of) => ({ ...of, escalation: ESCALATED }))), cause: ON_ONE_HOST },
	],
	["A step that reached nobody", aMessage(aNotice({ ...REFUSED, escalation: UNREACHED }))],
	["A reminder", aMessage(aNotice({ ...REFUSED, isReminder: true, since: MESSAGE.createdAt - 3_600_000 }))],
	["A slow answer", aMessage(aNotice({ event: "degraded", reason: "slow", phase: null, error: "It took 6.2 s." }))],
	[
		"What depends on a monitor of which the alert says nothing",
		aMessage(aNotice({ ...REFUSED, consequenceOf: { id: "mon_09", name: "Router" } })),
	],
	[
		"A job that did not report",
		aMessage(named("Backup", { reason: "late", phase: null, error: "No report since 03:00.", attempts: 1 })),
	],
	[
		"A certificate that expires soon",
		aMessage(
			aNotice({ event: "degraded", cause: "certificate", ...NO_EVIDENCE, since: null, certificate: CERTIFICATE }),
		),
	],
	["Checks that can't be made", aMessage(aNotice({ event: "blind", cause: "cut_off", phase: null, error: null }))],
	["A test", aMessage()],
];

function nameOf(name: string) {
	return { monitor: { id: "mon_03", name, target: "shop.example:443" } };
}

const OTHER_NOTICES: readonly (readonly [string, Notice])[] = [
	["Confirmed from a second location", aNotice({ locations: [seen("weur", "down"), seen("virginia", "down")] })],
	[
		"Checked from three locations, of which most see it down",
		aNotice({ locations: [seen("weur", "down"), seen("virginia", "up"), seen("tokyo", "down")] }),
	],
	["A location fails alone (`regional`)", aNotice({ ...SEEN_ALONE, location: null, machine: null, lastUpAt: null })],
	[
		"A monitor that others depend on",
		aNotice({ consequences: { count: 29, monitors: [{ id: "mon_02", name: "Till" }] } }),
	],
	["A recovery", aNotice({ event: "up", ...NO_EVIDENCE })],
	[
		"A monitor that can't be checked",
		aNotice({ event: "blind", cause: "misses", phase: null, error: "The name servers do not answer." }),
	],
	[
		"A monitor that flapped",
		aNotice({ event: "degraded", cause: "flapping", ...NO_EVIDENCE, since: null, flapping: { ...CALM, status: "up" } }),
	],
];

function seen(location: string, verdict: "up" | "down") {
	return { location, verdict };
}

function textsOf(message: Message): string[] {
	const text = textOf(message, () => null);
	return [text.title, ...linesOf(text, 3_000)];
}

const written = Boolean(process.env["UPDATE_EXAMPLES"]);

async function held(file: URL, text: string): Promise<void> {
	if (written) await writeFile(file, text);
	expect(await readFile(file, "utf8")).toBe(text);
}

test("the page of messages shows what every channel sends", async () => {
	const sections = await Promise.all(
		CHANNEL_TYPES.map(async (type) => {
			const { name, medium } = EXAMPLES[type];
			const lines = await shownBy(type);
			expect(lines.join("\n")).toContain(TITLE);
			const drawn = messagePicture(name, medium, TITLE, lines);
			expect(drawn.length).toBeLessThan(6_000);
			await held(new URL(`${type}.svg`, PICTURES), drawn);
			const picture = `![A message by ${name}](../../images/messages/${type}.svg)`;
			return `## ${name}\n\n${picture}\n\n\`\`\`text\n${lines.join("\n")}\n\`\`\`\n`;
		}),
	);
	const page = [
		"# A message, as it arrives",
		"",
		"The same outage by every channel, made from what Lapwing really sends: a picture, which is drawn from the texts and",
		"shows no service's own design, and below it the texts as the service shows them, links after `→`, and in parentheses",
		"what a person does not see. A test holds this page to the channels.",
		"",
		...sections,
		"## What else messages say",
		"",
		"Title and text, the same by every channel.",
		"",
		...[...OTHER_NOTICES.map(([about, notice]) => [about, aMessage(notice)] as const), ...MESSAGES].flatMap(
			([about, message]) => [`${about}:`, "", "```text", ...textsOf(message), "```", ""],
		),
	].join("\n");
	await held(FILE, page);
});

test("a picture holds every text that a person sees, wrapped into its frame, and nothing that is markup", () => {
	const long = `Checked from ${"far ".repeat(12).repeat(3)}`;
	const picture = messagePicture("Slack", "chat", "Shop", [
		"Shop <b> is down",
		long,
		"Open → https://x.example/",
		"(id 1)",
	]);
	expect(picture).toContain("Shop &lt;b&gt; is down");
	expect(picture.match(/far/g)).toHaveLength(36);
	expect(picture).toContain('<tspan class="link">Open</tspan>');
	expect(picture).not.toContain("id 1");
	for (const [, text = ""] of picture.matchAll(/<text[^>]*>(.*)<\/text>/g)) expect(text.length).toBeLessThan(140);
});
