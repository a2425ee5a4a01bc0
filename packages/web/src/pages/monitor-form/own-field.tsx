/** One field of a type, as its row in the table describes it. */

import { CheckField, LinesField, NumberField, SelectField, TextField } from "../../ui/forms/field.tsx";
import type { FieldSpec, Values } from "./type.ts";

interface OwnFieldsProps {
	readonly fields: readonly FieldSpec[];
	readonly own: Values;
	readonly onChange: (name: string, value: unknown) => void;
}

export function OwnFields({ fields, own, onChange }: OwnFieldsProps) {
	const shown = fields.filter(({ isShown }) => isShown?.(own) ?? true);
	if (shown.length === 0) return null;
	return (
		<div className="grid items-start gap-4 sm:grid-cols-4">
			{shown.map((field) => (
				<div key={field.name} className={widthOf(field)}>
					<OwnField field={field} value={own[field.name]} onChange={(value) => onChange(field.name, value)} />
				</div>
			))}
		</div>
	);
}

function widthOf({ kind, isWide }: FieldSpec): string {
	if (isWide || kind === "lines" || kind === "list" || kind === "check") return "sm:col-span-4";
	return kind === "text" ? "sm:col-span-2" : "sm:col-span-1";
}

interface OwnFieldProps {
	readonly field: FieldSpec;
	readonly value: unknown;
	readonly onChange: (value: unknown) => void;
}

function OwnField({ field, value, onChange }: OwnFieldProps) {
	const shared = { label: field.label, pointer: field.pointers ?? `/${field.name}`, hint: field.hint };
	switch (field.kind) {
		case "text":
		case "lines": {
			const Control = field.kind === "text" ? TextField : LinesField;
			return (
				<Control
					{...shared}
					{...(field.placeholder && { placeholder: field.placeholder })}
					mono={field.mono ?? false}
					value={String(value ?? "")}
					onChange={(text) => onChange(text === "" && field.emptyIsNull ? null : text)}
				/>
			);
		}
		case "list":
			return (
				<LinesField
					{...shared}
					{...(field.placeholder && { placeholder: field.placeholder })}
					mono
					value={Array.isArray(value) ? value.join("\n") : ""}
					onChange={(text) => onChange(text === "" ? (field.emptyIsNull ? null : []) : text.split("\n"))}
				/>
			);
		case "number":
			return (
				<NumberField
					{...shared}
					unit={field.unit}
					min={field.min}
					max={field.max}
					placeholder={field.placeholder}
					value={typeof value === "number" ? value : null}
					onChange={onChange}
				/>
			);
		case "choice":
			return (
				<SelectField
					{...shared}
					value={String(value)}
					onChange={onChange}
					options={field.values.map((each) => (typeof each === "string" ? { value: each, label: each } : each))}
				/>
			);
		case "check":
			return <CheckField {...shared} checked={value === true} onChange={onChange} />;
	}
}
