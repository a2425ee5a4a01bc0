/** Search, filters, grouping and sorting. All of it stands in the address. */

import { Rows2, Rows4, Search, X } from "lucide-react";
import type { KeyboardEvent, Ref } from "react";
import { typeName } from "../../format/words.ts";
import { Hotkey } from "../../ui/buttons/button.tsx";
import { PillButton } from "../../ui/buttons/pill-button.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import type { BoardSearch, Sort, StatusFilter } from "./board-search.ts";

interface Props {
	readonly search: BoardSearch;
	readonly text: string;
	readonly onText: (text: string) => void;
	/** The field was left. */
	readonly onLeave: () => void;
	readonly onChange: (change: Partial<Record<keyof BoardSearch, string | boolean | undefined>>) => void;
	readonly groupings: readonly string[];
	readonly tags: readonly (readonly [string, number])[];
	readonly types: readonly string[];
	readonly field: Ref<HTMLInputElement>;
}

const FILTERS: readonly (readonly [string, StatusFilter | undefined])[] = [
	["All", undefined],
	["Down", "down"],
	["Degraded", "degraded"],
	["Paused", "paused"],
];

const SORT_LABELS: Readonly<Record<Sort, string>> = {
	name: "name",
	status: "status",
	response: "slowest",
	uptime24h: "available, 24 h",
	uptime30d: "available, 30 d",
	since: "last change",
};

/** More tags would make a long list; the search finds tags too. */
const MAX_TAGS = 200;

export function Toolbar({ search, text, onText, onLeave, onChange, groupings, tags, types, field }: Props) {
	return (
		<div className="flex flex-wrap items-center gap-x-2 gap-y-2 pb-2">
			<search className="relative w-full md:w-auto md:max-w-[280px] md:grow md:basis-[200px]">
				<Search size={14} aria-hidden className="absolute top-1/2 left-2.5 -translate-y-1/2 text-muted" />
				<SearchInput
					ref={field}
					label="Search name, address or tag"
					value={text}
					onText={onText}
					onBlur={onLeave}
					onKeyDown={(event) => (event.key === "Escape" && text !== "" ? onText("") : leaveField(event))}
					className="px-8"
				/>
				<span className="absolute top-1/2 right-2 -translate-y-1/2">
					<Hotkey>/</Hotkey>
				</span>
			</search>
			<div role="group" aria-label="Status" className="flex flex-wrap gap-1 max-md:w-full">
				{FILTERS.map(([label, status]) => (
					<PillButton key={label} pressed={search.status === status} onClick={() => onChange({ status })}>
						{label}
					</PillButton>
				))}
				{(search.status === "up" || search.status === "pending") && (
					<PillButton pressed onClick={() => onChange({ status: undefined })}>
						{search.status === "up" ? "Up" : "Pending"}
					</PillButton>
				)}
			</div>
			{search.tag === undefined ? (
				tags.length > 0 && (
					<PillSelect
						label="Tag"
						value=""
						onChange={(tag) => onChange({ tag })}
						options={[
							["", "any tag"],
							...tags.slice(0, MAX_TAGS).map(([tag, count]) => [tag, `${tag} (${count})`] as const),
						]}
					/>
				)
			) : (
				<RemovablePill label={`tag: ${search.tag}`} onRemove={() => onChange({ tag: undefined })} />
			)}
			{types.length > 1 && (
				<PillSelect
					label="Type"
					value={search.type ?? ""}
					onChange={(type) => onChange({ type: type || undefined })}
					options={[["", "any type"], ...types.map((type) => [type, typeName(type)] as const)]}
				/>
			)}
			{/* Where one line has no room for all, these go to the next one together. */}
			<div className="ml-auto flex items-center gap-2 max-md:w-full">
				<PillSelect
					label="Group by"
					shown
					value={search.group ?? ""}
					onChange={(group) => onChange({ group: group || undefined })}
					options={[["", "nothing"], ...groupings.map((each) => [each, each] as const)]}
				/>
				<PillSelect
					label="Sort"
					shown
					value={search.sort ?? "name"}
					onChange={(sort) => onChange({ sort: sort === "name" ? undefined : sort })}
					options={Object.entries(SORT_LABELS)}
				/>
				<button
					type="button"
					aria-pressed={search.dense === true}
					aria-label="Dense rows"
					title="Dense rows"
					onClick={() => onChange({ dense: search.dense ? undefined : true })}
					className="-mr-1.5 hidden size-7 items-center justify-center rounded-control text-muted hover:bg-hover md:inline-flex"
				>
					{search.dense ? <Rows4 size={15} aria-hidden /> : <Rows2 size={15} aria-hidden />}
				</button>
			</div>
		</div>
	);
}

/** Keys in the field: Enter and Arrow Down move to the results, Escape to the page. */
function leaveField(event: KeyboardEvent<HTMLInputElement>) {
	if (event.key === "Escape") event.currentTarget.blur();
	if (event.key === "Enter" || event.key === "ArrowDown") {
		event.preventDefault();
		document.querySelector<HTMLElement>('[role="row"][tabindex="0"]')?.focus();
	}
}

function RemovablePill({ label, onRemove }: { label: string; onRemove: () => void }) {
	return (
		<button
			type="button"
			onClick={onRemove}
			aria-label={`Remove the filter ${label}`}
			className="inline-flex h-7 items-center gap-1.5 rounded-full border border-line bg-selected px-3"
		>
			{label}
			<X size={12} aria-hidden />
		</button>
	);
}

interface SelectProps {
	readonly label: string;
	/** Whether the label stands beside it. */
	readonly shown?: boolean;
	readonly value: string;
	readonly onChange: (value: string) => void;
	readonly options: readonly (readonly [string, string])[];
}

function PillSelect({ label, shown = false, value, onChange, options }: SelectProps) {
	return (
		<label className="inline-flex items-center gap-2 text-muted max-md:w-[calc(50%-4px)]">
			<span className={shown ? "shrink-0" : "sr-only"}>{label}</span>
			<select
				value={value}
				onChange={(event) => onChange(event.target.value)}
				className="h-7 min-w-0 cursor-pointer max-md:grow md:max-w-32 rounded-full border border-line bg-background px-2 text-text hover:bg-hover"
			>
				{options.map(([each, text]) => (
					<option key={each} value={each}>
						{text}
					</option>
				))}
			</select>
		</label>
	);
}
