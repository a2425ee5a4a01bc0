/**
 * Checks of options that a JavaScript host can get wrong without a compiler's help. A value of the wrong kind throws
 * where it is written: read as "not given", most of them would loosen a check.
 */

/** `value`, which must be one of `words`. Throws `RangeError` for any other: a misspelt word must not mean a default. */
export function oneOf<Word extends string>(option: string, value: unknown, words: readonly Word[]): Word {
	const found = words.find((word) => word === value);
	if (found === undefined) throw new RangeError(`${option}: must be one of ${words.join(", ")}`);
	return found;
}

/** `value`, which must be an array. Throws `TypeError` for anything else, null included. */
export function list<Item>(option: string, value: readonly Item[]): readonly Item[] {
	if (!Array.isArray(value)) throw new TypeError(`${option}: must be an array`);
	return value;
}

/** `value`, which must be a text with something in it. */
export function nonEmpty(option: string, value: unknown): string {
	if (typeof value !== "string") throw new TypeError(`${option}: must be a string`);
	if (value === "") throw new RangeError(`${option}: must not be empty`);
	return value;
}

/**
 * A relying party id. An origin in its place is the commonest mistake, and the message with which browsers refuse it does
 * not mention it. Upper case and letters that are not Punycode match no page's domain, or hash to another id than the
 * browser's. An IP address passes: browsers refuse it in plain words, and a test without a browser may use it.
 */
export function domain(option: string, value: unknown): string {
	const id = nonEmpty(option, value);
	if (parsedUrl(`https://${id}`)?.hostname === id && !id.includes("*")) return id;
	throw new RangeError(
		`${option}: must be a domain as a browser writes it (lower case, Punycode), without scheme, port or path`,
	);
}

/**
 * An origin as client data holds it: `https://example.com`, or an app's such as `android:apk-key-hash:…`. Throws
 * `RangeError` for a web origin that is not its own serialization and for texts that are no origin at all, for neither
 * can equal what a browser sends. Origins of other schemes are taken as they are.
 */
export function origin(option: string, value: unknown): string {
	const text = nonEmpty(option, value);
	const isOrigin = /^https?:/i.test(text)
		? parsedUrl(text)?.origin === text && !text.includes("*")
		: HAS_SCHEME.test(text) && !HAS_PORT.test(text);
	if (isOrigin) return text;
	throw new RangeError(
		`${option}: must be scheme, host and port as a browser writes them, without path or trailing slash`,
	);
}

/** A scheme, a colon, and something behind it that has no white space. */
const HAS_SCHEME = /^[a-z][a-z\d+.-]*:\S+$/i;

/** `localhost:3000`: without a scheme the host looks like one. */
const HAS_PORT = /^[^:]*:\d+(\/|$)/;

function parsedUrl(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}
