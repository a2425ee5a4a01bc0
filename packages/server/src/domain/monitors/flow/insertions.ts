/**
 * `{{name}}` in a text stands for a value that is known only when a check runs. What is inserted is escaped for where
 * it stands: a value of a target must not be able to end a string, a line or a URL's component.
 */

/** Two braces, a name, two braces; anything else is text. */
const INSERTION = /\{\{\s*([A-Za-z_][A-Za-z0-9_]{0,49})\s*\}\}/g;
export const INSERTION_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,49}$/;
const JSON_SCALAR = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/;

/** The values by their names. */
export type Values = Pick<ReadonlyMap<string, string>, "get">;

/** The names that `text` inserts, each as often as it stands there. */
export function insertedNames(text: string): string[] {
	return [...text.matchAll(INSERTION)].map(([, name = ""]) => name);
}

/** `text` with `replacement` in the place of each insertion. */
export function withInsertions(text: string, replacement: (insertion: string, index: number) => string): string {
	let index = 0;
	return text.replaceAll(INSERTION, (insertion) => replacement(insertion, index++));
}

/** As it is: for credentials, which are encoded afterwards, and for bodies of plain text. */
export function insertedAsText(text: string, values: Values): string {
	return inserted(text, values, (value) => value);
}

/**
 * As one component of a URL or of a form (RFC 3986 §2.1). JSON can hold half of a surrogate pair (RFC 8259 §8.2), which
 * has no encoding: U+FFFD stands for it, as in a browser.
 */
export function insertedAsComponent(text: string, values: Values): string {
	return inserted(text, values, (value) => encodeURIComponent(value.toWellFormed()));
}

/** For XML and HTML: text and quoted attributes. */
export function insertedAsMarkup(text: string, values: Values): string {
	return inserted(text, values, (value) => value.replaceAll(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`));
}

/**
 * For JSON. Within a string, its characters are escaped; elsewhere a number, true, false and null stay what they are,
 * and any other value becomes a string.
 */
export function insertedAsJson(text: string, values: Values): string {
	let isInString = false;
	let at = 0;
	let filled = "";
	for (const match of text.matchAll(INSERTION)) {
		const literal = text.slice(at, match.index);
		isInString = endsInString(literal, isInString);
		const value = values.get(match[1] ?? "") ?? "";
		filled += literal + (isInString ? JSON.stringify(value).slice(1, -1) : jsonValue(value));
		at = match.index + match[0].length;
	}
	return filled + text.slice(at);
}

function jsonValue(value: string): string {
	return JSON_SCALAR.test(value) ? value : JSON.stringify(value);
}

function endsInString(json: string, startsInString: boolean): boolean {
	let isInString = startsInString;
	for (let at = 0; at < json.length; at++) {
		if (isInString && json[at] === "\\") at++;
		else if (json[at] === '"') isInString = !isInString;
	}
	return isInString;
}

/**
 * For the value of a header: null when a value holds what no header can (RFC 9110 §5.5). Characters beyond ASCII are
 * sent as UTF-8, which is given here byte by byte as Latin-1.
 */
export function insertedAsHeader(text: string, values: Values): string | null {
	const filled = insertedAsText(text, values).trim();
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
	return /[\0-\x08\x0a-\x1f\x7f]/.test(filled) ? null : Buffer.from(filled).toString("latin1");
}

/**
 * For a JSONPath (RFC 9535): within a string, its characters are escaped; elsewhere a number, true, false and null stay
 * what they are, and any other value becomes a string.
 */
export function insertedAsPath(text: string, values: Values): string {
	let quote: string | null = null;
	let at = 0;
	let filled = "";
	for (const match of text.matchAll(INSERTION)) {
		const literal = text.slice(at, match.index);
		quote = quoteAfter(literal, quote);
		const value = values.get(match[1] ?? "") ?? "";
		const inString = JSON.stringify(value).slice(1, -1);
		filled += literal;
		if (quote === null) filled += jsonValue(value);
		else filled += quote === '"' ? inString : inString.replaceAll('\\"', '"').replaceAll("'", "\\'");
		at = match.index + match[0].length;
	}
	return filled + text.slice(at);
}

/** The quotation mark of the string in which `path` ends; null outside of strings. */
function quoteAfter(path: string, before: string | null): string | null {
	let quote = before;
	for (let at = 0; at < path.length; at++) {
		const each = path[at] ?? "";
		if (quote !== null && each === "\\") at++;
		else if (quote === null && (each === '"' || each === "'")) quote = each;
		else if (each === quote) quote = null;
	}
	return quote;
}

/** Each value as `encode` writes it. */
export function insertedAs(text: string, values: Values, encode: (value: string) => string): string {
	return inserted(text, values, encode);
}

/** Whether `text` is one insertion and nothing more. */
export function isInsertion(text: string): boolean {
	return text.replace(INSERTION, "") === "" && insertedNames(text).length === 1;
}

function inserted(text: string, values: Values, encode: (value: string) => string): string {
	return text.replaceAll(INSERTION, (_, name: string) => encode(values.get(name) ?? ""));
}
