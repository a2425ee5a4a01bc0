/** When and how a monitor is checked: the fields of the common settings, which most types have. */

import { LIMITS } from "../../api/client/limits.ts";
import { interval } from "../../format/duration.ts";
import { type FieldSpec, numberWithin, type Values } from "../../ui/forms/spec-fields.tsx";
import type { CommonField, MonitorType } from "./type.ts";

const INTERVALS = [60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 43_200, 86_400] as const;
/** The common settings of every type have these limits; of some, the interval has others. */
const { importance, intervalSeconds, timeoutSeconds, degradedAfterMs, sslMonitoringEnabled, sslExpiryWarningDays } =
	LIMITS.HttpMonitorCreate;

/** Seconds as choices: those that are offered, and `present`, which may have been made through the API. */
export function intervalChoices(maxSeconds: number = intervalSeconds.max, present: readonly number[] = []) {
	const offered = INTERVALS.filter((seconds) => seconds <= maxSeconds);
	const seconds = [...new Set([...offered, ...present])].sort((a, b) => a - b);
	return seconds.map((each) => ({ value: String(each), label: interval(each) }));
}

type CommonSpec = FieldSpec & { readonly name: CommonField };

export const TIMEOUT_FIELD = {
	name: "timeoutSeconds",
	label: "Down without an answer after",
	width: "half",
	unit: "s",
	...numberWithin(timeoutSeconds),
} as const satisfies CommonSpec;

const TIMING_FIELDS: readonly CommonSpec[] = [
	{
		name: "intervalSeconds",
		kind: "choice",
		label: "Checked",
		width: "half",
		initial: String(intervalSeconds.default),
		values: [],
	},
	TIMEOUT_FIELD,
	{
		name: "degradedAfterMs",
		label: "Degraded when it takes",
		width: "half",
		unit: "ms or more",
		...numberWithin(degradedAfterMs),
	},
	{
		name: "importance",
		kind: "choice",
		label: "Importance",
		width: "half",
		hint: "Alerts can ask for it.",
		initial: importance.default,
		values: ["low", "normal", "high"],
	},
];

const CERTIFICATE_FIELDS: readonly CommonSpec[] = [
	{
		name: "sslMonitoringEnabled",
		kind: "check",
		label: "Watch the certificate",
		initial: sslMonitoringEnabled.default,
	},
	{
		name: "sslExpiryWarningDays",
		label: "Warn before it expires",
		width: "half",
		unit: "days",
		...numberWithin(sslExpiryWarningDays),
		isShown: ({ sslMonitoringEnabled }) => sslMonitoringEnabled === true,
	},
];

/** The values of a new monitor. */
export const INITIAL_COMMON: Values = {
	...Object.fromEntries([...TIMING_FIELDS, ...CERTIFICATE_FIELDS].map(({ name, initial }) => [name, initial])),
	intervalSeconds: intervalSeconds.default,
};

/** Those that a monitor with these values has: of its type, and common ones. */
export function timingFields(type: MonitorType, own: Values, common: Values): readonly FieldSpec[] {
	const asked = TIMING_FIELDS.filter(({ name }) => !type.without?.includes(name)).map((field) =>
		field.name === "intervalSeconds" && field.kind === "choice"
			? { ...field, values: intervalChoices(type.maxIntervalSeconds, [Number(common[field.name])]) }
			: field,
	);
	return [...asked, ...(type.speaksTls(own) ? CERTIFICATE_FIELDS : [])];
}
