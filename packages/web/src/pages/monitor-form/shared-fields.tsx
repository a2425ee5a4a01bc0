/** Names, tags and timing: what monitors of most types are asked for. */

import { useState } from "react";
import { tagsOf } from "../../format/tags.ts";
import { counted, listed } from "../../format/words.ts";
import { CheckField, FieldGroup, SelectField, TextField } from "../../ui/forms/field.tsx";
import { MonitorPicker } from "../../ui/forms/monitor-picker.tsx";
import { SpecFields } from "../../ui/forms/spec-fields.tsx";
import { type Draft, usualName } from "./draft.ts";
import { timingFields } from "./timing-fields.ts";
import type { MonitorType } from "./type.ts";

interface Props {
	readonly draft: Draft;
	readonly type: MonitorType;
	readonly onChange: (change: Partial<Draft>) => void;
}

export function NameFields({ draft, onChange }: Omit<Props, "type">) {
	return (
		<FieldGroup title="Name and tags">
			<TextField
				label="Name"
				pointer="/name"
				placeholder={usualName(draft)}
				hint="Left empty, it is named after what is watched."
				value={draft.name}
				onChange={(name) => onChange({ name })}
			/>
			<TextField
				label="Tags"
				isOptional
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

/** Folded where nothing is chosen: most monitors depend on no other. */
export function DependencyFields({
	draft,
	monitorId,
	onChange,
}: Omit<Props, "type"> & { monitorId?: string | undefined }) {
	const [isOpen, setIsOpen] = useState(draft.dependsOn.length > 0);
	return (
		<details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)} className="card mb-3 p-4">
			<summary className="min-h-6">
				<span className="font-semibold">Depends on</span>{" "}
				<span className="text-muted">
					·{" "}
					{draft.dependsOn.length === 0
						? "a router, a proxy or a database that is watched, too"
						: counted(draft.dependsOn.length, "monitor")}
				</span>
			</summary>
			<p className="mt-3 mb-3 max-w-prose text-muted">
				Without these this monitor can't be up. While one of them is down, problems of this monitor are recorded and
				shown as its consequence, and nobody is notified of them beside it.
			</p>
			{/* Of all monitors, which are read once somebody looks. */}
			{isOpen && (
				<MonitorPicker
					pointer="/dependsOn"
					value={draft.dependsOn}
					without={monitorId}
					allowsAll={false}
					onChange={(dependsOn) => onChange({ dependsOn: dependsOn ?? [] })}
				/>
			)}
		</details>
	);
}

/** Folded where nothing is chosen: most installations have one location. */
export function LocationFields({ draft: { location }, onChange }: Omit<Props, "type">) {
	const [isOpen, setIsOpen] = useState(location.names !== "");
	const names = tagsOf(location.names);
	const set = (change: Partial<Draft["location"]>) => onChange({ location: { ...location, ...change } });
	return (
		<details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)} className="card mb-3 p-4">
			<summary className="min-h-6">
				<span className="font-semibold">Locations</span>{" "}
				<span className="text-muted">· {names.length === 0 ? "from where it is checked" : listed(names)}</span>
			</summary>
			<div className="mt-3 grid gap-3">
				<TextField
					label="Checked from"
					isOptional
					pointer="/locations"
					mono
					placeholder="frankfurt virginia"
					hint="Names of locations, separated by spaces. Left empty, it is checked from where Lapwing runs."
					value={location.names}
					onChange={(text) => set({ names: text })}
				/>
				{names.length > 1 && (
					<SelectField
						label="Down when it is seen down by"
						pointer="/downWhen"
						options={DOWN_WHEN}
						value={location.downWhen}
						onChange={(downWhen) => set({ downWhen: downWhen as Draft["location"]["downWhen"] })}
					/>
				)}
				{names.length > 0 && (
					<CheckField
						label="The nearest location may take the place of one without a prober"
						pointer="/fallback"
						hint="Otherwise such checks are missed."
						checked={location.fallback}
						onChange={(fallback) => set({ fallback })}
					/>
				)}
			</div>
		</details>
	);
}

const DOWN_WHEN = [
	{ value: "any", label: "any of them" },
	{ value: "majority", label: "more than half of those that answered" },
	{ value: "all", label: "all that answered" },
];

export function TimingFields({ draft, type, onChange }: Props) {
	const { own, common } = draft;
	const fields = timingFields(type, own, common);
	if (fields.length === 0) return null;
	return (
		<FieldGroup title="When and how">
			<SpecFields
				fields={fields}
				values={common}
				onChange={(name, value) =>
					onChange({ common: { ...common, [name]: name === "intervalSeconds" ? Number(value) : value } })
				}
			/>
		</FieldGroup>
	);
}
