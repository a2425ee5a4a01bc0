/** What a type of monitor tells the form: its fields, and how they become the body that is sent. */

import type { ComponentType } from "react";
import type { Monitor, Trial } from "../../api/monitors.ts";
import type { FieldSpec, Values } from "../../ui/forms/spec-fields.tsx";

export type CommonField = keyof Monitor;

export interface FieldsGroup {
	readonly title: string;
	readonly about?: string;
	readonly fields: readonly FieldSpec[];
}

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

export interface MonitorType<Of extends Monitor = Monitor> {
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
	/** Fields of ./timing-fields.ts that make no sense here; they are neither shown nor sent. */
	readonly without?: readonly CommonField[];
	/** The longest interval that is offered, seconds. Default: an hour. */
	readonly maxIntervalSeconds?: number;
	/** Whether it may see a certificate. */
	readonly speaksTls: (own: Values) => boolean;
	readonly hasContentChecks: boolean;
	/** Whether one check can be tried before the monitor is saved. Default: yes. */
	readonly canTry?: false;
	/** What a trial shows beyond verdict and phases. */
	readonly TrialPart?: ComponentType<TrialPartProps>;
	/** What `url` can begin with, in the order in which they are tried where it is typed without. */
	readonly schemes?: readonly string[];
	/** What it is called when nobody names it; empty while that can't be told. */
	readonly nameOf: (own: Values) => string;
	/** The fields that an address typed on the empty board fills in; null when it is not of this type. */
	readonly read: (address: string) => Values | null;
	/** Those of the form's values of a monitor that are not simply its members of the same names. */
	ownOf?(monitor: Of): Values;
	/**
	 * The members of the body, where they are not simply the form's values of the same names. It gets the values of the
	 * fields as they are sent, without those of fields that are not shown.
	 */
	settingsOf?(own: Values): Values;
}

export function allFields({ fields, groups = [], more }: MonitorType): readonly FieldSpec[] {
	return [...fields, ...groups.flatMap((group) => group.fields), ...(more?.fields ?? [])];
}
