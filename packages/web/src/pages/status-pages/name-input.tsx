/** The name of a section or component, in a row whose other controls tell what it is: it has no label that is seen. */

import type { InputHTMLAttributes } from "react";
import { classNames } from "../../ui/class-names.ts";
import { About, isBlank } from "../../ui/forms/field.tsx";
import { useFieldError } from "../../ui/forms/form.tsx";

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value"> {
	readonly label: string;
	readonly pointer: string;
	readonly value: string;
	readonly onChange: (value: string) => void;
}

export function NameInput({ label, pointer, value, onChange, className, ...input }: Props) {
	const { error, marked, invalid, aboutId } = useFieldError(pointer);
	const isMissing = error !== null && input.required && isBlank(value);
	return (
		<div {...marked} className="min-w-0 flex-1">
			<input
				type="text"
				autoComplete="off"
				aria-label={label}
				value={value}
				className={classNames("control w-full", className)}
				onChange={(event) => onChange(event.target.value)}
				{...input}
				{...invalid}
			/>
			<About id={aboutId} error={isMissing ? "Enter a name." : error} hint={null} />
		</div>
	);
}
