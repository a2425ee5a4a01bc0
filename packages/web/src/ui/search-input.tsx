import type { InputHTMLAttributes, Ref } from "react";
import { classNames } from "./class-names.ts";

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, "onChange"> {
	readonly label: string;
	readonly value: string;
	readonly onText: (text: string) => void;
	readonly ref?: Ref<HTMLInputElement>;
}

/** A field whose text narrows a list. */
export function SearchInput({ label, onText, className, ...rest }: Props) {
	return (
		<input
			type="text"
			inputMode="search"
			aria-label={label}
			placeholder={label}
			autoComplete="off"
			spellCheck={false}
			onChange={(event) => onText(event.target.value)}
			className={classNames("control w-full", className)}
			{...rest}
		/>
	);
}
