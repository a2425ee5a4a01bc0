import { useState } from "react";
import type { StatusPage, StatusPageSettings } from "../../api/status-pages.ts";
import { TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { MonitorPicker } from "../../ui/forms/monitor-picker.tsx";

interface Props {
	readonly initial: Pick<StatusPage, "name" | "slug" | "sections" | "monitorIds">;
	readonly submitLabel: string;
	readonly onSave: (settings: StatusPageSettings) => Promise<void>;
}

export function StatusPageForm({ initial, submitLabel, onSave }: Props) {
	const [name, setName] = useState(initial.name);
	const [slug, setSlug] = useState(initial.slug);
	const [monitorIds, setMonitorIds] = useState<readonly string[]>(initial.monitorIds);
	// Links to a page that is there must not break because its field was emptied.
	const usualSlug = initial.slug || slugOf(name) || "status";
	// Pages of several components keep them.
	const [component, ...others] = initial.sections.flatMap(({ components }) => components);
	const sections = () =>
		others.length === 0 && {
			sections: [{ name: "", components: [{ name: name.trim(), ...component, monitorIds: [...monitorIds] }] }],
		};
	return (
		<Form
			label="Status page"
			submitLabel={submitLabel}
			onSubmit={() => onSave({ name: name.trim(), slug: slug.trim() || usualSlug, ...sections() })}
		>
			<div className="space-y-4">
				<TextField
					label="Name"
					pointer="/name"
					required
					placeholder="Public services"
					value={name}
					onChange={setName}
				/>
				<TextField
					label="Address"
					pointer="/slug"
					placeholder={usualSlug}
					hint={`Lower-case letters, digits and hyphens. Left empty: ${usualSlug}`}
					mono
					value={slug}
					onChange={setSlug}
				/>
				<fieldset>
					<legend className="mb-1 font-semibold">Monitors</legend>
					<MonitorPicker
						pointer="/monitorIds"
						allowsAll={false}
						value={monitorIds}
						onChange={(ids) => setMonitorIds(ids ?? [])}
					/>
				</fieldset>
			</div>
		</Form>
	);
}

function slugOf(name: string): string {
	return name
		.toLowerCase()
		.normalize("NFKD")
		.replace(/[^a-z0-9]+/g, "-")
		.replace(/^-+|-+$/g, "")
		.slice(0, 63);
}
