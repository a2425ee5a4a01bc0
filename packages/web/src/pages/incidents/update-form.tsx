/** An update as it is written: a text in Markdown, and the status that the incident gets with it. */

import { useState } from "react";
import type { Incident, IncidentStatus } from "../../api/incidents.ts";
import { SelectField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { audienceOf, filledTemplate } from "./incident-draft.ts";
import { Templates } from "./incident-form.tsx";
import { STATUS_OPTIONS } from "./incident-words.ts";
import { MarkdownField } from "./markdown-field.tsx";
import { NotifyField } from "./notify-field.tsx";

interface UpdateDraft {
	readonly body: string;
	readonly status: IncidentStatus;
	readonly notifySubscribers: boolean;
}

interface Props {
	readonly initialBody?: string;
	/** Shown until another one is chosen. Of a new update that of the incident, which others may change meanwhile. */
	readonly status: IncidentStatus;
	readonly submitLabel: string;
	readonly hint?: string;
	readonly asksStatus?: boolean;
	/** The incident of a new update: its templates can be chosen, and who is notified. */
	readonly incident?: Incident;
	readonly onSave: (draft: UpdateDraft) => Promise<void>;
}

export function UpdateForm({
	initialBody = "",
	status,
	submitLabel,
	hint,
	asksStatus = true,
	incident,
	onSave,
}: Props) {
	const [body, setBody] = useState(initialBody);
	const [chosen, setChosen] = useState<IncidentStatus | null>(null);
	const [notifySubscribers, setNotify] = useState(true);
	const shown = chosen ?? status;
	const tells = incident !== undefined && !incident.isDraft && !incident.isBackdated;
	// A status can be set without a word.
	const isSilent = !asksStatus && body.trim() === "";
	return (
		<Form label="Update" submitLabel={submitLabel} onSubmit={() => onSave({ body, status: shown, notifySubscribers })}>
			<div className="space-y-4">
				{incident && (
					<Templates
						onChoose={(template) => {
							const { components } = incident;
							const filled = filledTemplate(
								template,
								components.map(({ name }) => name),
							);
							setBody(filled.body);
							if (asksStatus) setChosen(filled.status);
						}}
					/>
				)}
				<MarkdownField
					label="Message"
					required
					pointer="/body"
					hint={hint}
					status={shown}
					value={body}
					onChange={setBody}
				/>
				{asksStatus && (
					<SelectField
						label="Status"
						pointer="/status"
						className="max-w-60"
						value={shown}
						options={STATUS_OPTIONS}
						onChange={setChosen}
					/>
				)}
				{tells && isSilent && (
					<p className="words text-small text-muted">Without a message subscribers are not notified of it.</p>
				)}
				{tells && !isSilent && <NotifyField {...audienceOf(incident)} value={notifySubscribers} onChange={setNotify} />}
			</div>
		</Form>
	);
}
