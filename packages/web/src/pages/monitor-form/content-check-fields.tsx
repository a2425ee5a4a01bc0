import { Plus, X } from "lucide-react";
import { CONTENT_CHECK_TYPES, type ContentCheckType, OPERATORS, type Operator } from "../../api/content-checks.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField, FieldGroup, SelectField, TextField } from "../../ui/forms/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import type { Draft } from "./draft.ts";

type Check = Draft["contentChecks"][number];

const LABELS: Readonly<Record<ContentCheckType, string>> = {
	contains: "contains",
	not_contains: "does not contain",
	regex: "matches the pattern",
	json: "has in its JSON",
	header: "has the header",
};

const VALUE_LABELS: Readonly<Record<ContentCheckType, string>> = {
	contains: "Text",
	not_contains: "Text",
	regex: "Pattern",
	json: "JSONPath",
	header: "Header",
};

const HINTS: Readonly<Partial<Record<ContentCheckType, string>>> = {
	regex: "RE2 syntax.",
	json: "RFC 9535, such as $.status. Every value that it selects has to comply.",
};

const OPERATOR_LABELS: Readonly<Record<Operator, string>> = {
	equals: "equals",
	not_equals: "does not equal",
	less_than: "is less than",
	greater_than: "is more than",
	matches: "matches the pattern",
	exists: "is there",
};

const MAX_CHECKS = 20;

let lastNew = 0;

interface Props {
	readonly checks: readonly Check[];
	readonly onChange: (checks: readonly Check[]) => void;
}

export function ContentCheckFields({ checks, onChange }: Props) {
	const change = (id: string, to: Partial<Check>) =>
		onChange(checks.map((check) => (check.id === id ? { ...check, ...to } : check)));
	return (
		<FieldGroup title="Contents" about="The monitor is down when one of these does not hold.">
			{checks.map((check, index) => (
				<div
					key={check.id}
					className="grid grid-cols-[1fr_32px] items-start gap-3 border-b border-line pb-4 last:border-0"
				>
					<div className="grid gap-3 sm:grid-cols-[180px_1fr]">
						<SelectField
							label="The answer"
							pointer={`/contentChecks/${index}/type`}
							value={check.type}
							onChange={(type) => change(check.id, { type: type as ContentCheckType })}
							options={CONTENT_CHECK_TYPES.map((value) => ({ value, label: LABELS[value] }))}
						/>
						<TextField
							label={VALUE_LABELS[check.type]}
							pointer={`/contentChecks/${index}/${check.type === "header" ? "name" : "value"}`}
							{...(HINTS[check.type] && { hint: HINTS[check.type] })}
							mono
							value={check.value}
							onChange={(value) => change(check.id, { value })}
						/>
						{(check.type === "json" || check.type === "header") && (
							<ComparisonFields check={check} index={index} onChange={(to) => change(check.id, to)} />
						)}
						<CheckField
							label="Upper and lower case differ"
							className="sm:col-start-2"
							checked={check.caseSensitive}
							onChange={(caseSensitive) => change(check.id, { caseSensitive })}
						/>
					</div>
					<IconButton
						label={`Remove content check ${index + 1}`}
						className="mt-6"
						onClick={() => onChange(checks.filter(({ id }) => id !== check.id))}
					>
						<X size={15} aria-hidden />
					</IconButton>
				</div>
			))}
			{checks.length < MAX_CHECKS && (
				<Button
					icon={<Plus size={14} aria-hidden />}
					onClick={() =>
						onChange([...checks, { id: `new ${++lastNew}`, type: "contains", value: "", caseSensitive: false }])
					}
				>
					Add a content check
				</Button>
			)}
		</FieldGroup>
	);
}

interface ComparisonProps {
	readonly check: Check;
	readonly index: number;
	readonly onChange: (to: Partial<Check>) => void;
}

function ComparisonFields({ check, index, onChange }: ComparisonProps) {
	const { operator = "equals", expected = null } = check;
	return (
		<>
			<SelectField
				label="which"
				pointer={`/contentChecks/${index}/operator`}
				value={operator}
				onChange={(value) => onChange({ operator: value as Operator })}
				options={OPERATORS.map((value) => ({ value, label: OPERATOR_LABELS[value] }))}
			/>
			{operator !== "exists" && (
				<TextField
					label="Expected"
					pointer={`/contentChecks/${index}/expected`}
					mono
					value={expected === null ? "" : String(expected)}
					onChange={(text) => onChange({ expected: expectedOf(text) })}
				/>
			)}
		</>
	);
}

/** A number, true and false are what they look like, where that keeps them as they were typed; all else is text. */
export function expectedOf(text: string): string | number | boolean {
	if (text === "true" || text === "false") return text === "true";
	return text !== "" && String(Number(text)) === text ? Number(text) : text;
}
