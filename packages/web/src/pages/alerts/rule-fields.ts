/** When an alert notifies: its fields. */

import type { FieldSpec } from "../../ui/forms/spec-fields.tsx";

/** Each of them half a row, in the order in which they take effect. */
export const RULE_FIELDS: readonly FieldSpec[] = [
	{
		name: "failureThreshold",
		kind: "number",
		label: "After",
		width: "half",
		unit: "failed checks in a row",
		initial: 1,
		min: 1,
		max: 10,
	},
	{
		name: "cooldownMinutes",
		kind: "number",
		label: "Quiet for",
		width: "half",
		unit: "min after a problem",
		hint: "Recoveries are always notified.",
		initial: 10,
		min: 0,
		max: 1440,
	},
	{
		name: "reminderMinutes",
		kind: "number",
		label: "Remind every",
		width: "half",
		unit: "min while it lasts",
		placeholder: "never",
		initial: null,
		min: 5,
		max: 1440,
	},
	{
		name: "dailyCap",
		kind: "number",
		label: "At most",
		width: "half",
		unit: "problems in 24 hours",
		initial: 100,
		min: 1,
		max: 1000,
	},
	{ name: "isEnabled", kind: "check", label: "On", initial: true },
];
