/** A secret, which the service keeps and never shows. One that is kept stays as it is while its field is left empty. */

import { type FieldProps, TextField } from "./field.tsx";

interface Props extends FieldProps {
	/** Null: the one that the service keeps. */
	readonly value: string | null;
	/** Whether the service keeps one that the field can leave alone. */
	readonly isKept: boolean;
	readonly placeholder?: string;
	readonly onChange: (value: string | null) => void;
}

export function SecretField({ value, isKept, onChange, placeholder, ...field }: Props) {
	const shownInstead = isKept ? "unchanged" : placeholder;
	return (
		<TextField
			{...field}
			mono
			{...(shownInstead !== undefined && { placeholder: shownInstead })}
			value={value ?? ""}
			onChange={(text) => onChange(text === "" && isKept ? null : text)}
		/>
	);
}
