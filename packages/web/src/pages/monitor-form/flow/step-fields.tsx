/** The fields of one step. */

import { FieldPart, SelectField, TextField } from "../../../ui/forms/field.tsx";
import { More } from "../../../ui/forms/more.tsx";
import { fieldsOf } from "../../../ui/forms/use-draft.ts";
import { ContentCheckFields } from "../content-check-fields.tsx";
import { METHODS } from "../request/request-draft.ts";
import { AuthFields, BodyField, HeaderFields } from "../request/request-fields.tsx";
import { STATUSES_HINT } from "../request/statuses.ts";
import { type StepDraft, USUAL_STATUSES } from "./flow-draft.ts";
import { SaveFields } from "./save-fields.tsx";

interface Props {
	readonly step: StepDraft;
	/** Of the step, as a JSON Pointer. */
	readonly pointer: string;
	/** What it is called when its name is left empty. */
	readonly usualName: string;
	/** The names that its texts can insert. */
	readonly names: readonly string[];
	readonly onChange: (to: Partial<StepDraft>) => void;
}

export function StepFields({ step, pointer, usualName, names, onChange }: Props) {
	const request = { request: step, pointer, onChange };
	const field = fieldsOf(step, onChange, pointer);
	const hasMore = step.headers.length > 0 || step.auth.type !== "none";
	return (
		<div className="space-y-4">
			<div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_120px]">
				<TextField label="Name of the step" placeholder={usualName} {...field("name")} />
				<SelectField label="Method" options={METHODS.map((value) => ({ value, label: value }))} {...field("method")} />
			</div>
			<TextField
				label="Address"
				required
				placeholder="https://example.com/sign-in"
				{...(names.length > 0 && { hint: <Insertable names={names} /> })}
				mono
				{...field("url")}
			/>
			<BodyField {...request} method={step.method} />
			<TextField label="Expected status" placeholder={USUAL_STATUSES} hint={STATUSES_HINT} mono {...field("expect")} />
			<FieldPart title="Contents">
				<ContentCheckFields {...field("contentChecks")} />
			</FieldPart>
			<FieldPart title="Save for later steps">
				<SaveFields {...field("save")} />
			</FieldPart>
			<More about="headers, sign-in" isOpen={hasMore}>
				<HeaderFields {...request} />
				<AuthFields {...request} />
			</More>
		</div>
	);
}

function Insertable({ names }: { names: readonly string[] }) {
	return (
		<>
			Behind the host, in headers, body and sign-in it can insert{" "}
			{names.map((name, index) => (
				<span key={name}>
					{index > 0 && ", "}
					<code className="font-mono">{`{{${name}}}`}</code>
				</span>
			))}
			.
		</>
	);
}
