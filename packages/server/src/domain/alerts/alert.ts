/** An alert: its rules are in ./alert-rules.ts, its channel in ./channels.ts. */

import { ALERT_EVENTS, type AlertRules, alertRulesOf } from "./alert-rules.ts";
import type { ChannelBody, ChannelType, FieldValues } from "./channels.ts";
import { type Escalation, escalationFields, type ShownChannel } from "./escalation.ts";

/** What a notice can be about. `checked_again` is the end of `blind`, and follows it whenever `blind` was delivered. */
export const NOTICE_EVENTS = [...ALERT_EVENTS, "checked_again"] as const;
export type NoticeEvent = (typeof NOTICE_EVENTS)[number];

/** Whether an event ends a problem instead of being one. */
export function endsProblem(event: NoticeEvent): event is "up" | "checked_again" {
	return event === "up" || event === "checked_again";
}

/** The final status of a notice. `skipped_outdated`: it was no longer true when its turn came. */
export const ALERT_EVENT_STATUSES = [
	"sent",
	"skipped_cooldown",
	"skipped_cap",
	"failed",
	"skipped_outdated",
	"skipped_hours",
] as const;
export type AlertEventStatus = (typeof ALERT_EVENT_STATUSES)[number];

/** A notice that waits: `pending` was tried and is tried again; `held` waits for something to pass. */
export const WAITING_STATUSES = ["pending", "held"] as const;

/**
 * What a held notice waits for: the end of a maintenance window, of the monitor's pause, of the cooldown, or of the
 * time for which somebody has put it off; the begin of the alert's hours; that a problem of a flapping monitor lasts;
 * checks of the monitors that its own depends on; the recovery of one of them; the other monitors of its cause.
 */
export const HOLD_REASONS = [
	"maintenance",
	"pause",
	"cooldown",
	"snooze",
	"hours",
	"flapping",
	"dependency_check",
	"dependency",
	"cause",
] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** Monitors that one alert can name; an alert for more is for all of the team. */
export const MAX_ALERT_MONITORS = 1000;

/** An alert with its channel's public fields. Instants are epoch milliseconds. */
export interface Alert extends AlertRules {
	readonly id: number;
	/** `alt_…` */
	readonly publicId: string;
	readonly name: string;
	readonly channel: { readonly type: ChannelType; readonly fields: FieldValues };
	/** `mon_…` of those that exist, oldest first; null: all that `tags` and `types` choose, or else every monitor. */
	readonly monitorIds: readonly string[] | null;
	readonly isEnabled: boolean;
	readonly escalation: Escalation<ShownChannel> | null;
	readonly createdAt: number;
	readonly updatedAt: number;
}

/** What is seen of an alert, in the API and in audit events. */
export function alertFields(alert: Alert) {
	return {
		name: alert.name,
		channel: { type: alert.channel.type, ...alert.channel.fields } as ChannelBody,
		monitorIds: alert.monitorIds && [...alert.monitorIds],
		...alertRulesOf(alert),
		types: alert.types && [...alert.types],
		events: [...alert.events],
		isEnabled: alert.isEnabled,
		escalation: alert.escalation && escalationFields(alert.escalation),
	};
}
