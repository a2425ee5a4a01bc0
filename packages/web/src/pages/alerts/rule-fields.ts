/** When an alert notifies: its fields. */

import { LIMITS } from "../../api/client/limits.ts";
import { type FieldSpec, numberWithin } from "../../ui/forms/spec-fields.tsx";

const { failureThreshold, cooldownMinutes, reminderMinutes, dailyCap } = LIMITS.AlertCreate;

/** Each of them half a row, in the order in which they take effect. */
export const RULE_FIELDS: readonly FieldSpec[] = [
	{
		name: "failureThreshold",
		label: "After",
		width: "half",
		unit: "failed checks in a row",
		...numberWithin(failureThreshold),
	},
	{
		name: "cooldownMinutes",
		label: "Quiet for",
		width: "half",
		unit: "min after a problem",
		hint: "Recoveries are always notified.",
		...numberWithin(cooldownMinutes),
	},
	{
		name: "reminderMinutes",
		label: "Remind every",
		width: "half",
		unit: "min while it lasts",
		placeholder: "never",
		...numberWithin(reminderMinutes),
	},
	{
		name: "dailyCap",
		label: "At most",
		width: "half",
		unit: "problems in 24 hours",
		...numberWithin(dailyCap),
	},
	{
		name: "groupsByCause",
		kind: "check",
		label: "Problems of one cause are one message",
		hint: "They share an address, a certificate, name servers, a location or a dependency.",
		initial: true,
	},
	{ name: "isEnabled", kind: "check", label: "This alert is on", initial: true },
];
