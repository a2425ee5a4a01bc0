/** The state of the alert form, and the body made from it. */

import type { Alert, AlertSettings, UnsavedTest } from "../../api/alerts.ts";
import { isForAll } from "../../api/alerts.ts";
import { defaultsOf, LIMITS } from "../../api/client/limits.ts";
import { channelName } from "../../format/channel-names.ts";
import { ownTimeZone } from "../../format/instant.ts";
import { tagsOf } from "../../format/tags.ts";
import { sentValues, type Values } from "../../ui/forms/spec-fields.tsx";
import { channelOf, type TypedFields, typedFields } from "./channels/channel-draft.ts";
import { type EscalationDraft, escalationDraftOf, escalationOf, NO_ESCALATION } from "./escalation-draft.ts";
import { RULE_FIELDS } from "./rule-fields.ts";

type Numbers = "cooldownMinutes" | "dailyCap" | "failureThreshold";

export interface AlertDraft
	extends Omit<AlertSettings, Numbers | "channel" | "tags" | "types" | "escalation">,
		Readonly<Record<Numbers, number | null>> {
	readonly channelType: string;
	/** As typed; recipients in one text. */
	readonly channel: TypedFields;
	/** As typed, in one text. */
	readonly tags: string;
	readonly tagsMode: "any" | "all";
	readonly types: NonNullable<AlertSettings["types"]>;
	/** Whether it is for every monitor of the team. */
	readonly isForAll: boolean;
	readonly escalation: EscalationDraft;
}

/** @param sendsMail whether the service can send email; else a channel is chosen that needs nothing of it */
export function newAlertDraft(sendsMail: boolean): AlertDraft {
	return {
		...defaultsOf(LIMITS.AlertCreate),
		name: "",
		channelType: sendsMail ? "email" : "slack",
		channel: {},
		tags: "",
		tagsMode: "any",
		types: [],
		isForAll: true,
		timeZone: ownTimeZone(),
		escalation: NO_ESCALATION,
	};
}

export function alertDraftOf(alert: Alert): AlertDraft {
	const {
		id: _,
		channel: __,
		channelProblem: ___,
		createdAt: ____,
		updatedAt: _____,
		tags,
		types,
		escalation,
		...rules
	} = alert;
	return {
		...rules,
		tags: tags === null ? "" : ("any" in tags ? tags.any : tags.all).join(" "),
		tagsMode: tags !== null && "all" in tags ? "all" : "any",
		types: types ?? [],
		isForAll: isForAll(alert),
		channelType: alert.channel.type,
		channel: typedFields(alert.channel),
		escalation: escalationDraftOf(escalation),
	};
}

export function alertBodyOf(draft: AlertDraft): AlertSettings {
	const {
		channelType,
		channel,
		name,
		isForAll: __,
		tags: ___,
		tagsMode: ____,
		types: _____,
		escalation,
		...rest
	} = draft;
	const rules = { ...rest, ...coverageOf(draft), ...sentValues(RULE_FIELDS, draft as unknown as Values) };
	return {
		...(rules as Omit<AlertSettings, "name" | "channel">),
		name: name.trim() || channelName(channelType),
		timeZone: rest.timeZone.trim() || "UTC",
		channel: channelOf(channelType, channel),
		escalation: escalationOf(escalation),
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
