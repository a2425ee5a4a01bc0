/** What is known of an incident: its title, impact, beginning, components and pages; of a new one its first update. */

import { useQuery } from "@tanstack/react-query";
import { boardQuery } from "../../api/board.ts";
import type { Component, Impact, IncidentStatus } from "../../api/incidents.ts";
import { statusPagesQuery } from "../../api/status-pages.ts";
import { ownTimeZone } from "../../format/instant.ts";
import { useMay } from "../../shell/session.tsx";
import { CheckListField } from "../../ui/forms/check-list-field.tsx";
import { SelectField, TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { MonitorPicker } from "../../ui/forms/monitor-picker.tsx";
import { useDraft } from "../../ui/forms/use-draft.ts";
import { componentsOf, type IncidentDraft } from "./incident-draft.ts";
import { IMPACT_OPTIONS, STATE_OPTIONS, STATUS_OPTIONS } from "./incident-words.ts";
import { MarkdownField } from "./markdown-field.tsx";

interface Props {
	readonly initial: IncidentDraft;
	readonly isNew: boolean;
	readonly onSave: (draft: IncidentDraft) => Promise<void>;
}

export function IncidentForm({ initial, isNew, onSave }: Props) {
	const [draft, set] = useDraft(initial);
	return (
		<Form label="Incident" submitLabel={isNew ? "Open the incident" : "Save"} onSubmit={() => onSave(draft)}>
			<div className="space-y-4">
				<TextField
					label="Title"
					pointer="/title"
					required
					placeholder="Orders can't be placed"
					value={draft.title}
					onChange={(title) => set({ title })}
				/>
				<div className="grid gap-4 sm:grid-cols-2">
					<SelectField
						label="Impact"
						pointer="/impact"
						value={draft.impact}
						options={IMPACT_OPTIONS}
						onChange={(impact) => set({ impact: impact as Impact })}
					/>
					{isNew && (
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
						required={!isNew}
						hint={`In your time zone, ${ownTimeZone()}.${isNew ? " Left empty: now." : ""}`}
						value={draft.startedAt}
						onChange={(startedAt) => set({ startedAt })}
					/>
					{initial.resolvedAt !== "" && (
						<TextField
							label="Resolved"
							pointer="/resolvedAt"
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
						value={draft.message}
						onChange={(message) => set({ message })}
					/>
				)}
				<fieldset>
					<legend className="mb-1 font-semibold">Components</legend>
					<p className="mb-2 text-muted">The monitors that are affected.</p>
					<MonitorPicker
						pointer="/components"
						allowsAll={false}
						value={draft.components.map(({ monitorId }) => monitorId)}
						onChange={(ids) => set({ components: componentsOf(ids ?? [], draft.components) })}
					/>
					<States components={draft.components} onChange={(components) => set({ components })} />
				</fieldset>
				<Pages value={draft.statusPageIds} onChange={(statusPageIds) => set({ statusPageIds })} />
			</div>
		</Form>
	);
}

interface StatesProps {
	readonly components: readonly Component[];
	readonly onChange: (components: readonly Component[]) => void;
}

/** The state of each component meanwhile. */
function States({ components, onChange }: StatesProps) {
	const { data: board } = useQuery({ ...boardQuery, enabled: false });
	if (components.length === 0) return null;
	return (
		<div className="mt-3 grid gap-3 sm:grid-cols-2">
			{components.map(({ monitorId, state }) => (
				<SelectField
					key={monitorId}
					label={board?.monitors[board.positions.get(monitorId) ?? -1]?.name ?? "A monitor"}
					value={state}
					options={STATE_OPTIONS}
					onChange={(changed) =>
						onChange(
							components.map((each) =>
								each.monitorId === monitorId ? { monitorId, state: changed as Component["state"] } : each,
							),
						)
					}
				/>
			))}
		</div>
	);
}

interface PagesProps {
	readonly value: readonly string[];
	readonly onChange: (ids: readonly string[]) => void;
}

function Pages({ value, onChange }: PagesProps) {
	const { data: pages } = useQuery({ ...statusPagesQuery, enabled: useMay("status-pages:read") });
	if (!pages || pages.length === 0) return null;
	return (
		<CheckListField
			label="Status pages"
			pointer="/statusPageIds"
			choices={pages.map(({ id, name }) => ({ value: id, label: name }))}
			value={value}
			onChange={onChange}
			className="grid gap-x-6"
		/>
	);
}
