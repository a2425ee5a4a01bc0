/** The hours in which an alert sends: a few spans of local time, each on some days of the week. */

import { useId } from "react";
import type { AlertHours } from "../../api/alerts.ts";
import { LIMITS } from "../../api/client/limits.ts";
import { ownTimeZone } from "../../format/instant.ts";
import { capitalized } from "../../format/words.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { CheckListField } from "../../ui/forms/check-list-field.tsx";
import { optionsOf, SelectField, TextField } from "../../ui/forms/field.tsx";
import { fieldsOf } from "../../ui/forms/use-draft.ts";

interface Props {
	/** Null: always. */
	readonly value: AlertHours | null;
	readonly onChange: (value: AlertHours | null) => void;
}

type Span = AlertHours["spans"][number];
type Day = Span["days"][number];

const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const satisfies Day[];
const OFFICE: Span = { days: DAYS.slice(0, 5), from: "08:00", to: "18:00" };
const WEEKEND: Span = { days: DAYS.slice(5), from: "10:00", to: "18:00" };
const OUTSIDE = optionsOf({ hold: "is sent when they begin, if it lasts", skip: "is not sent" });
const MAX_SPANS = LIMITS.AlertHours.spans.max;

export function HoursFields({ value, onChange }: Props) {
	const name = useId();
	return (
		<fieldset>
			<legend className="mb-1 font-semibold">Hours</legend>
			<div className="flex flex-wrap gap-x-6 gap-y-1">
				{[null, { timeZone: ownTimeZone(), spans: [OFFICE], outside: "hold" as const }].map((choice) => (
					<label key={String(choice === null)} className="flex min-h-6 items-center gap-2">
						<input
							type="radio"
							name={name}
							className="accent-text"
							checked={(value === null) === (choice === null)}
							onChange={() => onChange(choice)}
						/>
						{choice === null ? "Always" : "In these hours"}
					</label>
				))}
			</div>
			{value !== null && <Table value={value} onChange={onChange} />}
		</fieldset>
	);
}

function Table({ value, onChange }: { value: AlertHours; onChange: (value: AlertHours) => void }) {
	const { spans } = value;
	const field = fieldsOf(value, (to) => onChange({ ...value, ...to }), "/hours");
	const change = (place: number, span: Span) => onChange({ ...value, spans: spans.with(place, span) });
	return (
		<div className="mt-3 space-y-4 rounded-control border border-line-strong p-3">
			{spans.map((span, place) => (
				<SpanFields
					// biome-ignore lint/suspicious/noArrayIndexKey: a span has nothing else that names it.
					key={place}
					place={place}
					span={span}
					onChange={(changed) => change(place, changed)}
					onRemove={spans.length > 1 ? () => onChange({ ...value, spans: spans.toSpliced(place, 1) }) : null}
				/>
			))}
			{spans.length < MAX_SPANS && (
				<Button onClick={() => onChange({ ...value, spans: [...spans, WEEKEND] })}>Add other hours</Button>
			)}
			<div className="grid gap-4 sm:grid-cols-2">
				<TextField label="Time zone" placeholder={ownTimeZone()} required {...field("timeZone")} />
				<SelectField
					label="A problem outside of them"
					hint="A recovery waits for them."
					options={OUTSIDE}
					{...field("outside")}
				/>
			</div>
		</div>
	);
}

interface SpanProps {
	readonly place: number;
	readonly span: Span;
	readonly onChange: (span: Span) => void;
	/** Null for the only one. */
	readonly onRemove: (() => void) | null;
}

function SpanFields({ place, span, onChange, onRemove }: SpanProps) {
	const pointer = `/hours/spans/${place}`;
	const field = fieldsOf(span, (to) => onChange({ ...span, ...to }), pointer);
	const isNextDay = span.to !== "24:00" && span.to <= span.from;
	return (
		<div role="group" aria-label={`Hours ${place + 1}`} className="space-y-2">
			<CheckListField
				label="Days"
				hidesLabel
				choices={DAYS.map((day) => ({ value: day, label: capitalized(day.slice(0, 3)) }))}
				className="flex flex-wrap gap-x-4 gap-y-1"
				{...field("days")}
			/>
			<div className="flex flex-wrap items-end gap-3">
				<TextField label="From" type="time" placeholder={OFFICE.from} required {...field("from")} />
				<TextField
					label={isNextDay ? "To, the next day" : "To"}
					type="time"
					placeholder={OFFICE.to}
					required
					{...field("to")}
					value={span.to === "24:00" ? "00:00" : span.to}
				/>
				{onRemove && <Button onClick={onRemove}>Remove</Button>}
			</div>
		</div>
	);
}
