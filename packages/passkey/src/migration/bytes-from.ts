/** Reads the many ways in which bytes and booleans stand in rows and in JSON made of rows. */

import { decodeBase64url } from "../base64url.ts";
import type { Bytes } from "../bytes.ts";

/**
 * Shortest text of hexadecimal digits alone that is read as hex. Random bytes are spelled so in base64url once in 4^32
 * times.
 */
const MIN_HEX_DIGITS = 32;

/**
 * The bytes that `value` is or spells, or `undefined`. Texts: base64 or base64url, with or without padding; hex behind
 * `\x`, as PostgreSQL writes, or `0x`, or of 32 digits or more. Objects: a byte array, a list of numbers, and what
 * `JSON.stringify` makes of a `Buffer` or of a `Uint8Array`.
 */
export function bytesFrom(value: unknown): Bytes | undefined {
	if (value instanceof Uint8Array) return Uint8Array.from(value);
	if (value instanceof ArrayBuffer) return new Uint8Array(value.slice(0));
	if (typeof value === "string") return fromText(value);
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

/**
 * The boolean that `value` is or spells, `undefined` where it is none: true and false, 1 and 0, `t` and `f`, as texts
 * too and in any case, and one byte (MySQL's `BIT(1)`). What is absent is false.
 */
export function booleanFrom(value: unknown): boolean | undefined {
	if (value === undefined || value === null) return false;
	if (typeof value === "object") {
		const bytes = bytesFrom(value);
		return bytes?.length === 1 ? booleanFrom(bytes[0]) : undefined;
	}
	const text = String(value).toLowerCase();
	if (["true", "1", "t"].includes(text)) return true;
	return ["false", "0", "f"].includes(text) ? false : undefined;
}

function fromText(text: string): Bytes | undefined {
	if (/^(\\x|0x)/i.test(text)) return fromHex(text.slice(2));
	const isHex = text.length >= MIN_HEX_DIGITS && /\d/.test(text) && /^(([0-9a-f]{2})+|([0-9A-F]{2})+)$/.test(text);
	return isHex ? fromHex(text) : fromBase64(text);
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
