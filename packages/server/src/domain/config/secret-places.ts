/**
 * Where files say `{ secret: NAME }`. Some of these places have a secret, which is never shown. Everywhere else the
 * value is stored and shown, but the files do not say it, so a plan does not either.
 */

import type { FieldChange } from "../access/audit-event.ts";
import { type ChannelType, fieldsOf } from "../alerts/channels.ts";
import { secretPaths } from "../monitors/secrets.ts";
import { type NewMonitor, settingsOf } from "../monitors/wanted-monitor.ts";
import type { ConfigKind } from "./config.ts";

export type Path = readonly (string | number)[];

/** A member whose value stands in a variable that is not set. */
export interface KeptMember {
	readonly path: Path;
	/** The variable. */
	readonly name: string;
}

/** Said of one whose object has nothing there. */
export function keepsNone(name: string): string {
	return `The variable ${name} is not set, and the service keeps none here.`;
}

/** Said of a content check that could be none or several of those that the service has. */
export function keepsUnknown(name: string): string {
	return `The variable ${name} is not set, and no one content check of the service is known to be this one.`;
}

/** Whether the member at `path` of a valid body of this kind is a secret. */
export function isSecretPlace(kind: ConfigKind, body: unknown, path: Path): boolean {
	switch (kind) {
		case "monitors":
			return secretPaths(settingsOf(body as NewMonitor).settings).includes(`/${path.join("/")}`);
		case "alerts": {
			const channel = valueAt(body, path.slice(0, -1)) as { readonly type: ChannelType };
			return path.length > 1 && fieldsOf(channel.type, true).some(([name]) => name === path.at(-1));
		}
		case "statusPages":
			return path.join("/") === "password";
		default:
			return false;
	}
}

/** What stands in `value` at `path`. */
export function valueAt(value: unknown, path: Path): unknown {
	return path.reduce<unknown>((at, step) => (at as Record<string, unknown> | null | undefined)?.[step], value);
}

/** Where `value` has what `wanted` has at `path`: in a list, the n-th item of a name is the n-th of that name there. */
export function placeIn(value: unknown, [step, ...rest]: Path, wanted: unknown): Path {
	if (step === undefined) return [];
	const inner = valueAt(wanted, [step]);
	const name = valueAt(inner, ["name"]);
	const ofName = (list: unknown) =>
		(list as unknown[]).flatMap((item, index) => (valueAt(item, ["name"]) === name ? [index] : []));
	const isNamed = Array.isArray(value) && Array.isArray(wanted) && name !== undefined;
	const at = isNamed ? (ofName(value)[ofName(wanted).indexOf(step as number)] ?? -1) : step;
	return [at, ...placeIn(valueAt(value, [at]), rest, inner)];
}

/** `value` with another member at `path`, where there is one. */
export function withValueAt(value: unknown, [step, ...rest]: Path, change: (member: unknown) => unknown): unknown {
	if (step === undefined) return change(value);
	if (Array.isArray(value)) {
		return value.map((item, index) => (index === step ? withValueAt(item, rest, change) : item));
	}
	if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return value;
	return { ...value, [step]: withValueAt((value as Record<string, unknown>)[step], rest, change) };
}

/** `value` with `member` at `path`, where its object may have left it out. */
export function withMemberAt(value: unknown, path: Path, member: unknown): unknown {
	const name = path.at(-1) as string | number;
	const whole = withValueAt(value, path.slice(0, -1), (object) =>
		// The order of members stays: plans compare lists as texts.
		Object.hasOwn(object as object, name) ? object : { ...(object as object), [name]: null },
	);
	return withValueAt(whole, path, () => member);
}

/** Stands in plans for what is not shown. */
export const HIDDEN = "(secret)";

/** A change of a plan without what stands at `places`, neither before nor after; in lists without that of any item. */
export function withoutHidden<Change extends Pick<FieldChange, "field" | "before" | "after">>(
	change: Change,
	places: readonly Path[],
): Change {
	const steps = change.field.split(".");
	const within = places.filter((place) => place.slice(0, steps.length).join(".") === change.field);
	const shown = (value: unknown) => within.reduce((each, place) => hidden(each, place.slice(steps.length)), value);
	return within.length === 0 ? change : { ...change, before: shown(change.before), after: shown(change.after) };
}

function hidden(value: unknown, [step, ...rest]: Path): unknown {
	// A long list comes cut, as text.
	if (step === undefined || typeof value === "string") return value && HIDDEN;
	if (Array.isArray(value)) return value.map((item) => hidden(item, rest));
	return withValueAt(value, [step], (member) => hidden(member, rest));
}
