/** An update as it is written: a text in Markdown, and the status that the incident gets with it. */

import type { Incident, IncidentStatus } from "../../api/incidents.ts";
import { SelectField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { useDraft } from "../../ui/forms/use-draft.ts";
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
	const initial = { body: initialBody, chosen: null as IncidentStatus | null, notifySubscribers: true };
	const [draft, set, field] = useDraft(initial);
	const { body, chosen, notifySubscribers } = draft;
	const shown = chosen ?? status;
	const tells = incident !== undefined && !incident.isDraft && !incident.isBackdated;
	// A status can be set without a word.
	const isSilent = !asksStatus && body.trim() === "";
	return (
		<Form
			label="Update"
			submitLabel={submitLabel}
			onSubmit={async () => {
				await onSave({ body, status: shown, notifySubscribers });
				// For the next update, unless that is being written already.
				set((now) => {
					if (now.body !== body) return {};
					return now === draft ? initial : { body: initialBody };
				});
			}}
		>
			<div className="space-y-4">
				{incident && (
					<Templates
						onChoose={(template) => {
							const { components } = incident;
							const filled = filledTemplate(
								template,
								components.map(({ name }) => name),
							);
							set({ body: filled.body, ...(asksStatus && { chosen: filled.status }) });
						}}
					/>
				)}
				<MarkdownField label="Message" required hint={hint} status={shown} {...field("body")} />
				{asksStatus && (
					<SelectField
						label="Status"
						pointer="/status"
						className="max-w-60"
						value={shown}
						options={STATUS_OPTIONS}
						onChange={(to) => set({ chosen: to })}
					/>
				)}
				{tells && isSilent && (
					<p className="words text-small text-muted">Without a message subscribers are not notified of it.</p>
				)}
				{tells && !isSilent && <NotifyField {...audienceOf(incident)} {...field("notifySubscribers")} />}
			</div>
		</Form>
	);
}
