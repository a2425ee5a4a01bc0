/** Content checks: of an http monitor, and of a step of a flow. */

import { LIMITS } from "../../api/client/limits.ts";
import type { ContentCheckType } from "../../api/content-checks.ts";
import { CheckField, optionsOf, SelectField, TextField } from "../../ui/forms/field.tsx";
import { ItemList } from "../../ui/forms/item-list.tsx";
import { identified } from "../../ui/forms/items.ts";
import { fieldsOf } from "../../ui/forms/use-draft.ts";
import { type CheckDraft, type Comparison, comparisonOf, expectedOf, withComparison } from "./content-check-draft.ts";

const TYPES = optionsOf<ContentCheckType>({
	contains: "contains",
	not_contains: "does not contain",
	regex: "matches the pattern",
	json: "has in its JSON",
	header: "has the header",
});

const VALUE_LABELS: Readonly<Record<ContentCheckType, string>> = {
	contains: "Text",
	not_contains: "Text",
	regex: "Pattern",
	json: "JSONPath",
	header: "Header",
};

const PLACEHOLDERS: Readonly<Record<ContentCheckType, string>> = {
	contains: "Welcome",
	not_contains: "Error",
	regex: "v[0-9]+",
	json: "$.status",
	header: "Content-Type",
};

const HINTS: Readonly<Partial<Record<ContentCheckType, string>>> = {
	regex: "RE2 syntax.",
	json: "RFC 9535, such as $.status. Every value that it selects has to comply.",
};

const COMPARISONS = optionsOf<Comparison>({
	equals: "equals",
	not_equals: "does not equal",
	less_than: "is less than",
	greater_than: "is more than",
	matches: "matches the pattern",
	exists: "is there",
	is_absent: "is not there",
});

/** Of one monitor, and of one step. */
const MAX_CHECKS = LIMITS.FlowStep.contentChecks.max;

interface Props {
	readonly value: readonly CheckDraft[];
	/** Of the list, as a JSON Pointer. */
	readonly pointer: string;
	readonly onChange: (checks: readonly CheckDraft[]) => void;
}

export function ContentCheckFields({ value, pointer, onChange }: Props) {
	return (
		<ItemList
			value={value}
			pointer={pointer}
			onChange={onChange}
			noun="content check"
			max={MAX_CHECKS}
			newItem={() => identified({ type: "contains", value: "", caseSensitive: false } as const)}
		>
			{(check, index, change) => <CheckRow check={check} pointer={`${pointer}/${index}`} onChange={change} />}
		</ItemList>
	);
}

interface RowProps {
	readonly check: CheckDraft;
	readonly pointer: string;
	readonly onChange: (to: Partial<CheckDraft>) => void;
}

function CheckRow({ check, pointer, onChange }: RowProps) {
	const hint = HINTS[check.type];
	const field = fieldsOf(check, onChange, pointer);
	return (
		<div className="grid gap-3 sm:grid-cols-[180px_minmax(0,1fr)]">
			<SelectField label="The answer" options={TYPES} {...field("type")} />
			<TextField
				label={VALUE_LABELS[check.type]}
				{...field("value")}
				pointer={`${pointer}/${check.type === "header" ? "name" : "value"}`}
				{...(hint !== undefined && { hint })}
				required
				placeholder={PLACEHOLDERS[check.type]}
				mono
			/>
			{(check.type === "json" || check.type === "header") && (
				<ComparisonFields check={check} pointer={pointer} onChange={onChange} />
			)}
			<CheckField label="Upper and lower case differ" className="sm:col-start-2" {...field("caseSensitive")} />
		</div>
	);
}

function ComparisonFields({ check, pointer, onChange }: RowProps) {
	const comparison = comparisonOf(check);
	const { expected = null } = check;
	return (
		<>
			<SelectField
				label="which"
				pointer={`${pointer}/operator`}
				value={comparison}
				onChange={(chosen) => onChange(withComparison(check, chosen))}
				options={COMPARISONS}
			/>
			{comparison !== "exists" && comparison !== "is_absent" && (
				<TextField
					label="Expected"
					missing="Enter what is expected."
					pointer={`${pointer}/expected`}
					required={comparison !== "equals" && comparison !== "not_equals"}
					placeholder={comparison === "less_than" || comparison === "greater_than" ? "60" : "ok"}
					mono
					value={expected === null ? "" : String(expected)}
					onChange={(text) => onChange({ expected: expectedOf(text, check) })}
				/>
			)}
		</>
	);
}
