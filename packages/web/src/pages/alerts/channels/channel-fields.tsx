/** The fields of one channel. */

import { LinesField, SelectField, TextField } from "../../../ui/forms/field.tsx";
import type { TypedFields } from "./channel-draft.ts";
import type { ChannelFieldSpec } from "./field.ts";
import { channelFields } from "./table.ts";

interface Props {
	/** Of the channel, as a JSON Pointer. */
	readonly pointer: string;
	readonly type: string;
	readonly value: TypedFields;
	/** Whether the service keeps its secrets where they are left empty. */
	readonly isKept: boolean;
	readonly onChange: (value: TypedFields) => void;
}

export function ChannelFields({ pointer, type, value, isKept, onChange }: Props) {
	return channelFields(type).map((field) => (
		<ChannelField
			key={`${type} ${field.name}`}
			pointer={`${pointer}/${field.name}`}
			field={field}
			isKept={isKept}
			value={value[field.name] ?? ""}
			onChange={(text) => onChange({ ...value, [field.name]: text })}
		/>
	));
}

interface FieldProps {
	readonly pointer: string;
	readonly field: ChannelFieldSpec;
	readonly isKept: boolean;
	readonly value: string;
	readonly onChange: (value: string) => void;
}

function ChannelField({ pointer, field, isKept, value, onChange }: FieldProps) {
	if (field.kind === "choice") {
		const { label, hint, options = [] } = field;
		const chosen = value || (options[0]?.value ?? "");
		return <SelectField {...{ label, hint, pointer, options, onChange }} value={chosen} />;
	}
	const staysKept = field.secret === true && isKept;
	const placeholder = staysKept ? "unchanged" : field.placeholder;
	if (field.kind === "lines") {
		const { label, hint, optional: isOptional } = field;
		return (
			<LinesField
				{...{ label, hint, pointer, isOptional, value, onChange }}
				mono
				rows={4}
				{...(placeholder && { placeholder })}
			/>
		);
	}
	return (
		<TextField
			label={field.label}
			required={!field.optional && !staysKept}
			isOptional={field.optional}
			pointer={pointer}
			hint={field.hint}
			{...(placeholder && { placeholder })}
			mono
			value={value}
			onChange={onChange}
		/>
	);
}
