/** An update as it is written: a text in Markdown, and the status that the incident gets with it. */

import { useState } from "react";
import type { IncidentStatus } from "../../api/incidents.ts";
import { SelectField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { STATUS_OPTIONS } from "./incident-words.ts";
import { MarkdownField } from "./markdown-field.tsx";

interface UpdateDraft {
	readonly body: string;
	readonly status: IncidentStatus;
}

interface Props {
	readonly initialBody?: string;
	/** Shown until another one is chosen. Of a new update that of the incident, which others may change meanwhile. */
	readonly status: IncidentStatus;
	readonly submitLabel: string;
	readonly hint?: string;
	/** Whether the status can be chosen. */
	readonly asksStatus?: boolean;
	readonly onSave: (draft: UpdateDraft) => Promise<void>;
}

export function UpdateForm({ initialBody = "", status, submitLabel, hint, asksStatus = true, onSave }: Props) {
	const [body, setBody] = useState(initialBody);
	const [chosen, setChosen] = useState<IncidentStatus | null>(null);
	const shown = chosen ?? status;
	return (
		<Form label="Update" submitLabel={submitLabel} onSubmit={() => onSave({ body, status: shown })}>
			<div className="space-y-4">
				<MarkdownField label="Message" required pointer="/body" hint={hint} value={body} onChange={setBody} />
				{asksStatus && (
					<SelectField
						label="Status"
						pointer="/status"
						className="max-w-60"
						value={shown}
						options={STATUS_OPTIONS}
						onChange={(status) => setChosen(status as IncidentStatus)}
					/>
				)}
			</div>
		</Form>
	);
}
