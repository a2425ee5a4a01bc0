/** The fields of one step. */

import { FieldPart, SelectField, TextField } from "../../../ui/forms/field.tsx";
import { More } from "../../../ui/forms/more.tsx";
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
	const hasMore = step.headers.length > 0 || step.auth.type !== "none";
	return (
		<div className="space-y-4">
			<div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_120px]">
				<TextField
					label="Name of the step"
					pointer={`${pointer}/name`}
					placeholder={usualName}
					value={step.name}
					onChange={(name) => onChange({ name })}
				/>
				<SelectField
					label="Method"
					pointer={`${pointer}/method`}
					value={step.method}
					onChange={(method) => onChange({ method })}
					options={METHODS.map((value) => ({ value, label: value }))}
				/>
			</div>
			<TextField
				label="Address"
				pointer={`${pointer}/url`}
				required
				placeholder="https://example.com/sign-in"
				{...(names.length > 0 && { hint: <Insertable names={names} /> })}
				mono
				value={step.url}
				onChange={(url) => onChange({ url })}
			/>
			<BodyField {...request} method={step.method} />
			<TextField
				label="Expected status"
				pointer={`${pointer}/expect`}
				placeholder={USUAL_STATUSES}
				hint={STATUSES_HINT}
				mono
				value={step.expect}
				onChange={(expect) => onChange({ expect })}
			/>
			<FieldPart title="Contents">
				<ContentCheckFields
					checks={step.contentChecks}
					pointer={`${pointer}/contentChecks`}
					onChange={(contentChecks) => onChange({ contentChecks })}
				/>
			</FieldPart>
			<FieldPart title="Save for later steps">
				<SaveFields saves={step.save} pointer={`${pointer}/save`} onChange={(save) => onChange({ save })} />
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
