/** What is known of an incident: its title, impact, beginning, components and pages; of a new one its first update. */

import { useQuery } from "@tanstack/react-query";
import { type IncidentTemplate, type NamedComponent, templatesQuery } from "../../api/incidents.ts";
import { componentsOf } from "../../api/status-pages.ts";
import { ownTimeZone } from "../../format/instant.ts";
import { useStatusPages } from "../../shell/use-status-pages.ts";
import { CheckListField } from "../../ui/forms/check-list-field.tsx";
import { CheckField, SelectField, TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { More } from "../../ui/forms/more.tsx";
import { useDraft } from "../../ui/forms/use-draft.ts";
import { ComponentStates, pagesOf } from "./component-states.tsx";
import { filledTemplate, type IncidentDraft } from "./incident-draft.ts";
import { IMPACT_OPTIONS, STATUS_OPTIONS } from "./incident-words.ts";
import { MarkdownField } from "./markdown-field.tsx";
import { NotifyField } from "./notify-field.tsx";

interface Props {
	readonly initial: IncidentDraft;
	readonly isNew: boolean;
	readonly deleted?: readonly NamedComponent[];
	readonly onSave: (draft: IncidentDraft) => Promise<void>;
}

export function IncidentForm({ initial, isNew, deleted = [], onSave }: Props) {
	const [draft, set, field] = useDraft(initial);
	const { data: pages = [] } = useStatusPages();
	const statusPageIds = draft.statusPageIds ?? pagesOf(pages, draft.components);
	const isOver = draft.isBackdated || initial.resolvedAt !== "";
	const names = pages
		.flatMap(componentsOf)
		.filter(({ id }) => draft.components.some(({ componentId }) => componentId === id))
		.map(({ name }) => name);
	return (
		<Form label="Incident" submitLabel={submitLabel(draft, isNew)} onSubmit={() => onSave(draft)}>
			<div className="space-y-4">
				{isNew && (
					<Templates
						onChoose={(template) => {
							const { title, body, status } = filledTemplate(template, names);
							set({ title, message: body, status });
						}}
					/>
				)}
				<TextField label="Title" required placeholder="Orders can't be placed" {...field("title")} />
				<ComponentStates deleted={deleted} {...field("components")} />
				<div className="grid gap-4 sm:grid-cols-2">
					<SelectField label="Impact" options={IMPACT_OPTIONS} {...field("impact")} />
					{isNew && !draft.isBackdated && (
						<SelectField
							label="Status"
							{...field("status")}
							pointer={["/status", "/updates/0/status"]}
							options={STATUS_OPTIONS}
						/>
					)}
					<TextField
						label="Began"
						type="datetime-local"
						required={!isNew || draft.isBackdated}
						hint={`In your time zone, ${ownTimeZone()}.${isNew && !draft.isBackdated ? " Left empty: now." : ""}`}
						{...field("startedAt")}
					/>
					{isOver && (
						<TextField
							label="Resolved"
							{...field("resolvedAt")}
							pointer={["/resolvedAt", "/updates/0/at"]}
							required
							type="datetime-local"
						/>
					)}
				</div>
				{isNew && (
					<MarkdownField
						label="Message"
						isOptional
						{...field("message")}
						pointer="/updates/0/body"
						hint="The first update, in Markdown."
						status={draft.isBackdated ? "resolved" : draft.status}
					/>
				)}
				{pages.length > 0 && (
					<CheckListField
						label="Status pages"
						choices={pages.map(({ id, name }) => ({ value: id, label: name }))}
						className="grid gap-x-6"
						{...field("statusPageIds")}
						value={statusPageIds}
					/>
				)}
				{isNew && !draft.isBackdated && !draft.isDraft && (
					<NotifyField
						statusPageIds={statusPageIds}
						componentIds={draft.components.map(({ componentId }) => componentId)}
						{...field("notifySubscribers")}
					/>
				)}
				{isNew && (
					<More about="a draft, or one that is over" isOpen={false}>
						<CheckField
							label="Save as a draft"
							hint="No status page shows it, and nobody is notified, until it is approved."
							{...field("isDraft")}
						/>
						<CheckField
							label="It is over"
							hint="Recorded at its time, with its end. Nobody is notified."
							{...field("isBackdated")}
						/>
					</More>
				)}
			</div>
		</Form>
	);
}

function submitLabel({ isDraft, isBackdated }: IncidentDraft, isNew: boolean): string {
	if (!isNew) return "Save";
	if (isDraft) return "Save the draft";
	return isBackdated ? "Record the incident" : "Open the incident";
}

/** Nothing where the team has none. */
export function Templates({ onChoose }: { onChoose: (template: IncidentTemplate) => void }) {
	const { data: templates = [] } = useQuery(templatesQuery);
	if (templates.length === 0) return null;
	return (
		<SelectField
			label="Template"
			className="max-w-80"
			value=""
			options={[
				{ value: "", label: "Choose one to fill in its texts" },
				...templates.map(({ id, name }) => ({ value: id, label: name })),
			]}
			onChange={(id) => {
				const chosen = templates.find((template) => template.id === id);
				if (chosen) onChoose(chosen);
			}}
		/>
	);
}
