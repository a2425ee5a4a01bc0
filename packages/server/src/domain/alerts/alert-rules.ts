/**
 * When an alert notifies: a row for each rule, with its range, its default and its words in the OpenAPI document.
 * Bodies, answers, audit events, the client's types and the bounds of the form's fields follow.
 */

import { z } from "zod";
import { timeZoneField } from "../local-time.ts";
import { IMPORTANCES, MAX_TAGS, tagText } from "../monitors/common-settings.ts";
import { MONITOR_TYPES } from "../monitors/monitor.ts";
import { picked } from "../picked.ts";
import { text } from "../text.ts";
import { hoursSchema } from "./hours.ts";
import { templateProblem } from "./texts/template.ts";

/** What happens to a monitor. `blind`: Lapwing can't check it. */
export const ALERT_EVENTS = ["down", "degraded", "up", "blind"] as const;
/** A location that fails, and a certificate that ends soon, are sent as a `degraded` event of that kind. */
const USUAL_EVENTS = [...ALERT_EVENTS, "certificate"] as const;
/** What an alert can be asked to notify of. */
export const WANTED_EVENTS = [...USUAL_EVENTS, "regional"] as const;

const EVENTS_DESCRIPTION =
	"`blind`: five checks in a row could not be made, for a reason on Lapwing's side, so the state of the target " +
	"is unknown. Its end is notified as `checked_again`. While Lapwing's own network is cut off, it is sent once to each alert. " +
	"`certificate`: a certificate ends soon. `regional`: a monitor fails from a location while others refute it, and its end.";

const wantedTags = z.array(tagText).min(1).max(MAX_TAGS);
/** A template's text, validated where it is written: unknown fields are refused with what there is. */
function template(maxLength: number) {
	return text(1, maxLength).superRefine((value, context) => {
		const problem = templateProblem(value);
		if (problem !== null) context.addIssue({ code: "custom", message: problem });
	});
}

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
		.array(z.enum(WANTED_EVENTS))
		.min(1)
		.refine((events) => new Set(events).size === events.length, "Must not name an event twice.")
		.meta({ uniqueItems: true, example: [...USUAL_EVENTS], description: EVENTS_DESCRIPTION })
		.default([...USUAL_EVENTS]),
	hours: z.union([hoursSchema, z.null()]).meta({ description: "When the alert sends. Null: always." }).default(null),
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
	titleTemplate: template(250)
		.nullable()
		.meta({
			description:
				"The title of messages about one monitor, instead of the usual one, and what begins its line in messages about " +
				"several. `{{monitor.name}}` and others stand for values; `POST /api/v1/alerts/preview` lists and shows them.",
			example: null,
		})
		.default(null),
	textTemplate: template(4_000)
		.nullable()
		.meta({
			description: "What stands below the title of messages about one monitor, instead of the usual text and details.",
			example: null,
		})
		.default(null),
	timeZone: timeZoneField
		.meta({ description: "Of the instants in messages: a name of the IANA database.", example: "Europe/Berlin" })
		.default("UTC"),
	groupsByCause: z
		.boolean()
		.meta({
			description:
				"Problems of one cause (an address, a certificate, name servers, a location or a dependency that they share) " +
				"are one message, and their recovery is one. False: a message for each monitor.",
			example: true,
		})
		.default(true),
};

type Values = z.output<z.ZodObject<typeof ALERT_RULES>>;
export type AlertRules = { readonly [Name in keyof Values]: Readonly<Values[Name]> };

/** What an alert's owner changed of the words of its messages. */
export type AlertTexts = Pick<AlertRules, "titleTemplate" | "textTemplate" | "timeZone">;

/** The rules of a new alert. */
export const USUAL_RULES: AlertRules = z.object(ALERT_RULES).parse({});

const RULE_NAMES = Object.keys(ALERT_RULES) as readonly (keyof AlertRules)[];

/** The rules among other members. */
export function alertRulesOf(members: AlertRules): AlertRules {
	return picked(members, RULE_NAMES);
}

export function alertTextsOf(rules: AlertRules): AlertTexts {
	return picked(rules, ["titleTemplate", "textTemplate", "timeZone"]);
}
