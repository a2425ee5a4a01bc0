/**
 * Fields that a table describes: of a type of monitor, of an alert. A field that is left empty is sent as what it
 * begins as, or as null where `emptyIsNull`; a text that begins empty and can't be null is required. So whatever can
 * be emptied in a new object can be emptied in an old one.
 */

import type { ReactNode } from "react";
import { CheckField, LinesField, NumberField, type Option, SelectField, TextField } from "./field.tsx";

/** By the names of their fields. */
export type Values = Readonly<Record<string, unknown>>;

interface FieldBase {
	/** The member of the body, and of the values. */
	readonly name: string;
	/** Where its errors point, where that is not its name alone. */
	readonly pointers?: readonly string[];
	readonly label: string;
	/** Of the other fields' values, where those say what it is. */
	readonly hint?: ReactNode | ((values: Values) => ReactNode);
	/** Default: as its kind needs, of a row of four columns. */
	readonly width?: "half" | "row";
	/** Whether the other fields leave something to ask. A field that is not shown is not sent. Default: always. */
	readonly isShown?: (values: Values) => boolean;
}

export type FieldSpec =
	| (FieldBase & {
			/** `lines`: a text of several lines. */
			readonly kind: "text" | "lines";
			readonly initial: string;
			readonly placeholder?: string;
			readonly mono?: true;
			/** An empty text is sent as null, and null is shown as an empty text. */
			readonly emptyIsNull?: true;
			/** Whether blanks at the ends mean something. Default: they came along with what was pasted. */
			readonly keepsBlanks?: true;
	  })
	| (FieldBase & {
			/** A list of texts, typed one a line. An empty list is sent as `[]`, or as null where `emptyIsNull`. */
			readonly kind: "list";
			readonly initial: readonly string[];
			/** An example; of the other fields' values, where those say what fits. */
			readonly placeholder?: string | ((values: Values) => string);
			readonly emptyIsNull?: true;
	  })
	| (FieldBase & {
			/** `initial` null: a number that is left empty is sent as null. */
			readonly kind: "number";
			readonly initial: number | null;
			readonly min: number;
			readonly max: number;
			readonly unit?: string;
			readonly placeholder?: string;
	  })
	| (FieldBase & { readonly kind: "choice"; readonly initial: string; readonly values: readonly (string | Option)[] })
	| (FieldBase & { readonly kind: "check"; readonly initial: boolean });

/** A number within the API's limits, with its default. */
export function numberWithin(limits: { readonly min: number; readonly max: number; readonly default?: number | null }) {
	return { kind: "number", min: limits.min, max: limits.max, initial: limits.default ?? null } as const;
}

/** Whether leaving it empty means something of its own, and not what it begins as. */
function isOptional(field: FieldSpec): boolean {
	if (field.kind === "number") return field.initial === null;
	return field.kind === "list" || ((field.kind === "text" || field.kind === "lines") && field.emptyIsNull === true);
}

function isRequired(field: FieldSpec): boolean {
	return (field.kind === "text" || field.kind === "lines") && field.initial === "" && !field.emptyIsNull;
}

function shownFields(fields: readonly FieldSpec[], values: Values): readonly FieldSpec[] {
	return fields.filter(({ isShown }) => isShown?.(values) ?? true);
}

/** What is sent of the values of `fields`; without those that are not shown. */
export function sentValues(fields: readonly FieldSpec[], values: Values): Values {
	const shown = shownFields(fields, values);
	return Object.fromEntries(shown.map((field) => [field.name, sentValue(field, values[field.name])]));
}

function sentValue(field: FieldSpec, value: unknown): unknown {
	switch (field.kind) {
		case "text":
		case "lines": {
			const text = field.keepsBlanks ? String(value ?? "") : String(value ?? "").trim();
			return text !== "" ? text : field.emptyIsNull ? null : field.initial;
		}
		case "list": {
			const items = Array.isArray(value) ? value.map((item: string) => item.trim()).filter((item) => item !== "") : [];
			return items.length === 0 && field.emptyIsNull ? null : items;
		}
		case "number":
			return value ?? field.initial;
		default:
			return value;
	}
}

interface SpecFieldsProps {
	readonly fields: readonly FieldSpec[];
	readonly values: Values;
	readonly onChange: (name: string, value: unknown) => void;
}

export function SpecFields({ fields, values, onChange }: SpecFieldsProps) {
	const shown = shownFields(fields, values);
	if (shown.length === 0) return null;
	return (
		<div className="grid items-start gap-4 sm:grid-cols-4">
			{shown.map((field) => (
				<div key={field.name} className={widthOf(field)}>
					<SpecField field={field} values={values} onChange={(value) => onChange(field.name, value)} />
				</div>
			))}
		</div>
	);
}

function widthOf({ kind, width }: FieldSpec): string {
	if (width === "half") return "sm:col-span-2";
	if (width === "row" || kind === "lines" || kind === "list" || kind === "check") return "sm:col-span-4";
	return kind === "text" ? "sm:col-span-2" : "sm:col-span-1";
}

interface SpecFieldProps {
	readonly field: FieldSpec;
	readonly values: Values;
	readonly onChange: (value: unknown) => void;
}

function SpecField({ field, values, onChange }: SpecFieldProps) {
	const value = values[field.name];
	const shared = {
		label: field.label,
		pointer: field.pointers ?? `/${field.name}`,
		hint: typeof field.hint === "function" ? field.hint(values) : field.hint,
		required: isRequired(field),
		isOptional: isOptional(field),
	};
	switch (field.kind) {
		case "text":
		case "lines": {
			const Control = field.kind === "text" ? TextField : LinesField;
			return (
				<Control
					{...shared}
					placeholder={field.placeholder ?? field.initial}
					mono={field.mono ?? false}
					value={String(value ?? "")}
					onChange={onChange}
				/>
			);
		}
		case "list": {
			const { placeholder } = field;
			return (
				<LinesField
					{...shared}
					{...(placeholder && { placeholder: typeof placeholder === "string" ? placeholder : placeholder(values) })}
					mono
					value={Array.isArray(value) ? value.join("\n") : ""}
					onChange={(text) => onChange(text === "" ? [] : text.split("\n"))}
				/>
			);
		}
		case "number":
			return (
				<NumberField
					{...shared}
					unit={field.unit}
					min={field.min}
					max={field.max}
					placeholder={field.placeholder ?? field.initial?.toString()}
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
			return <CheckField {...shared} value={value === true} onChange={onChange} />;
	}
}
