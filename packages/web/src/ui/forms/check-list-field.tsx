/** Several of a few choices, each a checkbox. The API's message about them stands once, below them. */

import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { About } from "./field.tsx";
import { type Pointer, useFieldError } from "./form.tsx";

interface Props<Value extends string> {
	/** What is chosen here. */
	readonly label: string;
	/** Whether the label is for screen readers alone, as where the heading of the group says it. */
	readonly hidesLabel?: boolean;
	readonly pointer: Pointer;
	readonly choices: readonly { readonly value: Value; readonly label: ReactNode }[];
	readonly value: readonly Value[];
	/** Called with what is chosen now, in the order of the choices. */
	readonly onChange: (value: readonly Value[]) => void;
	/** How the choices are laid out. */
	readonly className: string;
}

export function CheckListField<Value extends string>({
	label,
	hidesLabel = false,
	pointer,
	choices,
	value,
	onChange,
	className,
}: Props<Value>) {
	const { error, marked, invalid, aboutId } = useFieldError(pointer);
	const withChoice = (choice: Value, isChosen: boolean) =>
		choices.map((each) => each.value).filter((each) => (each === choice ? isChosen : value.includes(each)));
	return (
		<fieldset {...marked}>
			<legend className={classNames("mb-1 font-semibold", hidesLabel && "sr-only")}>{label}</legend>
			<div className={className}>
				{choices.map((choice, place) => (
					<label key={choice.value} className="flex min-h-6 items-center gap-2">
						<input
							type="checkbox"
							checked={value.includes(choice.value)}
							// The form leads to the first field that is wrong.
							{...(place === 0 && invalid)}
							className="size-4 shrink-0 accent-text"
							onChange={(event) => onChange(withChoice(choice.value, event.target.checked))}
						/>
						<span>{choice.label}</span>
					</label>
				))}
			</div>
			<About id={aboutId} error={error} hint={null} />
		</fieldset>
	);
}
