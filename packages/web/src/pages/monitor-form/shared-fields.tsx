/** Names, tags and timing: what monitors of most types are asked for. */

import { interval } from "../../format/duration.ts";
import { FieldGroup, TextField } from "../../ui/forms/field.tsx";
import { type FieldSpec, SpecFields, type Values } from "../../ui/forms/spec-fields.tsx";
import type { Draft } from "./draft.ts";
import type { MonitorType, SharedField } from "./type.ts";

const INTERVALS = [60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 43_200, 86_400] as const;
const USUAL_MAX_INTERVAL_SECONDS = 3600;

const LOCATIONS = [
	["wnam", "Western North America"],
	["enam", "Eastern North America"],
	["sam", "South America"],
	["weur", "Western Europe"],
	["eeur", "Eastern Europe"],
	["apac", "Asia-Pacific"],
	["oc", "Oceania"],
	["afr", "Africa"],
	["me", "Middle East"],
] as const;

interface Props {
	readonly draft: Draft;
	readonly type: MonitorType;
	readonly onChange: (change: Partial<Draft>) => void;
}

export function NameFields({ draft, type, onChange }: Props) {
	return (
		<FieldGroup title="Name and tags">
			<TextField
				label="Name"
				pointer="/name"
				placeholder={type.nameOf(draft.own)}
				{...(type.nameOf(draft.own) !== "" && { hint: `Left empty: ${type.nameOf(draft.own)}` })}
				value={draft.name}
				onChange={(name) => onChange({ name })}
			/>
			<TextField
				label="Tags"
				pointer="/tags"
				hint="Separated by spaces. Tags such as team:web make groups on the board."
				placeholder="team:web env:prod"
				mono
				value={draft.tags}
				onChange={(tags) => onChange({ tags })}
			/>
		</FieldGroup>
	);
}

export function TimingFields({ draft, type, onChange }: Props) {
	const asked = timingFields(type, draft).filter(({ name }) => !type.without?.includes(name as SharedField));
	const fields = [...asked, ...(type.speaksTls(draft.own) ? CERTIFICATE_FIELDS : [])];
	if (fields.length === 0) return null;
	return (
		<FieldGroup title="When and how">
			<SpecFields
				fields={fields}
				values={draft as unknown as Values}
				onChange={(name, value) => onChange({ [name]: name === "intervalSeconds" ? Number(value) : value })}
			/>
		</FieldGroup>
	);
}

/** @param draft an interval that is not offered, made through the API, is offered to those who have it */
function timingFields({ maxIntervalSeconds = USUAL_MAX_INTERVAL_SECONDS }: MonitorType, draft: Draft) {
	const offered = INTERVALS.filter((seconds) => seconds <= maxIntervalSeconds);
	const intervals = [...new Set([...offered, draft.intervalSeconds])].sort((a, b) => a - b);
	return [
		{
			name: "intervalSeconds",
			kind: "choice",
			label: "Checked",
			width: "half",
			initial: "60",
			values: intervals.map((seconds) => ({ value: String(seconds), label: interval(seconds) })),
		},
		{
			name: "locationHint",
			kind: "choice",
			label: "Preferred location",
			hint: "A preference only: Lapwing checks from where it runs.",
			width: "half",
			initial: "wnam",
			values: LOCATIONS.map(([value, label]) => ({ value, label })),
		},
		{
			name: "timeoutSeconds",
			kind: "number",
			label: "Down without an answer after",
			width: "half",
			unit: "s",
			initial: 10,
			min: 1,
			max: 60,
		},
		{
			name: "degradedAfterMs",
			kind: "number",
			label: "Degraded when it takes",
			width: "half",
			unit: "ms or more",
			initial: 5000,
			min: 1000,
			max: 30_000,
		},
	] as const satisfies readonly FieldSpec[];
}

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
