/** The form of a monitor, new or old. What it asks for comes from the table of types. */

import { useState } from "react";
import { typeName } from "../../format/words.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { FieldGroup } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { More } from "../../ui/forms/more.tsx";
import { SpecFields } from "../../ui/forms/spec-fields.tsx";
import { useDraft } from "../../ui/forms/use-draft.ts";
import { toast } from "../../ui/toasts.tsx";
import { ContentCheckFields } from "./content-check-fields.tsx";
import type { Draft } from "./draft.ts";
import { LocationFields } from "./location-fields.tsx";
import { initialOwn, isMoreSet } from "./own-values.ts";
import { withScheme } from "./reachable.ts";
import { DependencyFields, NameFields, TimingFields } from "./shared-fields.tsx";
import { TryIt } from "./try-it.tsx";
import type { MonitorType, MorePart, OwnPartProps } from "./type.ts";
import { MONITOR_TYPES, typeOf } from "./types.ts";

interface Props {
	readonly initial: Draft;
	/** Of the monitor that is edited; without one it is a new one. */
	readonly monitorId?: string | undefined;
	readonly onSave: (draft: Draft) => Promise<void>;
	readonly onCancel: () => void;
}

export function MonitorForm({ initial, monitorId, onSave, onCancel }: Props) {
	const isNew = monitorId === undefined;
	const [draft, set, field] = useDraft(initial);
	const [trialed, setTrialed] = useState<{ readonly fault: unknown }>({ fault: null });
	const type = typeOf(draft.type);
	const setOwn = (name: string, value: unknown) => set(({ own }) => ({ own: { ...own, [name]: value } }));
	const trial = type.canTry !== false && (
		<TryIt
			key={draft.type}
			draft={draft}
			monitorId={monitorId}
			onComplete={({ own }) => set({ own })}
			onFault={(fault) => setTrialed({ fault })}
		/>
	);

	async function save() {
		const { draft: completed, said } = await withScheme(draft);
		set({ own: completed.own });
		await onSave(completed);
		if (said !== null) toast(said);
	}

	return (
		<Form
			label={isNew ? "New monitor" : "Edit monitor"}
			submitLabel={isNew ? "Create monitor" : "Save"}
			onSubmit={save}
			other={trialed}
			actions={<Button onClick={onCancel}>Cancel</Button>}
			className="max-w-[760px]"
		>
			{isNew && (
				<TypeChoice value={draft.type} onChange={(name) => set({ type: name, own: initialOwn(typeOf(name)) })} />
			)}
			<FieldGroup title="What is watched" about={type.about}>
				<SpecFields fields={type.fields} values={draft.own} onChange={setOwn} />
				{!type.OwnPart && trial}
			</FieldGroup>
			{type.groups?.map(({ title, about, fields }) => (
				<FieldGroup key={title} title={title} about={about}>
					<SpecFields fields={fields} values={draft.own} onChange={setOwn} />
				</FieldGroup>
			))}
			{type.OwnPart && (
				<>
					<type.OwnPart own={draft.own} isNew={isNew} onChange={setOwn} />
					{trial && <div className="mb-3">{trial}</div>}
				</>
			)}
			<NameFields draft={draft} onChange={set} />
			{type.hasContentChecks && (
				<FieldGroup title="Contents" about="The monitor is down when one of these does not hold.">
					<ContentCheckFields {...field("contentChecks")} />
				</FieldGroup>
			)}
			<TimingFields draft={draft} type={type} onChange={set} />
			{draft.type !== "cron" && <LocationFields {...field("location")} />}
			<DependencyFields draft={draft} monitorId={monitorId} onChange={set} />
			{/* Its own for each type, so that it begins folded again. */}
			{type.more && (
				<MoreFields key={draft.type} more={type.more} {...{ isNew, type }} own={draft.own} onChange={setOwn} />
			)}
		</Form>
	);
}

function MoreFields({ more, type, ...props }: OwnPartProps & { type: MonitorType; more: MorePart }) {
	const [isOpen] = useState(() => !props.isNew && isMoreSet(type, props.own));
	return (
		<More about={more.about} isOpen={isOpen} className="card mb-3 p-4">
			{more.Part && <more.Part {...props} />}
			<SpecFields fields={more.fields} values={props.own} onChange={props.onChange} />
		</More>
	);
}

function TypeChoice({ value, onChange }: { value: string; onChange: (type: string) => void }) {
	return (
		<fieldset className="mb-3">
			<legend className="mb-1 font-semibold">Type</legend>
			{/* On one line; on a phone two beside each other, below the first. */}
			<div className="flex gap-1.5 max-md:grid max-md:grid-cols-2">
				{Object.keys(MONITOR_TYPES).map((name) => (
					<label
						key={name}
						className="flex h-8 items-center justify-center rounded-control border border-line bg-panel px-2.5 text-center whitespace-nowrap hover:bg-hover has-checked:border-text has-checked:bg-selected has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent max-md:first:col-span-2"
					>
						<input
							type="radio"
							name="type"
							value={name}
							checked={value === name}
							onChange={() => onChange(name)}
							className="sr-only"
						/>
						{typeName(name)}
					</label>
				))}
			</div>
		</fieldset>
	);
}
