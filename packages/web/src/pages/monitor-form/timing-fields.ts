/** When and how a monitor is checked: the fields that most types have. */

import { interval } from "../../format/duration.ts";
import type { FieldSpec, Values } from "../../ui/forms/spec-fields.tsx";
import type { MonitorType, SharedField } from "./type.ts";

const INTERVALS = [60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 43_200, 86_400] as const;
const USUAL_MAX_INTERVAL_SECONDS = 3600;

/** Seconds as choices: those that are offered, and `present`, which may have been made through the API. */
export function intervalChoices(maxSeconds = USUAL_MAX_INTERVAL_SECONDS, present: readonly number[] = []) {
	const offered = INTERVALS.filter((seconds) => seconds <= maxSeconds);
	const seconds = [...new Set([...offered, ...present])].sort((a, b) => a - b);
	return seconds.map((each) => ({ value: String(each), label: interval(each) }));
}

export const TIMEOUT_FIELD = {
	name: "timeoutSeconds",
	kind: "number",
	label: "Down without an answer after",
	width: "half",
	unit: "s",
	initial: 10,
	min: 1,
	max: 60,
} as const satisfies FieldSpec;

const DEGRADED_FIELD = {
	name: "degradedAfterMs",
	kind: "number",
	label: "Degraded when it takes",
	width: "half",
	unit: "ms or more",
	initial: 5000,
	min: 1000,
	max: 30_000,
} as const satisfies FieldSpec;

const CERTIFICATE_FIELDS: readonly FieldSpec[] = [
	{ name: "sslMonitoringEnabled", kind: "check", label: "Watch the certificate", initial: true },
	{
		name: "sslExpiryWarningDays",
		kind: "number",
		label: "Warn before it expires",
		width: "half",
		unit: "days",
		initial: 30,
		min: 1,
		max: 365,
		isShown: ({ sslMonitoringEnabled }) => sslMonitoringEnabled === true,
	},
];

interface Timed {
	readonly own: Values;
	readonly intervalSeconds: number;
}

/** Those that a monitor as in `draft` has. */
export function timingFields(type: MonitorType, draft: Timed): readonly FieldSpec[] {
	const shared: readonly FieldSpec[] = [
		{
			name: "intervalSeconds",
			kind: "choice",
			label: "Checked",
			width: "half",
			initial: "60",
			values: intervalChoices(type.maxIntervalSeconds, [draft.intervalSeconds]),
		},
		TIMEOUT_FIELD,
		DEGRADED_FIELD,
	];
	const asked = shared.filter(({ name }) => !type.without?.includes(name as SharedField));
	return [...asked, ...(type.speaksTls(draft.own) ? CERTIFICATE_FIELDS : [])];
}
