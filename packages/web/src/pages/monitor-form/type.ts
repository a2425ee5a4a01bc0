/** What a type of monitor tells the form: its fields, and how they become the body that is sent. */

import type { ComponentType } from "react";
import type { Monitor, Trial } from "../../api/monitors.ts";
import type { Option } from "../../ui/forms/field.tsx";

export type Values = Readonly<Record<string, unknown>>;

interface FieldBase {
	/** The member of the body, and of the monitor in the full view. */
	readonly name: string;
	/** Where its errors point, where that is not its name alone. */
	readonly pointers?: readonly string[];
	readonly label: string;
	readonly hint?: string;
	/** Takes a whole row. */
	readonly isWide?: true;
	/** Whether the other fields leave something to ask. A field that is not shown is not sent. Default: always. */
	readonly isShown?: (own: Values) => boolean;
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
			readonly placeholder?: string;
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

export interface FieldsGroup {
	readonly title: string;
	readonly about?: string;
	readonly fields: readonly FieldSpec[];
}

/** Settings that most types have, and that the form asks for below the type's own. */
export type SharedField = "intervalSeconds" | "timeoutSeconds" | "degradedAfterMs" | "locationHint";

export interface OwnPartProps {
	/** The type's own values, as the form holds them. */
	readonly own: Values;
	readonly isNew: boolean;
	/** Changes one of them; fields show their errors by `pointer`, the JSON Pointer into the body. */
	readonly onChange: (name: string, value: unknown) => void;
}

export interface MorePart {
	/** What is in it, in a few words. */
	readonly about: string;
	readonly Part?: ComponentType<OwnPartProps>;
	readonly fields: readonly FieldSpec[];
}

export interface TrialPartProps {
	readonly trial: Trial;
	/** The type's own values, as the form holds them now. */
	readonly own: Values;
}

export interface MonitorType {
	readonly label: string;
	readonly about: string;
	/** What is watched and what is expected of it. */
	readonly fields: readonly FieldSpec[];
	/** Further fields of the type, each group under its own heading. */
	readonly groups?: readonly FieldsGroup[];
	/** What no field above can ask for, such as a list of steps. Its values begin as `initialOwn` says. */
	readonly OwnPart?: ComponentType<OwnPartProps>;
	/** What few people need, folded at the end of the form: a part as `OwnPart`, then fields. */
	readonly more?: MorePart;
	/** The values of the parts in a new monitor; their names are members of the body, as those of `fields` are. */
	readonly initialOwn?: Values;
	/** The shared fields that make no sense here; they are neither shown nor sent. */
	readonly without?: readonly SharedField[];
	/** The longest interval that is offered, seconds. Default: an hour. */
	readonly maxIntervalSeconds?: number;
	/** Whether it may see a certificate. */
	readonly speaksTls: (own: Values) => boolean;
	readonly hasContentChecks: boolean;
	/** Whether one check can be tried before the monitor is saved. Default: yes. */
	readonly canTry?: false;
	/** What a trial shows beyond verdict and phases. */
	readonly TrialPart?: ComponentType<TrialPartProps>;
	/** What it is called when nobody names it. */
	readonly nameOf: (own: Values) => string;
	/** The fields that an address typed on the empty board fills in; null when it is not of this type. */
	readonly read: (address: string) => Values | null;
	/** The form's values of a monitor, where they are not simply its members of the same names. */
	readonly ownOf?: (monitor: Monitor) => Values;
	/** The members of the body, where they are not simply the form's values of the same names. */
	readonly settingsOf?: (own: Values) => Values;
}

export function allFields({ fields, groups = [], more }: MonitorType): readonly FieldSpec[] {
	return [...fields, ...groups.flatMap((group) => group.fields), ...(more?.fields ?? [])];
}
