import { CheckField, FieldGroup, TextField } from "../../../ui/forms/field.tsx";
import { ItemList } from "../../../ui/forms/item-list.tsx";
import { SecretField } from "../../../ui/forms/secret-field.tsx";
import { newVariable, type VariableDraft } from "./flow-draft.ts";

const MAX_VARIABLES = 50;

interface Props {
	readonly variables: readonly VariableDraft[];
	readonly onChange: (variables: readonly VariableDraft[]) => void;
}

export function VariableFields({ variables, onChange }: Props) {
	return (
		<FieldGroup title="Variables" about="Values that every step can insert: {{name}} stands for the value.">
			<ItemList items={variables} onChange={onChange} noun="variable" max={MAX_VARIABLES} newItem={newVariable}>
				{(variable, index, change) => (
					<VariableRow variable={variable} pointer={`/variables/${index}`} onChange={change} />
				)}
			</ItemList>
		</FieldGroup>
	);
}

interface RowProps {
	readonly variable: VariableDraft;
	readonly pointer: string;
	readonly onChange: (to: Partial<VariableDraft>) => void;
}

function VariableRow({ variable: { name, value, secret, isKept }, pointer, onChange }: RowProps) {
	return (
		<div className="grid gap-3 sm:grid-cols-2">
			<TextField
				label="Name"
				pointer={`${pointer}/name`}
				placeholder="password"
				mono
				value={name}
				onChange={(name) => onChange({ name })}
			/>
			<SecretField
				label="Value"
				pointer={`${pointer}/value`}
				value={value}
				isKept={secret && isKept}
				onChange={(value) => onChange({ value })}
			/>
			<CheckField
				label="Secret"
				hint="Encrypted, and never shown again."
				className="sm:col-span-2"
				checked={secret}
				// What was kept can't be shown: it has to be given anew.
				onChange={(secret) => onChange({ secret, value: secret && isKept && value === "" ? null : (value ?? "") })}
			/>
		</div>
	);
}
