/** Checkly's alert channels: an alert for each way in which their checks are notified. */

import { Fields, listOf, nameOr, objectOf } from "../fields.ts";
import type { Draft } from "../imported.ts";
import { perAlert } from "../limits.ts";
import { CHANNEL_FIELDS } from "./fields.ts";

type Members = Readonly<Record<string, unknown>>;

/** How a monitor is notified, and through what. */
export interface Covered {
	readonly key: string;
	readonly channelIds: readonly string[];
	readonly failureThreshold: number;
	readonly reminderMinutes: number | null;
}

export function addAlerts(draft: Draft, channels: readonly Members[], covered: readonly Covered[]): void {
	for (const values of channels) {
		const [id, type] = [String(values["id"]), String(values["type"] ?? "")];
		const config = objectOf(values["config"]);
		const title = String(config["name"] ?? config["serviceName"] ?? config["address"] ?? "") || `${type} ${id}`;
		const name = nameOr(title, `Channel ${id}`);
		const fields = new Fields(draft, `alert channel "${name}"`, values);
		for (const field of ["id", "type", "config"]) fields.get(field);
		const channel = channelOf(draft, fields.what, name, type, config);
		const isSent = (field: string) => fields.get(field) !== false;
		const events = [
			...(isSent("sendFailure") ? ["down"] : []),
			...(fields.flag("sendDegraded") ? ["degraded"] : []),
			...(isSent("sendRecovery") ? ["up"] : []),
			...(fields.flag("sslExpiry") ? ["certificate"] : []),
		];
		fields.done(CHANNEL_FIELDS);
		if (channel === null) {
			fields.note(
				"type",
				`There is no channel ${type}: it is not carried.`,
				"Use the channel http, whose body you write.",
			);
			continue;
		}
		if (events.length === 0) {
			fields.note("sendFailure", "It sends nothing, and is not carried.", "");
			continue;
		}
		const own = covered.filter(({ channelIds }) => channelIds.includes(id));
		const groups = Map.groupBy(
			own,
			({ failureThreshold, reminderMinutes }) => `${failureThreshold} ${reminderMinutes}`,
		);
		const all = groups.size === 0 ? [[]] : [...groups.values()].flatMap(perAlert);
		for (const group of all) {
			const { failureThreshold = 1, reminderMinutes = null } = group[0] ?? {};
			const full = failureThreshold > 1 ? `${name} (after ${failureThreshold} failing checks)` : name;
			draft.add("alerts", {
				key: draft.key("alerts", full),
				name: nameOr(full, name),
				monitorIds: group.map(({ key }) => key),
				events,
				cooldownMinutes: 0,
				dailyCap: 1_000,
				groupsByCause: false,
				...(failureThreshold > 1 && { failureThreshold }),
				...(reminderMinutes !== null && { reminderMinutes }),
				channel,
			});
		}
	}
}

/** Null: there is none. What its configuration has beside is listed. */
function channelOf(draft: Draft, what: string, name: string, type: string, config: Members): Members | null {
	const fields = new Fields(draft, what, config);
	const secret = (field: string, word: string) => draft.secret(fields.text(field) ?? "", name, word);
	for (const field of ["name", "account", "serviceName"]) fields.get(field);
	const noteText = () => {
		fields.get("template");
		fields.note("template", "The texts of its messages are Lapwing's own.", "Write title and text of the alert.");
	};
	const of = (): Members | null => {
		switch (type) {
			case "EMAIL":
				return { type: "email", to: [fields.text("address")] };
			case "SLACK":
				return { type: "slack", url: secret(config["url"] === undefined ? "webhookUrl" : "url", "url") };
			case "WEBHOOK":
				switch (fields.text("webhookType")) {
					case "WEBHOOK_MSTEAMS":
						noteText();
						return { type: "microsoft_teams", url: secret("url", "url") };
					case "WEBHOOK_TELEGRAM":
						noteText();
						return telegramOf(draft, fields, name);
					case "WEBHOOK_INCIDENTIO":
						noteText();
						return incidentIoOf(draft, fields, name);
				}
				fields.note(
					"template",
					"The body and its signature are Lapwing's own.",
					"Read docs/use/webhooks, or use the channel http.",
				);
				for (const field of ["template", "webhookSecret"]) fields.get(field);
				return { type: "webhook", url: fields.text("url") };
			case "PAGERDUTY":
				return { type: "pagerduty", routingKey: secret("serviceKey", "key") };
			case "OPSGENIE":
				return {
					type: "opsgenie",
					apiKey: secret("apiKey", "key"),
					region: (fields.text("region") ?? "us").toLowerCase(),
				};
			default:
				return null;
		}
	};
	const channel = of();
	if (channel !== null) fields.done(CONFIG_FIELDS);
	return channel;
}

/** Checkly posts to the bot's address, a form with the chat in it. */
function telegramOf(draft: Draft, fields: Fields, name: string): Members {
	const [, token = ""] = /\/bot([^/]+)\//.exec(fields.text("url") ?? "") ?? [];
	const [form = ""] = (fields.text("template") ?? "").split("&text=");
	const thread = new URLSearchParams(form).get("message_thread_id");
	if (thread !== null)
		fields.note("template", `Messages go to the chat, not to its thread ${thread}.`, "Use the channel http.");
	return {
		type: "telegram",
		botToken: draft.secret(token, name, "token"),
		chatId: new URLSearchParams(form).get("chat_id") ?? "",
	};
}

/** The last part of the address is the alert source, the header its token. */
function incidentIoOf(draft: Draft, fields: Fields, name: string): Members {
	const header = listOf(fields.get("headers"))
		.map(objectOf)
		.find(({ key }) => /^authorization$/i.test(String(key)));
	return {
		type: "incident_io",
		alertSourceId:
			(fields.text("url") ?? "")
				.replace(/[?#].*$/, "")
				.split("/")
				.at(-1) ?? "",
		token: draft.secret(String(header?.["value"] ?? "").replace(/^Bearer\s+/i, ""), name, "token"),
	};
}

const listed = { becomes: "Listed" };
const CONFIG_FIELDS = {
	channel: { becomes: "Listed: messages go to the webhook's channel" },
	priority: listed,
	method: { becomes: "Listed unless it is POST", usual: ["POST", "post"] },
	template: { becomes: "Listed", instead: "" },
	webhookType: { becomes: "Listed" },
	headers: listed,
	queryParameters: listed,
};
