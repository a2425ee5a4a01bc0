/** Names, tags and timing: what monitors of most types are asked for. */

import { useState } from "react";
import { counted } from "../../format/words.ts";
import { FieldGroup, TextField } from "../../ui/forms/field.tsx";
import { MonitorPicker } from "../../ui/forms/monitor-picker.tsx";
import { SpecFields } from "../../ui/forms/spec-fields.tsx";
import { fieldsOf } from "../../ui/forms/use-draft.ts";
import { type Draft, usualName } from "./draft.ts";
import { timingFields } from "./timing-fields.ts";
import type { MonitorType } from "./type.ts";

interface Props {
	readonly draft: Draft;
	readonly type: MonitorType;
	readonly onChange: (change: Partial<Draft>) => void;
}

export function NameFields({ draft, onChange }: Omit<Props, "type">) {
	const field = fieldsOf(draft, onChange);
	return (
		<FieldGroup title="Name and tags">
			<TextField
				label="Name"
				placeholder={usualName(draft)}
				hint="Left empty, it is named after what is watched."
				{...field("name")}
			/>
			<TextField
				label="Tags"
				isOptional
				hint="Separated by spaces. Tags such as team:web make groups on the board."
				placeholder="team:web env:prod"
				mono
				{...field("tags")}
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
