/** Fields that a table describes: of a type of monitor, of an alert. */

import { CheckField, LinesField, NumberField, type Option, SelectField, TextField } from "./field.tsx";

/** By the names of their fields. */
export type Values = Readonly<Record<string, unknown>>;

interface FieldBase {
	/** The member of the body, and of the values. */
	readonly name: string;
	/** Where its errors point, where that is not its name alone. */
	readonly pointers?: readonly string[];
	readonly label: string;
	readonly hint?: string;
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
			/** An emptied number is null. */
			readonly kind: "number";
			readonly initial: number | null;
			readonly min: number;
			readonly max: number;
			readonly unit?: string;
			readonly placeholder?: string;
	  })
	| (FieldBase & { readonly kind: "choice"; readonly initial: string; readonly values: readonly (string | Option)[] })
	| (FieldBase & { readonly kind: "check"; readonly initial: boolean });

interface SpecFieldsProps {
	readonly fields: readonly FieldSpec[];
	readonly values: Values;
	readonly onChange: (name: string, value: unknown) => void;
}

export function SpecFields({ fields, values, onChange }: SpecFieldsProps) {
	const shown = fields.filter(({ isShown }) => isShown?.(values) ?? true);
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
		case "list": {
			const { placeholder } = field;
			return (
				<LinesField
					{...shared}
					{...(placeholder && { placeholder: typeof placeholder === "string" ? placeholder : placeholder(values) })}
					mono
					value={Array.isArray(value) ? value.join("\n") : ""}
					onChange={(text) => onChange(text === "" ? (field.emptyIsNull ? null : []) : text.split("\n"))}
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
