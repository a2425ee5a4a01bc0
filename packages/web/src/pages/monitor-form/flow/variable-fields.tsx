import { LIMITS } from "../../../api/client/limits.ts";
import { FieldGroup } from "../../../ui/forms/field.tsx";
import { ItemList } from "../../../ui/forms/item-list.tsx";
import { type NamedValue, NamedValueFields, newNamedValue } from "../request/named-value.tsx";

const MAX_VARIABLES = LIMITS.FlowMonitorCreate.variables.max;

interface Props {
	readonly variables: readonly NamedValue[];
	readonly onChange: (variables: readonly NamedValue[]) => void;
}

export function VariableFields({ variables, onChange }: Props) {
	return (
		<FieldGroup title="Variables" about="Values that every step can insert: {{name}} stands for the value.">
			<ItemList
				value={variables}
				pointer="/variables"
				onChange={onChange}
				noun="variable"
				max={MAX_VARIABLES}
				newItem={newNamedValue}
			>
				{(variable, index, change) => (
					<NamedValueFields
						named={variable}
						pointer={`/variables/${index}`}
						label="Variable"
						placeholder="password"
						secretHint="Encrypted, and never shown again."
						onChange={change}
					/>
				)}
			</ItemList>
		</FieldGroup>
	);
}
