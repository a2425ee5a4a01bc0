/**
 * The changed fields of an audit event, computed from the object before and after the change. Secrets are masked by the
 * names of their fields.
 */

import { CHANNELS, type ChannelField } from "../alerts/channels.ts";
import type { FieldChange } from "./audit-event.ts";

const MASKED = "••••";
/** Secret members of an answer. */
const SHOWN_ONCE = new Set(["secret", "link", "pingUrl"]);
/** Secret members of a body. */
const NEVER_SHOWN: ReadonlySet<string> = new Set(
	Object.values(CHANNELS).flatMap((fields: Readonly<Record<string, ChannelField>>) =>
		Object.entries(fields).flatMap(([name, field]) => (field.secret ? [`channel.${name}`] : [])),
	),
);
/** The event has these itself. */
const BOOKKEEPING = new Set(["id", "createdAt", "updatedAt"]);
/** Characters of JSON. Longer values are cut: an event need not be enough to restore an object. */
const MAX_VALUE_LENGTH = 2_000;

/** The changes of a new object: all of its fields. */
export function contents(object: object): FieldChange[] {
	return [...leavesOf(object)]
		.filter(([, value]) => value !== null)
		.map(([field, value]) => ({ field, before: null, after: shownValue(field, value) }));
}

/**
 * The changed fields, nested ones by their path (`channel.type`).
 * @param after null for a deleted object
 * @param asked the body of the request; for an update, only the members in it count
 */
export function changesOf(before: object, after: object | null, asked: object): FieldChange[] {
	const wanted = leavesOf(asked);
	const old = leavesOf(before);
	const now = leavesOf(after ?? {});
	const isNamed = namedBy(after === null ? new Map() : wanted);
	const changes: FieldChange[] = [];
	for (const field of new Set([...old.keys(), ...now.keys()])) {
		const [from, to] = [old.get(field) ?? null, now.get(field) ?? null];
		if (!isNamed(field) || JSON.stringify(from) === JSON.stringify(to)) continue;
		changes.push({ field, before: shownValue(field, from), after: shownValue(field, to) });
	}
	// Secrets in the body. A URL is secret in one channel and public in another.
	for (const field of wanted.keys()) {
		if (NEVER_SHOWN.has(field) && !now.has(field)) changes.push({ field, before: MASKED, after: MASKED });
	}
	return changes;
}

/**
 * Secrets that a request's body gave: members that look the same before and after, and differ from `asked`, which is
 * the body without its secrets.
 */
export function hiddenChanges(body: object, asked: object, changes: readonly FieldChange[]): FieldChange[] {
	const shown = new Map(Object.entries(asked));
	return Object.entries(body)
		.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(shown.get(name)))
		.filter(([name]) => !changes.some(({ field }) => topLevelName(field) === name))
		.map(([name]) => ({ field: name, before: MASKED, after: MASKED }));
}

/** Whether a change left an object as it was, but for its bookkeeping. */
export function looksSame(before: object, after: object): boolean {
	return JSON.stringify([...leavesOf(before)]) === JSON.stringify([...leavesOf(after)]);
}

/** Whether a field belongs to a member of the update's body; true for every field if the body is empty. */
function namedBy(wanted: ReadonlyMap<string, unknown>): (field: string) => boolean {
	const names = new Set([...wanted.keys()].map(topLevelName));
	return (field) => names.size === 0 || names.has(topLevelName(field));
}

function topLevelName(field: string): string {
	return field.split(".", 1)[0] ?? field;
}

function leavesOf(object: object): Map<string, unknown> {
	const leaves = new Map<string, unknown>();
	for (const [name, value] of Object.entries(object)) {
		if (BOOKKEEPING.has(name) || value === undefined) continue;
		if (typeof value !== "object" || value === null || Array.isArray(value)) leaves.set(name, value);
		else for (const [below, inner] of leavesOf(value)) leaves.set(`${name}.${below}`, inner);
	}
	return leaves;
}

function shownValue(field: string, value: unknown): unknown {
	if (value === null) return null;
	const name = field.slice(field.lastIndexOf(".") + 1);
	if (SHOWN_ONCE.has(name) || NEVER_SHOWN.has(field)) return MASKED;
	const json = JSON.stringify(value);
	return json.length <= MAX_VALUE_LENGTH ? value : `${json.slice(0, MAX_VALUE_LENGTH)}…`;
}
