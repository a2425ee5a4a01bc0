/** Names, tags and timing: what monitors of most types are asked for. */

import { FieldGroup, TextField } from "../../ui/forms/field.tsx";
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
