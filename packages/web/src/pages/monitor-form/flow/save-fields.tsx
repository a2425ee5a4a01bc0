/** What a step saves of its answer, for the steps after it. */

import { LIMITS } from "../../../api/limits.ts";
import { SelectField, TextField } from "../../../ui/forms/field.tsx";
import { ItemList } from "../../../ui/forms/item-list.tsx";
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
	readonly saves: readonly SaveDraft[];
	readonly pointer: string;
	readonly onChange: (saves: readonly SaveDraft[]) => void;
}

export function SaveFields({ saves, pointer, onChange }: Props) {
	return (
		<ItemList items={saves} pointer={pointer} onChange={onChange} noun="saved value" max={MAX_SAVES} newItem={newSave}>
			{(save, index, change) => {
				const { asks, placeholder, hint } = SOURCES[save.from];
				return (
					<div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_140px_minmax(0,2fr)]">
						<TextField
							label="Save as"
							missing="Enter a name for it."
							pointer={`${pointer}/${index}/name`}
							required
							placeholder="token"
							mono
							value={save.name}
							onChange={(name) => change({ name })}
						/>
						<SelectField
							label="from"
							pointer={`${pointer}/${index}/from`}
							value={save.from}
							onChange={(from) => change({ from: from as SaveSource })}
							options={SAVE_SOURCES.map((value) => ({ value, label: SOURCES[value].label }))}
						/>
						<TextField
							label={asks}
							pointer={`${pointer}/${index}/value`}
							required
							placeholder={placeholder}
							{...(hint !== undefined && { hint })}
							mono
							value={save.value}
							onChange={(value) => change({ value })}
						/>
					</div>
				);
			}}
		</ItemList>
	);
}
