/** Variables of the environment in what an importer made, whose values it does not know. */

import { asVariable, hasVariable, type Imported, type ImportNote, withVariables } from "./imported.ts";

/** With variables as files write them. */
export function readable(note: ImportNote): ImportNote {
	const text = (each: string) => withVariables(each, asVariable);
	return { what: text(note.what), field: text(note.field), why: text(note.why), instead: text(note.instead) };
}

/** What stands before a token in a header: `Bearer `. */
const PREFIX = /^[A-Za-z-]{0,20}[ =:]*$/;

/**
 * Secrets that are variables of the environment keep their names: their values are not known. One that a file of
 * variables can't say, because it joins a text and a variable, is listed.
 */
export function withoutUnknown(imported: Imported): Imported {
	const notes = [...imported.notes];
	const known = Object.entries(imported.secrets).filter(([, value]) => !hasVariable(value));
	const replaced = (value: unknown, member: string): unknown => {
		if (Array.isArray(value)) return value.map((each) => replaced(each, member));
		if (typeof value !== "object" || value === null) return value;
		const { secret } = value as { secret?: unknown };
		const marked = typeof secret === "string" ? imported.secrets[secret] : undefined;
		if (marked === undefined || !hasVariable(marked) || Object.keys(value).length > 1)
			return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaced(each, name)]));
		const names: string[] = [];
		const rest = withVariables(marked, (name) => {
			names.push(name);
			return "";
		});
		const isWhole = rest === "" && names.length === 1;
		if (isWhole && member !== "body") return { secret: names[0] };
		if (isWhole || (member === "value" && PREFIX.test(rest))) return marked;
		const why = `Its value joins a text and ${names.join(", ")} of the environment, which a file of variables can't say.`;
		notes.push({ what: `secret ${String(secret)}`, field: "", why, instead: `Set the variable ${String(secret)}.` });
		return value;
	};
	const document = replaced(imported.document, "") as Imported["document"];
	return { document, secrets: Object.fromEntries(known), notes };
}
