/** Which monitors an alert covers: all, or those that are named, have a tag or are of a type. */

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { boardQuery } from "../../api/board.ts";
import { tagsOf } from "../../format/tags.ts";
import { counted, MONITOR_TYPE_NAMES, typeName } from "../../format/words.ts";
import { CheckListField } from "../../ui/forms/check-list-field.tsx";
import { optionsOf, SelectField, TextField } from "../../ui/forms/field.tsx";
import { MonitorPicker } from "../../ui/forms/monitor-picker.tsx";
import { fieldsOf } from "../../ui/forms/use-draft.ts";
import type { AlertDraft } from "./alert-draft.ts";

interface Props {
	readonly draft: AlertDraft;
	readonly onChange: (change: Partial<AlertDraft>) => void;
}

const IMPORTANCES = optionsOf({ low: "any", normal: "normal or high", high: "high" });
const TAGS_MODES = optionsOf({ any: "one of them", all: "all of them" });

export function CoverageFields({ draft, onChange }: Props) {
	return (
		<>
			<AllOrSome draft={draft} onChange={onChange} />
			{!draft.isForAll && <Choices draft={draft} onChange={onChange} />}
			<SelectField
				label="Of importance"
				className="sm:max-w-1/2"
				hint="Each monitor’s form sets its own."
				options={IMPORTANCES}
				{...fieldsOf(draft, onChange)("minimumImportance")}
			/>
		</>
	);
}

function AllOrSome({ draft, onChange }: Props) {
	const name = useId();
	return (
		<div className="flex flex-wrap gap-x-6 gap-y-1">
			{[true, false].map((isForAll) => (
				<label key={String(isForAll)} className="flex min-h-6 items-center gap-2">
					<input
						type="radio"
						name={name}
						className="accent-text"
						checked={draft.isForAll === isForAll}
						onChange={() => onChange({ isForAll })}
					/>
					{isForAll ? "All monitors, also those to come" : "By tag, type or name"}
				</label>
			))}
		</div>
	);
}

function Choices({ draft, onChange }: Props) {
	const field = fieldsOf(draft, onChange);
	return (
		<>
			<div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
				<TextField
					label="Tags"
					isOptional
					mono
					placeholder="team:web prod"
					hint="Monitors that get a tag later are covered at once."
					{...field("tags")}
				/>
				<SelectField label="Monitors have" options={TAGS_MODES} {...field("tagsMode")} />
			</div>
			<CheckListField
				label="Types"
				choices={MONITOR_TYPE_NAMES.map((value) => ({ value, label: typeName(value) }))}
				className="flex flex-wrap gap-x-6"
				{...field("types")}
			/>
			<fieldset>
				<legend className="mb-1 font-semibold">Named</legend>
				<MonitorPicker
					pointer="/monitorIds"
					value={draft.monitorIds ?? []}
					onChange={(monitorIds) => onChange({ monitorIds })}
					allowsAll={false}
				/>
			</fieldset>
			<Covered draft={draft} />
		</>
	);
}

/** How many monitors of today it covers, before their importance is looked at. */
function Covered({ draft }: Pick<Props, "draft">) {
	const { data: board } = useQuery(boardQuery);
	if (board === undefined) return null;
	const wanted = tagsOf(draft.tags.toLowerCase());
	const has =
		({ tags }: { readonly tags: readonly string[] }) =>
		(tag: string) =>
			tags.includes(tag);
	const count = board.monitors.filter(
		(monitor) =>
			draft.monitorIds?.includes(monitor.id) ||
			draft.types.some((type) => type === monitor.type) ||
			(wanted.length > 0 && (draft.tagsMode === "any" ? wanted.some(has(monitor)) : wanted.every(has(monitor)))),
	).length;
	return (
		<p role="status" className={count === 0 ? "font-semibold text-degraded" : "text-muted"}>
			{count === 0 ? "It covers no monitor yet." : `It covers ${counted(count, "monitor")} today.`}
		</p>
	);
}
