/** Reads the many ways in which bytes stand in rows and in JSON made of rows. */

import { decodeBase64url } from "../base64url.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The bytes that `value` is or spells, or `undefined`. Texts: base64 or base64url, with or without padding, or `\x` and
 * hex, as PostgreSQL writes. Objects: a byte array, a list of numbers, and what `JSON.stringify` makes of a `Buffer` or
 * of a `Uint8Array`.
 */
export function bytesFrom(value: unknown): Bytes | undefined {
	if (value instanceof Uint8Array) return Uint8Array.from(value);
	if (value instanceof ArrayBuffer) return new Uint8Array(value.slice(0));
	if (typeof value === "string") return value.startsWith("\\x") ? fromHex(value.slice(2)) : fromBase64(value);
	if (Array.isArray(value)) return fromNumbers(value);
	if (typeof value !== "object" || value === null) return undefined;
	const { type, data } = value as { type?: unknown; data?: unknown };
	if (type === "Buffer" && Array.isArray(data)) return fromNumbers(data);
	// {"0":165,"1":1,…}
	const entries = Object.entries(value);
	return entries.every(([key], index) => key === String(index))
		? fromNumbers(entries.map(([, each]) => each))
		: undefined;
}

function fromBase64(text: string): Bytes | undefined {
	if (/[-_]/.test(text) && /[+/]/.test(text)) return undefined;
	return decodeBase64url(
		text
			.replace(/={1,2}$/, "")
			.replaceAll("+", "-")
			.replaceAll("/", "_"),
	);
}

function fromHex(text: string): Bytes | undefined {
	if (text.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(text)) return undefined;
	return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function fromNumbers(numbers: readonly unknown[]): Bytes | undefined {
	const isByte = (each: unknown): each is number => typeof each === "number" && (each & 0xff) === each;
	return numbers.every(isByte) ? Uint8Array.from(numbers) : undefined;
}
