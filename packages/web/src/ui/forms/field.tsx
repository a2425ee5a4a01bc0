/** Fields of forms: a label, a control, a hint, and the API's message about it. */

import { type InputHTMLAttributes, type ReactNode, useId } from "react";
import { classNames } from "../class-names.ts";
import { type Pointer, useFieldError } from "./form.tsx";
import { missingText } from "./missing-text.ts";

export interface FieldProps {
	readonly label: string;
	readonly pointer?: Pointer | undefined;
	readonly hint?: ReactNode;
	readonly className?: string | undefined;
	/** Whether the API refuses it when it is left empty. */
	readonly required?: boolean | undefined;
	/** What it asks for when it was left empty and must not be. Default: its label with an article. */
	readonly missing?: string | undefined;
	/** Whether being left empty means something of its own, and no default: the label says that it can be. */
	readonly isOptional?: boolean | undefined;
}

interface ControlProps {
	readonly id: string;
	readonly required: true | undefined;
	readonly "aria-invalid": true | undefined;
	readonly "aria-describedby": string | undefined;
}

interface FieldFrameProps extends FieldProps {
	readonly isEmpty: boolean;
	readonly children: (props: ControlProps) => ReactNode;
}

export function Field(props: FieldFrameProps) {
	const { label, pointer, hint, className, required, missing, isOptional, isEmpty, children } = props;
	const id = useId();
	const { error: refused, marked } = useFieldError(pointer);
	// What the API says of an empty value is about its form, which its reader has not begun to write.
	const error = refused !== null && required && isEmpty ? (missing ?? missingText(label)) : refused;
	return (
		<div {...marked} className={classNames("min-w-0", className)}>
			<label htmlFor={id} className="mb-1 block font-semibold">
				{label}
				{isOptional && <span className="font-normal text-muted"> (optional)</span>}
			</label>
			{children({
				id,
				required: required || undefined,
				"aria-invalid": error === null ? undefined : true,
				"aria-describedby": error !== null || hint ? `${id}-about` : undefined,
			})}
			<About id={`${id}-about`} error={error} hint={hint} />
		</div>
	);
}

/** The message of the API about a field, or the field's hint. */
export function About({ id, error, hint }: { id: string; error: string | null; hint: ReactNode }) {
	if (error === null && !hint) return null;
	return (
		<p
			id={id}
			className={classNames("words mt-1 text-small", error === null ? "text-muted" : "font-semibold text-down")}
		>
			{error ?? hint}
		</p>
	);
}

export function isBlank(text: string): boolean {
	return text.trim() === "";
}

type TextProps = FieldProps &
	Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value" | "className"> & {
		readonly value: string;
		readonly onChange: (value: string) => void;
		readonly mono?: boolean;
	};

export function TextField(props: TextProps) {
	const { label, pointer, hint, className, required, isOptional, onChange, mono, ...rest } = props;
	const { missing = rest.type === "datetime-local" ? "Enter a date and a time." : undefined, ...input } = rest;
	return (
		<Field {...{ label, pointer, hint, className, required, missing, isOptional }} isEmpty={isBlank(rest.value)}>
			{(props) => (
				<input
					type="text"
					autoComplete="off"
					spellCheck={false}
					{...input}
					{...props}
					className={classNames("control w-full", mono && "font-mono")}
					onChange={(event) => onChange(event.target.value)}
				/>
			)}
		</Field>
	);
}

type LinesProps = FieldProps & {
	readonly value: string;
	readonly onChange: (value: string) => void;
	readonly mono?: boolean;
	readonly placeholder?: string;
	/** Lines that are shown. Default 3. */
	readonly rows?: number;
};

export function LinesField({ value, onChange, mono, placeholder, rows = 3, ...field }: LinesProps) {
	return (
		<Field {...field} isEmpty={isBlank(value)}>
			{(props) => (
				<textarea
					{...props}
					rows={rows}
					autoComplete="off"
					spellCheck={false}
					placeholder={placeholder}
					value={value}
					className={classNames("control w-full resize-y", mono && "font-mono")}
					onChange={(event) => onChange(event.target.value)}
				/>
			)}
		</Field>
	);
}

type NumberProps = FieldProps & {
	/** Null: empty. */
	readonly value: number | null;
	readonly onChange: (value: number | null) => void;
	readonly unit?: string | undefined;
	readonly min?: number | undefined;
	readonly max?: number | undefined;
	readonly placeholder?: string | undefined;
};

export function NumberField({ value, onChange, unit, min, max, placeholder, ...field }: NumberProps) {
	return (
		<Field {...field} isEmpty={value === null}>
			{(props) => (
				<span className="flex items-center gap-2">
					<input
						{...props}
						type="number"
						inputMode="numeric"
						min={min}
						max={max}
						placeholder={placeholder}
						value={value ?? ""}
						className="control w-28 text-right"
						onChange={(event) => onChange(event.target.value === "" ? null : Number(event.target.value))}
					/>
					{unit && <span className="text-muted">{unit}</span>}
				</span>
			)}
		</Field>
	);
}

export interface Option<Value extends string = string> {
	readonly value: Value;
	readonly label: string;
}

export function optionsOf<Value extends string>(labels: Readonly<Record<Value, string>>) {
	return Object.entries<string>(labels).map(([value, label]): Option<Value> => ({ value: value as Value, label }));
}

type SelectProps<Value extends string> = FieldProps & {
	readonly value: Value;
	readonly onChange: (value: Value) => void;
	readonly options: readonly Option<Value>[];
	readonly disabled?: boolean;
};

export function SelectField<Value extends string>(props: SelectProps<Value>) {
	const { value, onChange, options, disabled, ...field } = props;
	return (
		<Field {...field} isEmpty={false}>
			{(props) => (
				<select
					{...props}
					value={value}
					disabled={disabled}
					className="control w-full"
					onChange={(event) => onChange(event.target.value as Value)}
				>
					{options.map((option) => (
						<option key={option.value} value={option.value}>
							{option.label}
						</option>
					))}
				</select>
			)}
		</Field>
	);
}

type CheckProps = Omit<FieldProps, "label"> & {
	readonly label: ReactNode;
	readonly value: boolean;
	readonly onChange: (value: boolean) => void;
	readonly disabled?: boolean;
};

export function CheckField({ label, pointer, hint, className, value, onChange, disabled }: CheckProps) {
	const id = useId();
	const { error, marked } = useFieldError(pointer);
	const isDescribed = error !== null || Boolean(hint);
	return (
		<div {...marked} className={className}>
			<label htmlFor={id} className="flex min-h-6 items-center gap-2">
				<input
					id={id}
					type="checkbox"
					checked={value}
					disabled={disabled}
					aria-invalid={error === null ? undefined : true}
					aria-describedby={isDescribed ? `${id}-about` : undefined}
					className="size-4 shrink-0 accent-text"
					onChange={(event) => onChange(event.target.checked)}
				/>
				<span>{label}</span>
			</label>
			<div className="pl-6">
				<About id={`${id}-about`} error={error} hint={hint} />
			</div>
		</div>
	);
}

/** A part of a group, under a heading of its own. */
export function FieldPart({ title, children }: { title: string; children: ReactNode }) {
	return (
		<fieldset>
			<legend className="mb-2 font-semibold">{title}</legend>
			{children}
		</fieldset>
	);
}

/** Fields that belong together, under a heading. */
export function FieldGroup({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
	return (
		<fieldset className="card mb-3 p-4">
			<legend className="sr-only">{title}</legend>
			<div aria-hidden="true" className="font-semibold">
				{title}
			</div>
			{about && <p className="mt-1 text-muted">{about}</p>}
			<div className="mt-3 space-y-4 empty:hidden">{children}</div>
		</fieldset>
	);
}
