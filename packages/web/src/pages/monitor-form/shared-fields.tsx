/** Names, tags and timing: what monitors of most types are asked for. */

import { interval } from "../../format/duration.ts";
import { CheckField, FieldGroup, NumberField, SelectField, TextField } from "../../ui/forms/field.tsx";
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
	const asksFor = (field: SharedField) => !type.without?.includes(field);
	const speaksTls = type.speaksTls(draft.own);
	const { maxIntervalSeconds = USUAL_MAX_INTERVAL_SECONDS } = type;
	const offered = INTERVALS.filter((seconds) => seconds <= maxIntervalSeconds);
	if (!speaksTls && ALL.every((field) => !asksFor(field))) return null;
	return (
		<FieldGroup title="When and how">
			<div className="grid gap-4 sm:grid-cols-2">
				{asksFor("intervalSeconds") && (
					<SelectField
						label="Checked"
						pointer="/intervalSeconds"
						value={String(draft.intervalSeconds)}
						onChange={(seconds) => onChange({ intervalSeconds: Number(seconds) })}
						options={[...new Set([...offered, draft.intervalSeconds])]
							.sort((a, b) => a - b)
							.map((seconds) => ({ value: String(seconds), label: interval(seconds) }))}
					/>
				)}
				{asksFor("locationHint") && (
					<SelectField
						label="From"
						pointer="/locationHint"
						value={draft.locationHint}
						onChange={(locationHint) => onChange({ locationHint })}
						options={LOCATIONS.map(([value, label]) => ({ value, label }))}
					/>
				)}
				{asksFor("timeoutSeconds") && (
					<NumberField
						label="Down without an answer after"
						pointer="/timeoutSeconds"
						unit="s"
						min={1}
						max={60}
						value={draft.timeoutSeconds}
						onChange={(timeoutSeconds) => onChange({ timeoutSeconds })}
					/>
				)}
				{asksFor("degradedAfterMs") && (
					<NumberField
						label="Degraded from"
						pointer="/degradedAfterMs"
						unit="ms"
						min={1000}
						max={30_000}
						value={draft.degradedAfterMs}
						onChange={(degradedAfterMs) => onChange({ degradedAfterMs })}
					/>
				)}
			</div>
			{speaksTls && <CertificateFields draft={draft} onChange={onChange} />}
		</FieldGroup>
	);
}

const ALL: readonly SharedField[] = ["intervalSeconds", "timeoutSeconds", "degradedAfterMs", "locationHint"];

function CertificateFields({ draft, onChange }: Pick<Props, "draft" | "onChange">) {
	return (
		<>
			<CheckField
				label="Watch the certificate"
				pointer="/sslMonitoringEnabled"
				checked={draft.sslMonitoringEnabled}
				onChange={(sslMonitoringEnabled) => onChange({ sslMonitoringEnabled })}
			/>
			{draft.sslMonitoringEnabled && (
				<NumberField
					label="Warn before it expires"
					pointer="/sslExpiryWarningDays"
					unit="days"
					min={1}
					max={365}
					value={draft.sslExpiryWarningDays}
					onChange={(sslExpiryWarningDays) => onChange({ sslExpiryWarningDays })}
				/>
			)}
		</>
	);
}
