/** Alerts of Gatus' endpoints: one for each provider and way of notifying, over the monitors that have it. */

import { Fields, objectOf, within } from "../fields.ts";
import { secondsOf } from "../go-duration.ts";
import type { Draft, Secret } from "../imported.ts";
import { perAlert, REMINDER, THRESHOLD } from "../limits.ts";
import { ALERT_FIELDS } from "./fields.ts";
import { withoutMarks } from "./variables.ts";

type Members = Readonly<Record<string, unknown>>;

/** An alert of an endpoint that became a monitor. */
export interface Covered {
	readonly key: string;
	readonly name: string;
	readonly alert: Members;
}

/** The provider's fields as those of our channel; `!` before a field: a secret. */
const CHANNELS: Readonly<Record<string, readonly [type: string, fields: Readonly<Record<string, string>>]>> = {
	slack: ["slack", { url: "!webhook-url" }],
	discord: ["discord", { url: "!webhook-url" }],
	teams: ["microsoft_teams", { url: "!webhook-url" }],
	"teams-workflows": ["microsoft_teams", { url: "!webhook-url" }],
	mattermost: ["mattermost", { url: "!webhook-url" }],
	googlechat: ["google_chat", { url: "!webhook-url" }],
	rocketchat: ["rocketchat", { url: "!webhook-url" }],
	telegram: ["telegram", { botToken: "!token", chatId: "id" }],
	pagerduty: ["pagerduty", { routingKey: "!integration-key" }],
	opsgenie: ["opsgenie", { apiKey: "!api-key" }],
	ntfy: ["ntfy", { serverUrl: "url", topic: "topic", accessToken: "!token" }],
	gotify: ["gotify", { serverUrl: "server-url", appToken: "!token" }],
	pushover: ["pushover", { appToken: "!application-token", userKey: "!user-key", device: "device" }],
	matrix: ["matrix", { serverUrl: "server-url", accessToken: "!access-token", roomId: "internal-room-id" }],
	signal: ["signal", { serverUrl: "api-url", number: "number", recipients: "recipients" }],
	homeassistant: ["home_assistant", { serverUrl: "url", accessToken: "!token" }],
	custom: ["http", { url: "!url", method: "method" }],
	email: ["email", { to: "to" }],
};
/** What Gatus does where nothing is given, and Lapwing does not. */
const CHANNEL_DEFAULTS: Readonly<Record<string, Members>> = {
	matrix: { serverUrl: "https://matrix-client.matrix.org" },
	custom: { method: "GET" },
};
/** As Gatus' own defaults. */
const USUAL = { "failure-threshold": 3, "success-threshold": 2, "send-on-resolved": false };

export function alertsOf(draft: Draft, alerting: Members, covered: readonly Covered[]): void {
	const groups = new Map<string, { readonly type: string; readonly merged: Members; readonly keys: string[] }>();
	for (const { key, name, alert } of covered) {
		const type = String(alert["type"] ?? "");
		const usual = withoutMarks(objectOf(objectOf(alerting[type])["default-alert"]), null, (path) => {
			const why = "A variable of the environment can't stand here.";
			draft.note(`alerting.${type}`, `default-alert.${path}`, why, "Write its value.");
		});
		const merged: Members = { ...USUAL, ...usual, ...alert };
		const id = JSON.stringify(merged, Object.keys(merged).toSorted());
		const group = groups.get(id) ?? { type, merged, keys: [] };
		groups.set(id, group);
		if (!group.keys.includes(key)) group.keys.push(key);
		if (!Object.hasOwn(alerting, type))
			draft.note(`endpoint "${name}"`, "alerts", `alerting has no ${type}: nobody was notified.`, "");
	}
	const channels = new Map(
		Object.keys(alerting).map((type) => [type, channelOf(draft, type, objectOf(alerting[type]))]),
	);
	for (const { type, merged, keys } of groups.values()) {
		const channel = channels.get(type);
		if (!channel) continue;
		const fields = new Fields(draft, `alert of ${type} for ${keys.join(", ")}`, merged);
		fields.get("type");
		const isOn = merged["enabled"] !== false && !isTemplate(type, objectOf(alerting[type]));
		fields.get("enabled");
		const reminder = fields.get("minimum-reminder-interval");
		const successes = fields.number("success-threshold") ?? 1;
		if (successes > 1)
			fields.note("success-threshold", `Here up is notified at the first good check, not after ${successes}.`, "");
		const failureThreshold = within(fields, "failure-threshold", fields.number("failure-threshold") ?? 3, THRESHOLD);
		const reminderMinutes =
			reminder === undefined ? null : within(fields, "minimum-reminder-interval", secondsOf(reminder) / 60, REMINDER);
		for (const some of perAlert(keys)) {
			draft.add("alerts", {
				key: draft.key("alerts", type),
				name: `${type} after ${failureThreshold} failing checks`,
				monitorIds: some,
				events: ["down", ...(fields.flag("send-on-resolved") ? ["up"] : [])],
				cooldownMinutes: 0,
				dailyCap: 1_000,
				groupsByCause: false,
				failureThreshold,
				...(reminderMinutes !== null && { reminderMinutes }),
				...(!isOn && { isEnabled: false }),
				channel,
			});
		}
		fields.done(ALERT_FIELDS);
	}
}

/** Whether what is sent is written by the owner, with Gatus' placeholders: the alert stays off until it is here. */
function isTemplate(type: string, provider: Members): boolean {
	return type === "custom" && (provider["body"] !== undefined || /\[[A-Z_]+\]/.test(JSON.stringify(provider)));
}

function channelOf(draft: Draft, type: string, provider: Members): Members | null {
	const what = `alerting.${type}`;
	const row = Object.hasOwn(CHANNELS, type) ? CHANNELS[type] : undefined;
	if (row === undefined) {
		draft.note(
			what,
			"",
			"There is no such channel: its alerts are not carried.",
			"Use the channel http, whose body you write, or Apprise.",
		);
		return null;
	}
	const fields = new Fields(draft, what, provider);
	fields.get("default-alert");
	const [channel, names] = row;
	const members = Object.entries(names).flatMap(([ours, theirs]): [string, unknown | Secret][] => {
		const name = theirs.replace("!", "");
		const value = fields.get(name);
		if (value === undefined || value === "") return [];
		if (theirs.startsWith("!")) return [[ours, draft.secret(String(value), type, name)]];
		return [
			[
				ours,
				ours === "to"
					? String(value)
							.split(",")
							.map((each) => each.trim())
					: typeof value === "number"
						? String(value)
						: value,
			],
		];
	});
	const headers = channel === "http" ? Object.entries(objectOf(fields.get("headers"))) : [];
	const lines = headers.map(([name, value]) => `${name}: ${String(value)}`).join("\n");
	if (lines !== "") members.push(["headers", draft.secret(lines, type, "headers")]);
	if (channel === "email") {
		for (const field of ["from", "username", "password", "host", "port"]) fields.get(field);
		fields.note("host", "Mails go through the server of the installation.", "Set SMTP_URL and SMTP_FROM of Lapwing.");
	}
	if (isTemplate(type, provider)) {
		const why = "What it sends is written with Gatus' placeholders: its alerts are off.";
		fields.note("body", why, "Set the URL and body of the channel, then turn them on.");
	}
	// Its other fields have no counterpart: titles, priorities, overrides. Each is listed.
	fields.done(Object.fromEntries(Object.keys(provider).map((field) => [field, { becomes: "Listed" }])));
	return { type: channel, ...CHANNEL_DEFAULTS[type], ...Object.fromEntries(members) };
}
