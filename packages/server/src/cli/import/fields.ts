/**
 * The fields of an object of another tool, with what becomes of each. A converter reads fields by name; what it did not
 * read and is not at its usual value is listed when the object is done, so that nothing is dropped silently. The same
 * tables are the ones in docs/use/coming-over/.
 */

import { MAX_TAGS } from "../../domain/monitors/common-settings.ts";
import type { Draft } from "./imported.ts";
import { isTooDeep, MAX_JSON_LEVELS } from "./read-json.ts";

interface Field {
	/** What becomes of it, for the documentation. */
	readonly becomes: string;
	/** Values that say nothing, beside null, empty texts, lists and objects, false and 0. */
	readonly usual?: readonly unknown[];
	/** Says nothing about what is watched: ids, caches, what was seen last. Never listed. */
	readonly isOwn?: true;
	/** Only objects of these types use it; others keep values of an earlier type. */
	readonly of?: readonly string[];
	/** What to do instead, when it is listed. */
	readonly instead?: string;
}
export type FieldTable = Readonly<Record<string, Field>>;

const NO_COUNTERPART = "There is no such setting.";

export class Fields {
	readonly #draft: Draft;
	readonly #values: Readonly<Record<string, unknown>>;
	readonly #read = new Set<string>();
	/** As notes name the object. */
	readonly what: string;

	constructor(draft: Draft, what: string, values: Readonly<Record<string, unknown>>) {
		this.#draft = draft;
		this.#values = values;
		this.what = what;
	}

	get(name: string): unknown {
		this.#read.add(name);
		return this.#values[name];
	}

	/** A text that is not empty; numbers are written out. */
	text(name: string): string | null {
		const value = this.get(name);
		if (typeof value === "number") return String(value);
		return typeof value === "string" && value !== "" ? value : null;
	}

	number(name: string): number | null {
		const value = this.get(name);
		if (value === null || value === undefined || value === "") return null;
		const number = Number(value);
		return Number.isFinite(number) ? number : null;
	}

	/** SQLite has 0 and 1. */
	flag(name: string): boolean {
		const value = this.get(name);
		return value === true || value === 1 || value === "1" || value === "true";
	}

	/** A value that is JSON in a text, as databases hold it, or is there as it is, as backups have it. */
	json(name: string): unknown {
		const value = this.get(name);
		if (typeof value !== "string" || value === "") return value ?? null;
		try {
			if (!isTooDeep(value)) return JSON.parse(value) as unknown;
			this.note(name, `Its JSON has more than ${MAX_JSON_LEVELS} levels.`, "Correct it there and import again.");
			return null;
		} catch {
			this.note(name, "Its JSON can't be read.", "Correct it there and import again.");
			return null;
		}
	}

	note(field: string, why: string, instead: string): void {
		this.#draft.note(this.what, field, why, instead);
	}

	/** Whether none of these fields says anything. One that does pauses its monitor, and is listed. */
	lacks(names: readonly string[], table: FieldTable): boolean {
		const present = names.filter((name) => {
			const value = this.get(name);
			return !isUsual(table[name], value);
		});
		for (const name of present)
			this.note(name, "Checks have no such setting: the monitor is paused.", table[name]?.instead ?? "");
		return present.length === 0;
	}

	/** Lists each field that is not in the table and says something: of what lists the others by itself. */
	doneBut(table: FieldTable): void {
		for (const name of Object.keys(table)) this.#read.add(name);
		this.done(table);
	}

	/** Lists each field that was not read and says something. */
	done(table: FieldTable, type?: string): void {
		for (const [name, value] of Object.entries(this.#values)) {
			const field = Object.hasOwn(table, name) ? table[name] : undefined;
			if (this.#read.has(name) || isUsual(field, value)) continue;
			if (field === undefined) {
				this.note(name, "This field is unknown to the importer.", "Look up what it does, and set it by hand.");
			} else if (!field.isOwn && isOf(field, type)) {
				this.note(name, NO_COUNTERPART, field.instead ?? "");
			}
		}
	}
}

function isOf({ of }: Field, type: string | undefined): boolean {
	return of === undefined || type === undefined || of.includes(type);
}

/** Off says something where on is usual. */
function isUsual(field: Field | undefined, value: unknown): boolean {
	const usual = field?.usual ?? [];
	if (value === false && usual.includes(true)) return false;
	return saysNothing(value) || usual.some((each) => isSame(each, value));
}

function isSame(usual: unknown, value: unknown): boolean {
	// Databases and forms write numbers as texts.
	const isText = typeof usual !== "object" && typeof value !== "object" && String(usual) === String(value);
	return isText || JSON.stringify(usual) === JSON.stringify(value);
}

function saysNothing(value: unknown): boolean {
	if (value === null || value === undefined || value === false || value === 0) return true;
	if (typeof value === "string") return ["", "[]", "{}"].includes(value.trim());
	return typeof value === "object" && Object.keys(value).length === 0;
}

/** Whatever was read of a file, as an object; anything else has no fields. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** Whatever was read of a file, as a list; anything else is empty. */
export function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}

/** A name as ours are: one line that people can read, at most 255 characters; without one the target (or `instead`). */
export function nameOr(name: string | null, instead: string): string {
	const line = (name ?? "").replace(/\p{Cc}+/gu, " ").trim();
	return [...(/[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(line) ? line : instead)]
		.slice(0, 255)
		.join("");
}

/** A tag as ours are: lower case, with `-` for each character that tags can't have. */
export function tagOf(...parts: readonly string[]): string {
	return parts
		.filter((part) => part !== "")
		.join(":")
		.normalize("NFKD")
		.replace(/\p{M}/gu, "")
		.toLowerCase()
		.replace(/[^a-z0-9_.:/-]+/g, "-")
		.slice(0, 50)
		.replace(/-+$/, "");
}

/** Tags as ours are, of texts or of their parts; one that becomes another, or is too many, is listed. */
export function tagsFrom(
	fields: Fields,
	field: string,
	wanted: readonly (string | readonly string[])[],
): readonly string[] {
	const tags = new Set<string>();
	for (const each of wanted) {
		const parts = typeof each === "string" ? [each] : each;
		const [tag, was] = [tagOf(...parts), parts.filter((part) => part !== "").join(":")];
		if (tag !== "") tags.add(tag);
		if (tag === was.toLowerCase()) continue;
		const becomes = tag === "" ? "is left out" : `is "${tag}"`;
		fields.note(field, `The tag "${was}" ${becomes}: tags have 50 of a-z, 0-9 and _ . : / -.`, "");
	}
	const all = [...tags];
	const more = all.slice(MAX_TAGS);
	if (more.length > 0)
		fields.note(field, `A monitor has at most ${MAX_TAGS} tags; ${more.join(", ")} are left out.`, "");
	return all.slice(0, MAX_TAGS);
}

/** A whole number within our range; one outside is moved to its end and listed. */
export function within(
	fields: Fields,
	field: string,
	value: number,
	{ least, most, unit }: { readonly least: number; readonly most: number; readonly unit: string },
): number {
	const whole = Math.ceil(value);
	const held = Math.min(Math.max(whole, least), most);
	if (held !== value) {
		const why = `It is ${value} ${unit} there and ${held} here: Lapwing has whole numbers from ${least} to ${most}.`;
		fields.note(field, why, "");
	}
	return held;
}
