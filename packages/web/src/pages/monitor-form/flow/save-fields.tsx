/** What a step saves of its answer, for the steps after it. */

import { LIMITS } from "../../../api/client/limits.ts";
import { SelectField, TextField } from "../../../ui/forms/field.tsx";
import { ItemList } from "../../../ui/forms/item-list.tsx";
import { fieldsOf } from "../../../ui/forms/use-draft.ts";
import { newSave, SAVE_SOURCES, type SaveDraft, type SaveSource } from "./flow-draft.ts";

const MAX_SAVES = LIMITS.FlowStep.save.max;

interface Source {
	readonly label: string;
	/** What `value` is. */
	readonly asks: string;
	readonly placeholder: string;
	readonly hint?: string;
}

const SOURCES: Readonly<Record<SaveSource, Source>> = {
	json: { label: "its JSON", asks: "JSONPath", placeholder: "$.token", hint: "The first value that it selects." },
	header: { label: "a header", asks: "Header", placeholder: "Location" },
	cookie: { label: "a cookie", asks: "Cookie", placeholder: "session" },
	regex: {
		label: "its text",
		asks: "Pattern",
		placeholder: 'name="csrf" value="([^"]+)"',
		hint: "RE2 syntax. The first group, or all of it when there is none.",
	},
};

interface Props {
	readonly value: readonly SaveDraft[];
	readonly pointer: string;
	readonly onChange: (saves: readonly SaveDraft[]) => void;
}

export function SaveFields({ value, pointer, onChange }: Props) {
	return (
		<ItemList value={value} pointer={pointer} onChange={onChange} noun="saved value" max={MAX_SAVES} newItem={newSave}>
			{(save, index, change) => {
				const { asks, placeholder, hint } = SOURCES[save.from];
				const field = fieldsOf(save, change, `${pointer}/${index}`);
				return (
					<div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_140px_minmax(0,2fr)]">
						<TextField
							label="Save as"
							missing="Enter a name for it."
							{...field("name")}
							required
							placeholder="token"
							mono
						/>
						<SelectField
							label="from"
							{...field("from")}
							options={SAVE_SOURCES.map((value) => ({ value, label: SOURCES[value].label }))}
						/>
						<TextField
							label={asks}
							{...field("value")}
							required
							placeholder={placeholder}
							{...(hint !== undefined && { hint })}
							mono
						/>
					</div>
				);
			}}
		</ItemList>
	);
}
