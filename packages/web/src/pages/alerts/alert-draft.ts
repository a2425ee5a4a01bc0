/** The state of the alert form, and the body made from it. */

import type { Alert, AlertEventType, AlertSettings, Channel, UnsavedTest } from "../../api/alerts.ts";
import { isForAll } from "../../api/alerts.ts";
import { LIMITS } from "../../api/limits.ts";
import { ownTimeZone } from "../../format/instant.ts";
import { tagsOf } from "../../format/tags.ts";
import { channelName } from "../../format/words.ts";
import { sentValues, type Values } from "../../ui/forms/spec-fields.tsx";
import { channelFields } from "./channels/table.ts";
import { RULE_FIELDS } from "./rule-fields.ts";

export interface AlertDraft {
	readonly name: string;
	readonly channelType: string;
	/** As typed; recipients in one text. */
	readonly channel: Readonly<Record<string, string>>;
	readonly monitorIds: readonly string[] | null;
	/** As typed, in one text. */
	readonly tags: string;
	readonly tagsMode: "any" | "all";
	readonly types: NonNullable<AlertSettings["types"]>;
	/** Whether it is for every monitor of the team. */
	readonly isForAll: boolean;
	readonly minimumImportance: AlertSettings["minimumImportance"];
	readonly events: readonly AlertEventType[];
	readonly hours: AlertSettings["hours"];
	readonly cooldownMinutes: number | null;
	readonly dailyCap: number | null;
	readonly failureThreshold: number | null;
	readonly reminderMinutes: number | null;
	readonly titleTemplate: string | null;
	readonly textTemplate: string | null;
	readonly timeZone: string;
	readonly isEnabled: boolean;
}

const { events, minimumImportance, cooldownMinutes, dailyCap, failureThreshold, reminderMinutes, isEnabled } =
	LIMITS.AlertCreate;

/** @param sendsMail whether the service can send email; else a channel is chosen that needs nothing of it */
export function newAlertDraft(sendsMail: boolean): AlertDraft {
	return {
		name: "",
		channelType: sendsMail ? "email" : "slack",
		channel: {},
		monitorIds: null,
		tags: "",
		tagsMode: "any",
		types: [],
		isForAll: true,
		minimumImportance: minimumImportance.default,
		events: events.default,
		hours: null,
		cooldownMinutes: cooldownMinutes.default,
		dailyCap: dailyCap.default,
		failureThreshold: failureThreshold.default,
		reminderMinutes: reminderMinutes.default,
		titleTemplate: null,
		textTemplate: null,
		timeZone: ownTimeZone(),
		isEnabled: isEnabled.default,
	};
}

export function alertDraftOf(alert: Alert): AlertDraft {
	const { type, ...fields } = alert.channel;
	const { id: _, channel: __, channelProblem: ___, createdAt: ____, updatedAt: _____, tags, types, ...rules } = alert;
	return {
		...rules,
		tags: tags === null ? "" : ("any" in tags ? tags.any : tags.all).join(" "),
		tagsMode: tags !== null && "all" in tags ? "all" : "any",
		types: types ?? [],
		isForAll: isForAll(alert),
		channelType: type,
		channel: Object.fromEntries(
			Object.entries(fields).map(([name, value]) => [
				name,
				Array.isArray(value) ? value.join(", ") : String(value ?? ""),
			]),
		),
	};
}

export function alertBodyOf(draft: AlertDraft): AlertSettings {
	const { channelType, channel, name, isForAll: __, tags: ___, tagsMode: ____, types: _____, ...rest } = draft;
	const rules = { ...rest, ...coverageOf(draft), ...sentValues(RULE_FIELDS, draft as unknown as Values) };
	return {
		...(rules as Omit<AlertSettings, "name" | "channel">),
		name: name.trim() || channelName(channelType),
		timeZone: rest.timeZone.trim() || "UTC",
		channel: channelOf(channelType, channel),
	};
}

/** None of the chosen, the typed and the ticked is sent of an alert that is for every monitor. */
function coverageOf(draft: AlertDraft): Pick<AlertSettings, "monitorIds" | "tags" | "types"> {
	if (draft.isForAll) return { monitorIds: null, tags: null, types: null };
	const typed = tagsOf(draft.tags);
	const tags = typed.length === 0 ? null : draft.tagsMode === "any" ? { any: typed } : { all: typed };
	const types = draft.types.length === 0 ? null : draft.types;
	const names = draft.monitorIds ?? [];
	return { monitorIds: names.length === 0 && (tags ?? types) !== null ? null : names, tags, types };
}

/** What is sent to test the channel before it is saved. */
export function alertTestOf(draft: AlertDraft, alertId: string | undefined): UnsavedTest {
	const { name, channel } = alertBodyOf(draft);
	return { name, channel, ...(alertId !== undefined && { alertId }) };
}

function channelOf(type: string, typed: AlertDraft["channel"]): Channel {
	const fields: Record<string, string | string[]> = {};
	for (const { name, kind, secret, optional } of channelFields(type)) {
		const text = (typed[name] ?? "").trim();
		if (kind === "list") fields[name] = text.split(/[\s,;]+/).filter(Boolean);
		// An omitted field keeps its value or default. A required field is always sent, so that the API reports what is
		// wrong.
		else if (text !== "" || !(secret || optional)) fields[name] = text;
	}
	return { type, ...fields };
}
