/** All settings of a status page. */

import { type ReactNode, useCallback, useId } from "react";
import { LIMITS } from "../../api/client/limits.ts";
import type { StatusPage } from "../../api/status-pages.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { CheckField, FieldGroup, LinesField, NumberField, SelectField, TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { SecretField } from "../../ui/forms/secret-field.tsx";
import { fieldsOf } from "../../ui/forms/use-draft.ts";
import { DomainFields } from "./domain-fields.tsx";
import { LookFields } from "./look-fields.tsx";
import { type PageDraft, type SectionDraft, slugOf } from "./page-draft.ts";
import { ACCESS_HINTS, ACCESS_OPTIONS, DAYS_OPTIONS, LOCALE_OPTIONS } from "./page-words.ts";
import { SectionsField } from "./sections-field.tsx";

type Change = Partial<PageDraft> | ((before: PageDraft) => Partial<PageDraft>);

interface Props {
	readonly draft: PageDraft;
	readonly onChange: (change: Change) => void;
	/** Null: it is new. */
	readonly page: Pick<StatusPage, "id" | "slug" | "hasPassword" | "domain" | "domainProof" | "logo" | "icon"> | null;
	readonly onSave: () => Promise<void>;
	readonly onCancel: () => void;
	/** Settings that are saved on their own. */
	readonly children?: ReactNode;
}

const MARKDOWN = "Markdown: **bold**, lists, links. No HTML, no images.";

export function PageForm({ draft, onChange, page, onSave, onCancel, children }: Props) {
	const changeSections = useCallback(
		(change: (before: readonly SectionDraft[]) => readonly SectionDraft[]) =>
			onChange(({ sections }) => ({ sections: change(sections) })),
		[onChange],
	);
	const isNew = page === null;
	const field = fieldsOf(draft, onChange);
	const usualSlug = page?.slug ?? slugOf(draft.name);
	return (
		<Form
			label={isNew ? "New status page" : "Edit status page"}
			submitLabel={isNew ? "Create status page" : "Save"}
			onSubmit={onSave}
			actions={<Button onClick={onCancel}>Cancel</Button>}
		>
			<FieldGroup title="Page">
				<div className="grid gap-4 sm:grid-cols-2">
					<TextField label="Name" required placeholder="Acme" {...field("name")} />
					<TextField
						label="Address"
						placeholder={usualSlug}
						hint={`Readers open /status/${draft.slug.trim() || usualSlug}`}
						mono
						{...field("slug")}
					/>
				</div>
				<LinesField
					label="Headline"
					isOptional
					hint={`Above the components. ${MARKDOWN}`}
					rows={2}
					{...field("headline")}
				/>
				<LinesField
					label="Footer"
					isOptional
					hint="At the end of the page, in Markdown."
					rows={2}
					{...field("footer")}
				/>
			</FieldGroup>
			<fieldset className="mb-3">
				<legend className="font-semibold">Components</legend>
				<p className="words mt-1 mb-2 text-small text-muted">
					What readers see, in this order. Drag a handle, or press the arrow keys on it.
				</p>
				<SectionsField sections={draft.sections} onChange={changeSections} />
			</fieldset>
			<FieldGroup title="Readers">
				<SelectField
					label="Who can read it"
					hint={ACCESS_HINTS[draft.access]}
					options={ACCESS_OPTIONS}
					{...field("access")}
				/>
				{draft.access === "password" && (
					<SecretField
						label="Password of readers"
						required={!page?.hasPassword}
						isKept={page?.hasPassword === true}
						hint="At least 8 characters. It is never shown again; another one asks every reader anew."
						placeholder="correct horse battery"
						{...field("password")}
					/>
				)}
				{draft.access === "public" && <CheckField label="Search engines may list it" {...field("allowsIndexing")} />}
			</FieldGroup>
			<LookFields draft={draft} page={page} onChange={onChange} />
			<DomainFields page={page} {...field("domain")} />
			<FieldGroup title="Language and days">
				<div className="grid gap-4 sm:grid-cols-2">
					<SelectField
						label="Language"
						hint="Of the page's own words and dates."
						options={LOCALE_OPTIONS}
						{...field("locale")}
					/>
					<TimeZoneField {...field("timeZone")} />
					<SelectField
						label="Days of a bar"
						pointer="/days"
						hint="They are days of UTC."
						value={String(draft.days)}
						options={DAYS_OPTIONS}
						onChange={(days) => onChange({ days: Number(days) as PageDraft["days"] })}
					/>
				</div>
				<CheckField label="Components show their uptime" {...field("showsUptime")} />
			</FieldGroup>
			<FieldGroup title="Incidents of outages">
				<NumberField
					label="An outage opens an incident after"
					isOptional
					hint="Left empty: never. Degraded counts as well as down. Its words name the components alone; recovery resolves it."
					unit="minutes"
					{...boundsOf(LIMITS.StatusPageCreate.autoIncidentAfterMinutes)}
					placeholder="never"
					{...field("autoIncidentAfterMinutes")}
				/>
				<CheckField label="Someone approves it before readers see it" {...field("autoIncidentNeedsApproval")} />
			</FieldGroup>
			{children}
		</Form>
	);
}

function boundsOf({ min, max }: { readonly min: number; readonly max: number }) {
	return { min, max };
}

function TimeZoneField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
	const id = useId();
	return (
		<>
			<TextField
				label="Time zone"
				pointer="/timeZone"
				required
				hint="Of its instants."
				placeholder="Europe/Berlin"
				list={id}
				value={value}
				onChange={onChange}
			/>
			<datalist id={id}>
				{["UTC", ...Intl.supportedValuesOf("timeZone")].map((zone) => (
					<option key={zone} value={zone} />
				))}
			</datalist>
		</>
	);
}
