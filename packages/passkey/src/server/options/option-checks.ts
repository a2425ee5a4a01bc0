/**
 * Checks of options that a JavaScript host can get wrong without a compiler's help. A value of the wrong kind throws
 * where it is written: read as "not given", most of them would loosen a check.
 */

/**
 * Returns `value`, which must be one of `words`. Throws `RangeError` for others: a misspelt word is not the default.
 */
export function oneOf<Word extends string>(option: string, value: unknown, words: readonly Word[]): Word {
	const found = words.find((word) => word === value);
	if (found === undefined) throw new RangeError(`${option}: must be one of ${words.join(", ")}`);
	return found;
}

/** Returns `value`, which must be an array. Throws `TypeError` for anything else, null included. */
export function list<Item>(option: string, value: readonly Item[]): readonly Item[] {
	if (!Array.isArray(value)) throw new TypeError(`${option}: must be an array`);
	return value;
}

/** Returns `value`, which must be an object with members: not null, and no list. */
export function members<Value extends object>(option: string, value: Value): Value {
	if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
	throw new TypeError(`${option}: must be an object`);
}

/** Returns `value`, which must be a string. */
export function text(option: string, value: unknown): string {
	if (typeof value !== "string") throw new TypeError(`${option}: must be a string`);
	return value;
}

/** Returns `value`, which must be a string that is not empty. */
export function nonEmpty(option: string, value: unknown): string {
	if (text(option, value) === "") throw new RangeError(`${option}: must not be empty`);
	return value as string;
}

/**
 * Returns `value`, which must be a relying party id. An origin in its place is the most common mistake, and the
 * browser's message does not mention it. Upper case and Unicode letters match no page's domain, or have another hash
 * than the browser's id. An address is no domain, and no page is on a name that ends with a dot.
 */
export function domain(option: string, value: unknown): string {
	const id = nonEmpty(option, value);
	const isName = parsedUrl(`https://${id}`)?.hostname === id && !/[*[]|\.$|^[\d.]+$/.test(id);
	if (isName) return id;
	throw new RangeError(`${option}: must be a domain (lower case, Punycode), no address, scheme, port or path`);
}

/**
 * Returns `value`, which must be an origin as client data holds it: `https://example.com`, or an app's such as
 * `android:apk-key-hash:…`. Throws `RangeError` for a web origin that is not its own serialization and for a string
 * without a scheme, because no browser sends these. Origins of other schemes are accepted as they are.
 */
export function origin(option: string, value: unknown, allowsInsecure: boolean): string {
	const given = nonEmpty(option, value);
	const isOrigin = /^https?:/i.test(given)
		? parsedUrl(given)?.origin === given && !given.includes("*")
		: HAS_SCHEME.test(given) && !HAS_PORT.test(given);
	if (!isOrigin) {
		throw new RangeError(`${option}: must be scheme, host and port as a browser writes them, without a path or slash`);
	}
	const isInsecure = given.startsWith("http:") && !isWebOrigin(given);
	if (!isInsecure || allowsInsecure) return given;
	throw new RangeError(`${option}: needs https or localhost`);
}

/** Whether `origin` is the serialised origin of a page that can have passkeys: over https, or on this machine. */
export function isWebOrigin(origin: string): boolean {
	const url = parsedUrl(origin);
	if (url?.origin !== origin || origin.includes("*")) return false;
	const isThisMachine = /(^|\.)localhost$|^127\.[\d.]+$|^\[::1]$/.test(url.hostname);
	return url.protocol === "https:" || (url.protocol === "http:" && isThisMachine);
}

/** A scheme, a colon, and at least one character after it, without white space. */
const HAS_SCHEME = /^[a-z][a-z\d+.-]*:\S+$/i;

/** `localhost:3000` has no scheme: the host name looks like one. */
const HAS_PORT = /^[^:]*:\d+([/?#]|$)/;

export function parsedUrl(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}
