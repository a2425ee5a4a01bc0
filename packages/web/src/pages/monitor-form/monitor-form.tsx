/** The form of a monitor, new or old. Its fields come from the table of types. */

import { useState } from "react";
import { interval } from "../../format/duration.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField, FieldGroup, NumberField, SelectField, TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { ContentCheckFields } from "./content-check-fields.tsx";
import { type Draft, initialFields, typeOf } from "./draft.ts";
import { TryIt } from "./try-it.tsx";
import { type FieldSpec, INTERVALS, LOCATIONS, MONITOR_TYPES } from "./types.ts";

interface Props {
	readonly initial: Draft;
	readonly isNew: boolean;
	readonly onSave: (draft: Draft) => Promise<void>;
	readonly onCancel: () => void;
}

export function MonitorForm({ initial, isNew, onSave, onCancel }: Props) {
	const [draft, setDraft] = useState(initial);
	const [trialFault, setTrialFault] = useState<unknown>(null);
	const type = typeOf(draft.type);
	const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
	const setOwn = (name: string, value: unknown) => set({ own: { ...draft.own, [name]: value } });

	return (
		<Form
			label={isNew ? "New monitor" : "Edit monitor"}
			submitLabel={isNew ? "Create monitor" : "Save"}
			onSubmit={() => {
				setTrialFault(null);
				return onSave(draft);
			}}
			otherFault={trialFault}
			actions={<Button onClick={onCancel}>Cancel</Button>}
			className="max-w-[760px]"
		>
			{isNew && <TypeChoice value={draft.type} onChange={(name) => set({ type: name, own: initialFields(name) })} />}
			<FieldGroup title="What is watched" about={type.about}>
				<div className="grid gap-4 sm:grid-cols-[2fr_1fr_1fr]">
					{type.fields.map((field) => (
						<OwnField key={field.name} field={field} value={draft.own[field.name]} onChange={setOwn} />
					))}
				</div>
				<TryIt draft={draft} onFault={setTrialFault} />
			</FieldGroup>
			<FieldGroup title="Name and tags">
				<TextField
					label="Name"
					pointer="/name"
					placeholder={type.nameOf(draft.own)}
					hint="Left empty: the address."
					value={draft.name}
					onChange={(name) => set({ name })}
				/>
				<TextField
					label="Tags"
					pointer="/tags"
					hint="Separated by spaces. Tags such as team:web make groups on the board."
					placeholder="team:web env:prod"
					mono
					value={draft.tags}
					onChange={(tags) => set({ tags })}
				/>
			</FieldGroup>
			{type.hasContentChecks && (
				<ContentCheckFields checks={draft.contentChecks} onChange={(contentChecks) => set({ contentChecks })} />
			)}
			<FieldGroup title="When and how">
				<div className="grid gap-4 sm:grid-cols-2">
					<SelectField
						label="Checked"
						pointer="/intervalSeconds"
						value={String(draft.intervalSeconds)}
						onChange={(seconds) => set({ intervalSeconds: Number(seconds) })}
						options={[...new Set([...INTERVALS, draft.intervalSeconds])]
							.sort((a, b) => a - b)
							.map((seconds) => ({ value: String(seconds), label: interval(seconds) }))}
					/>
					<SelectField
						label="From"
						pointer="/locationHint"
						value={draft.locationHint}
						onChange={(locationHint) => set({ locationHint })}
						options={LOCATIONS.map(([value, label]) => ({ value, label }))}
					/>
					<NumberField
						label="Down without an answer after"
						pointer="/timeoutSeconds"
						unit="s"
						min={1}
						max={60}
						value={draft.timeoutSeconds}
						onChange={(timeoutSeconds) => set({ timeoutSeconds })}
					/>
					<NumberField
						label="Degraded from"
						pointer="/degradedAfterMs"
						unit="ms"
						min={1000}
						max={30_000}
						value={draft.degradedAfterMs}
						onChange={(degradedAfterMs) => set({ degradedAfterMs })}
					/>
				</div>
				{type.speaksTls && (
					<>
						<CheckField
							label="Watch the certificate"
							pointer="/sslMonitoringEnabled"
							checked={draft.sslMonitoringEnabled}
							onChange={(sslMonitoringEnabled) => set({ sslMonitoringEnabled })}
						/>
						{draft.sslMonitoringEnabled && (
							<NumberField
								label="Warn before it expires"
								pointer="/sslExpiryWarningDays"
								unit="days"
								min={1}
								max={365}
								value={draft.sslExpiryWarningDays}
								onChange={(sslExpiryWarningDays) => set({ sslExpiryWarningDays })}
							/>
						)}
					</>
				)}
			</FieldGroup>
		</Form>
	);
}

function TypeChoice({ value, onChange }: { value: string; onChange: (type: string) => void }) {
	return (
		<fieldset className="mb-3">
			<legend className="mb-1 font-semibold">Type</legend>
			<div className="flex flex-wrap gap-2">
				{Object.entries(MONITOR_TYPES).map(([name, { label }]) => (
					<label
						key={name}
						className="flex h-8 items-center gap-2 rounded-control border border-line bg-panel px-3 has-checked:border-text has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
					>
						<input
							type="radio"
							name="type"
							value={name}
							checked={value === name}
							onChange={() => onChange(name)}
							className="accent-text"
						/>
						{label}
					</label>
				))}
			</div>
		</fieldset>
	);
}

interface OwnProps {
	readonly field: FieldSpec;
	readonly value: unknown;
	readonly onChange: (name: string, value: unknown) => void;
}

function OwnField({ field, value, onChange }: OwnProps) {
	const shared = {
		label: field.label,
		pointer: `/${field.name}`,
		hint: field.hint,
	};
	switch (field.kind) {
		case "text":
			return (
				<TextField
					{...shared}
					{...(field.placeholder && { placeholder: field.placeholder })}
					mono={field.mono ?? false}
					value={String(value ?? "")}
					onChange={(text) => onChange(field.name, text)}
				/>
			);
		case "number":
			return (
				<NumberField
					{...shared}
					unit={field.unit}
					min={field.min}
					max={field.max}
					value={typeof value === "number" ? value : null}
					onChange={(number) => onChange(field.name, number)}
				/>
			);
		case "choice":
			return (
				<SelectField
					{...shared}
					value={String(value)}
					onChange={(choice) => onChange(field.name, choice)}
					options={field.values.map((each) => ({ value: each, label: each }))}
				/>
			);
	}
}
