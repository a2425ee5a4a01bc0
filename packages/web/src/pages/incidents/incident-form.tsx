/** What is known of an incident: its title, impact, beginning, components and pages; of a new one its first update. */

import { useQuery } from "@tanstack/react-query";
import {
	type Impact,
	type IncidentStatus,
	type IncidentTemplate,
	type NamedComponent,
	templatesQuery,
} from "../../api/incidents.ts";
import { ownTimeZone } from "../../format/instant.ts";
import { CheckListField } from "../../ui/forms/check-list-field.tsx";
import { CheckField, SelectField, TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { More } from "../../ui/forms/more.tsx";
import { useDraft } from "../../ui/forms/use-draft.ts";
import { ComponentStates, componentsOf, pagesOf, useStatusPages } from "./component-states.tsx";
import { filledTemplate, type IncidentDraft } from "./incident-draft.ts";
import { IMPACT_OPTIONS, STATUS_OPTIONS } from "./incident-words.ts";
import { MarkdownField } from "./markdown-field.tsx";
import { NotifyField } from "./notify-field.tsx";

interface Props {
	readonly initial: IncidentDraft;
	readonly isNew: boolean;
	/** Components that it names and that are deleted. */
	readonly deleted?: readonly NamedComponent[];
	readonly onSave: (draft: IncidentDraft) => Promise<void>;
}

export function IncidentForm({ initial, isNew, deleted = [], onSave }: Props) {
	const [draft, set] = useDraft(initial);
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
				<TextField
					label="Title"
					pointer="/title"
					required
					placeholder="Orders can't be placed"
					value={draft.title}
					onChange={(title) => set({ title })}
				/>
				<ComponentStates value={draft.components} deleted={deleted} onChange={(components) => set({ components })} />
				<div className="grid gap-4 sm:grid-cols-2">
					<SelectField
						label="Impact"
						pointer="/impact"
						value={draft.impact}
						options={IMPACT_OPTIONS}
						onChange={(impact) => set({ impact: impact as Impact | "derived" })}
					/>
					{isNew && !draft.isBackdated && (
						<SelectField
							label="Status"
							pointer={["/status", "/updates/0/status"]}
							value={draft.status}
							options={STATUS_OPTIONS}
							onChange={(status) => set({ status: status as IncidentStatus })}
						/>
					)}
					<TextField
						label="Began"
						pointer="/startedAt"
						type="datetime-local"
						required={!isNew || draft.isBackdated}
						hint={`In your time zone, ${ownTimeZone()}.${isNew && !draft.isBackdated ? " Left empty: now." : ""}`}
						value={draft.startedAt}
						onChange={(startedAt) => set({ startedAt })}
					/>
					{isOver && (
						<TextField
							label="Resolved"
							pointer={["/resolvedAt", "/updates/0/at"]}
							required
							type="datetime-local"
							value={draft.resolvedAt}
							onChange={(resolvedAt) => set({ resolvedAt })}
						/>
					)}
				</div>
				{isNew && (
					<MarkdownField
						label="Message"
						isOptional
						pointer="/updates/0/body"
						hint="The first update, in Markdown."
						status={draft.isBackdated ? "resolved" : draft.status}
						value={draft.message}
						onChange={(message) => set({ message })}
					/>
				)}
				{pages.length > 0 && (
					<CheckListField
						label="Status pages"
						pointer="/statusPageIds"
						choices={pages.map(({ id, name }) => ({ value: id, label: name }))}
						value={statusPageIds}
						onChange={(statusPageIds) => set({ statusPageIds })}
						className="grid gap-x-6"
					/>
				)}
				{isNew && !draft.isBackdated && !draft.isDraft && (
					<NotifyField
						statusPageIds={statusPageIds}
						componentIds={draft.components.map(({ componentId }) => componentId)}
						checked={draft.notifySubscribers}
						onChange={(notifySubscribers) => set({ notifySubscribers })}
					/>
				)}
				{isNew && (
					<More about="a draft, or one that is over" isOpen={false}>
						<CheckField
							label="Save as a draft"
							pointer="/isDraft"
							hint="No status page shows it, and nobody is told, until it is approved."
							checked={draft.isDraft}
							onChange={(isDraft) => set({ isDraft })}
						/>
						<CheckField
							label="It is over"
							pointer="/isBackdated"
							hint="Recorded at its time, with its end. Nobody is told."
							checked={draft.isBackdated}
							onChange={(isBackdated) => set({ isBackdated })}
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
