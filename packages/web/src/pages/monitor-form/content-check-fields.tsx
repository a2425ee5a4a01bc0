import { Plus, X } from "lucide-react";
import { CONTENT_CHECK_TYPES, type ContentCheckType } from "../../api/content-checks.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField, FieldGroup, SelectField, TextField } from "../../ui/forms/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import type { Draft } from "./draft.ts";

type Check = Draft["contentChecks"][number];

const LABELS: Readonly<Record<ContentCheckType, string>> = {
	contains: "contains",
	not_contains: "does not contain",
	regex: "matches the pattern",
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
							label={check.type === "regex" ? "Pattern" : "Text"}
							pointer={`/contentChecks/${index}/value`}
							{...(check.type === "regex" && { hint: "RE2 syntax." })}
							mono
							value={check.value}
							onChange={(value) => change(check.id, { value })}
						/>
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
