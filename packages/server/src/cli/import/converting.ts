/**
 * What converters of APIs share: reading objects of others, whose shapes may differ from what was documented, and the
 * tables that say what becomes of each field. The docs show the tables (docs/use/coming-over/), and a field that is in
 * none of them is listed as not known: nothing is dropped silently.
 */

import { MAX_TAGS, tagText } from "../../domain/monitors/common-settings.ts";
import { MAX_NAME_LENGTH, readableText, withoutControls } from "../../domain/text.ts";
import type { Draft } from "./imported.ts";

/** An object of another tool. */
export type Foreign = Readonly<Record<string, unknown>>;

/** What becomes of each field, a phrase each; those that begin with this word leave no trace, for they hold no wish. */
export type FieldTable = Readonly<Record<string, string>>;
export const NOTHING = "Nothing";

export function isForeign(value: unknown): value is Foreign {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects of a list; empty for anything else. */
export function objectsOf(value: unknown): readonly Foreign[] {
	return Array.isArray(value) ? value.filter(isForeign) : [];
}

/** The text of a field, or "" when it has none; numbers as people write them. */
export function textOf(object: Foreign, field: string): string {
	const value = object[field];
	return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

/** The number of a field, also when it came as text; null for none. */
export function numberOf(object: Foreign, field: string): number | null {
	const value = object[field];
	if (typeof value === "number") return Number.isFinite(value) ? value : null;
	return typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : null;
}

/** The texts of a list. */
export function textsOf(value: unknown): readonly string[] {
	return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

/** Lists each field that has a value and is in none of the tables. */
export function noteUnknown(draft: Draft, what: string, object: Foreign, table: FieldTable): void {
	for (const [field, value] of Object.entries(object)) {
		if (Object.hasOwn(table, field) || value === null || value === undefined) continue;
		draft.note(what, field, "This version does not know this field.", "See in the other tool whether it matters.");
	}
}

/** A name as ours may be; of none, the target. */
export function nameOr(name: string, target: string): string {
	const readable = [name, target, "Monitor"]
		.map((each) => [...withoutControls(each).trim()].slice(0, MAX_NAME_LENGTH).join(""))
		.find((each) => readableText(MAX_NAME_LENGTH).safeParse(each).success);
	return readable ?? "Monitor";
}

/** The tags that ours can be; the others are listed. */
export function tagsOf(draft: Draft, what: string, field: string, wanted: readonly string[]): string[] {
	const tags = new Set<string>();
	for (const each of wanted) {
		const tag = tagText.safeParse(each.trim().replace(/\s+/g, "-"));
		if (tag.success && tags.size < MAX_TAGS) tags.add(tag.data);
		else if (!tag.success || !tags.has(tag.data)) {
			const why = tag.success ? `A monitor has at most ${MAX_TAGS} tags.` : "A tag has 1–50 of a-z, 0-9 and _ . : / -.";
			draft.note(
				what,
				field,
				`The tag ${JSON.stringify(each.slice(0, 60))} is left out. ${why}`,
				"Give it another tag.",
			);
		}
	}
	return [...tags];
}

interface Range {
	readonly least: number;
	readonly most: number;
	readonly unit: string;
}

/** A number within what ours takes. One beyond it becomes the nearest, and is listed with what that changes. */
export function within(draft: Draft, what: string, field: string, value: number, range: Range): number {
	const taken = Math.min(range.most, Math.max(range.least, Math.ceil(value)));
	if (taken !== value) {
		const why = `It is ${value} ${range.unit} there and ${taken} here, where ${range.least}–${range.most} are possible.`;
		draft.note(what, field, why, "Keep it, or leave the monitor out of the file.");
	}
	return taken;
}
export const INTERVAL = { least: 60, most: 3_600, unit: "seconds" };
export const TIMEOUT = { least: 1, most: 60, unit: "seconds" };
