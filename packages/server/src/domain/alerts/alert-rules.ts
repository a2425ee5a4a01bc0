/**
 * When an alert notifies: a row for each rule, with its range, its default and its words in the OpenAPI document.
 * Bodies, answers, audit events, the client's types and the bounds of the form's fields follow.
 */

import { z } from "zod";
import { IMPORTANCES, MAX_TAGS, tagText } from "../monitors/common-settings.ts";
import { MONITOR_TYPES } from "../monitors/monitor.ts";
import { picked } from "../picked.ts";

/** The events of which an alert can notify. `blind`: Lapwing can't check the monitor. */
export const ALERT_EVENTS = ["down", "degraded", "up", "blind"] as const;

const BLIND_DESCRIPTION =
	"`blind`: five checks in a row could not be made, for a reason on Lapwing's side, so the state of the target " +
	"is unknown. Its end is notified as `checked_again`. While Lapwing's own network is cut off, it is sent once to each alert.";

const wantedTags = z.array(tagText).min(1).max(MAX_TAGS);

export const ALERT_RULES = {
	tags: z
		.union([z.strictObject({ any: wantedTags }), z.strictObject({ all: wantedTags })])
		.nullable()
		.meta({
			description:
				"Covers the monitors that have one of these tags (`any`), or every one of them (`all`), also those that are " +
				"created later. What matches `monitorIds`, `tags` or `types` is covered.",
			example: { any: ["team:web"] },
		})
		.default(null),
	types: z
		.array(z.enum(MONITOR_TYPES))
		.min(1)
		.refine((types) => new Set(types).size === types.length, "Must not name a type twice.")
		.nullable()
		.meta({ uniqueItems: true, description: "Covers the monitors of these types.", example: ["cron"] })
		.default(null),
	minimumImportance: z
		.enum(IMPORTANCES)
		.meta({ description: "Leaves out less important monitors, whatever else covers them.", example: "high" })
		.default("low"),
	events: z
		.array(z.enum(ALERT_EVENTS))
		.min(1)
		.refine((events) => new Set(events).size === events.length, "Must not name an event twice.")
		.meta({ uniqueItems: true, example: [...ALERT_EVENTS], description: BLIND_DESCRIPTION })
		.default([...ALERT_EVENTS]),
	cooldownMinutes: z
		.int()
		.min(0)
		.max(1440)
		.meta({
			description:
				"After a problem was notified, further problems of the same monitor are skipped for this time; " +
				"one that still exists afterwards is notified then. `up` is not held.",
			example: 10,
		})
		.default(10),
	dailyCap: z
		.int()
		.min(1)
		.max(1000)
		.meta({ description: "Messages about problems in 24 hours. `up` is not held.", example: 100 })
		.default(100),
	failureThreshold: z
		.int()
		.min(1)
		.max(10)
		.meta({ description: "Failing checks in a row before a problem is notified.", example: 1 })
		.default(1),
	reminderMinutes: z
		.int()
		.min(5)
		.max(1440)
		.nullable()
		.meta({
			description: "Minutes between reminders of a problem that lasts, never within the cooldown; null: no reminders.",
			example: 60,
		})
		.default(null),
};

type Values = z.output<z.ZodObject<typeof ALERT_RULES>>;
export type AlertRules = { readonly [Name in keyof Values]: Readonly<Values[Name]> };

/** The rules of a new alert. */
export const USUAL_RULES: AlertRules = z.object(ALERT_RULES).parse({});

const RULE_NAMES = Object.keys(ALERT_RULES) as readonly (keyof AlertRules)[];

/** The rules among other members. */
export function alertRulesOf(members: AlertRules): AlertRules {
	return picked(members, RULE_NAMES);
}
