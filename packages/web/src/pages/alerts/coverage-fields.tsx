/** Which monitors an alert covers: all, or those that are named, have a tag or are of a type. */

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { boardQuery } from "../../api/board.ts";
import { LIMITS } from "../../api/limits.ts";
import { tagsOf } from "../../format/tags.ts";
import { counted, MONITOR_TYPE_NAMES, typeName } from "../../format/words.ts";
import { CheckListField } from "../../ui/forms/check-list-field.tsx";
import { SelectField, TextField } from "../../ui/forms/field.tsx";
import { MonitorPicker } from "../../ui/forms/monitor-picker.tsx";
import type { AlertDraft } from "./alert-draft.ts";

interface Props {
	readonly draft: AlertDraft;
	readonly onChange: (change: Partial<AlertDraft>) => void;
}

const { minimumImportance } = LIMITS.AlertCreate;

const IMPORTANCES = [
	{ value: "low", label: "any" },
	{ value: "normal", label: "normal or high" },
	{ value: "high", label: "high" },
] as const satisfies readonly { value: AlertDraft["minimumImportance"]; label: string }[];

export function CoverageFields({ draft, onChange }: Props) {
	return (
		<>
			<AllOrSome draft={draft} onChange={onChange} />
			{!draft.isForAll && <Choices draft={draft} onChange={onChange} />}
			<SelectField
				label="Of importance"
				pointer="/minimumImportance"
				className="sm:max-w-1/2"
				hint="Each monitor’s form sets its own."
				value={draft.minimumImportance}
				onChange={(value) =>
					onChange({
						minimumImportance: IMPORTANCES.find((each) => each.value === value)?.value ?? minimumImportance.default,
					})
				}
				options={IMPORTANCES}
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
	return (
		<>
			<div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
				<TextField
					label="Tags"
					isOptional
					pointer="/tags"
					mono
					placeholder="team:web prod"
					hint="Monitors that get a tag later are covered at once."
					value={draft.tags}
					onChange={(tags) => onChange({ tags })}
				/>
				<SelectField
					label="Monitors have"
					value={draft.tagsMode}
					onChange={(mode) => onChange({ tagsMode: mode === "all" ? "all" : "any" })}
					options={[
						{ value: "any", label: "one of them" },
						{ value: "all", label: "all of them" },
					]}
				/>
			</div>
			<CheckListField
				label="Types"
				pointer="/types"
				choices={MONITOR_TYPE_NAMES.map((value) => ({ value, label: typeName(value) }))}
				value={draft.types}
				onChange={(types) => onChange({ types })}
				className="flex flex-wrap gap-x-6"
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
