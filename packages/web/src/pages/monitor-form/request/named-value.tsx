/** A name and its value, which may be secret: a header, a variable. */

import { CheckField, TextField } from "../../../ui/forms/field.tsx";
import { type Identified, identified } from "../../../ui/forms/items.ts";
import { SecretField } from "../../../ui/forms/secret-field.tsx";
import { fieldsOf } from "../../../ui/forms/use-draft.ts";

/** A secret that is null is the one that the service keeps; `isKept` says whether there is one. */
export interface NamedValue extends Identified {
	readonly name: string;
	readonly value: string | null;
	readonly secret: boolean;
	readonly isKept: boolean;
}

/** As it is sent and answered. */
export interface NamedValueBody {
	readonly name: string;
	readonly value: string | null;
	readonly secret?: boolean;
}

export function newNamedValue(): NamedValue {
	return identified({ name: "", value: "", secret: false, isKept: false });
}

export function namedValueOf({ name, value, secret = false }: NamedValueBody): NamedValue {
	return identified({ name, value, secret, isKept: secret && value === null });
}

export function namedValueBodyOf({ name, value, secret }: NamedValue): NamedValueBody {
	return { name: name.trim(), value, ...(secret && { secret }) };
}

interface Props {
	readonly named: NamedValue;
	/** Of the item, as a JSON Pointer. */
	readonly pointer: string;
	/** What its name is called. */
	readonly label: string;
	readonly placeholder: string;
	/** What becomes of a secret one. */
	readonly secretHint: string;
	readonly onChange: (to: Partial<NamedValue>) => void;
}

export function NamedValueFields({ named, pointer, label, placeholder, secretHint, onChange }: Props) {
	const { value, secret, isKept } = named;
	const field = fieldsOf(named, onChange, pointer);
	return (
		<div className="grid gap-3 sm:grid-cols-2">
			<TextField label={label} required placeholder={placeholder} mono {...field("name")} />
			<SecretField label="Value" isKept={secret && isKept} {...field("value")} />
			<CheckField
				label="Secret"
				pointer={`${pointer}/secret`}
				hint={secretHint}
				className="sm:col-span-2"
				value={secret}
				// What was kept can't be shown: without the mark it has to be given anew.
				onChange={(secret) => onChange({ secret, value: secret && isKept && value === "" ? null : (value ?? "") })}
			/>
		</div>
	);
}
