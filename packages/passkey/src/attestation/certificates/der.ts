/**
 * Reads DER (ITU-T X.690) as far as the two certificate extensions and the signatures of attestation need it. One
 * encoding a value: indefinite, long-form and over-long lengths that DER forbids are no DER.
 */

import type { Bytes } from "../../bytes.ts";

export interface DerElement {
	/** UNIVERSAL 0, APPLICATION 1, CONTEXT 2, PRIVATE 3. */
	readonly tagClass: number;
	readonly tag: number;
	readonly contents: Bytes;
}

export const UNIVERSAL = 0;
export const CONTEXT = 2;
export const INTEGER = 2;
export const BIT_STRING = 3;
export const OCTET_STRING = 4;
export const SEQUENCE = 16;
export const SET = 17;

/** Android's lists number their members up to some hundreds. */
const MAX_TAG = 0xffff;

/**
 * The elements that follow one another in `bytes`, or `undefined` when they are not that from the first to the last.
 */
export function readElements(bytes: Bytes): DerElement[] | undefined {
	const elements: DerElement[] = [];
	for (let offset = 0; offset < bytes.length; ) {
		const head = readHead(bytes, offset);
		if (!head || head.end > bytes.length) return undefined;
		const { tagClass, tag, start, end } = head;
		elements.push({ tagClass, tag, contents: bytes.subarray(start, end) });
		offset = end;
	}
	return elements;
}

/** The contents of `bytes` when they are one universal element with that tag, and nothing more. */
export function readSingle(bytes: Bytes, tag: number): Bytes | undefined {
	const elements = readElements(bytes);
	const [element] = elements ?? [];
	return elements?.length === 1 && element?.tagClass === UNIVERSAL && element.tag === tag
		? element.contents
		: undefined;
}

/** The members of the SEQUENCE that `bytes` are. */
export function readSequence(bytes: Bytes): DerElement[] | undefined {
	const contents = readSingle(bytes, SEQUENCE);
	return contents && readElements(contents);
}

/** The two positive numbers in the SEQUENCE that `bytes` are: an ECDSA signature, or an RSA key. */
export function readTwoNumbers(bytes: Bytes): [Bytes, Bytes] | undefined {
	const [first, second, ...others] = readSequence(bytes)?.map(magnitudeOf) ?? [];
	return first && second && others.length === 0 ? [first, second] : undefined;
}

function magnitudeOf({ tagClass, tag, contents }: DerElement): Bytes | undefined {
	return tagClass === UNIVERSAL && tag === INTEGER ? readMagnitude(contents) : undefined;
}

/** The magnitude of a positive, minimal INTEGER's contents; `undefined` for any other. */
export function readMagnitude(contents: Bytes): Bytes | undefined {
	const [first, second] = contents;
	if (first === undefined || first >= 0x80) return undefined;
	if (first !== 0) return contents;
	return second !== undefined && second >= 0x80 ? contents.subarray(1) : undefined;
}

/**
 * How many elements `bytes` hold at all depths; `undefined` when they are more than `max`, or are not elements to the
 * end. Reads BER's lengths but the indefinite one.
 */
export function countElements(bytes: Bytes, max: number): number | undefined {
	let count = 0;
	for (let offset = 0; offset < bytes.length; ) {
		if (++count > max) return undefined;
		const identifier = bytes[offset++] ?? 0;
		if ((identifier & 31) === 31) while ((bytes[offset++] ?? 0) & 0x80);
		let length = bytes[offset++] ?? Number.NaN;
		if (length >= 0x80) {
			const size = length & 127;
			if (size === 0 || size > 4) return undefined;
			length = 0;
			for (const byte of bytes.subarray(offset, offset + size)) length = length * 256 + byte;
			offset += size;
		}
		if (!(offset + length <= bytes.length)) return undefined;
		// Constructed: its contents are elements.
		if (!(identifier & 0x20)) offset += length;
	}
	return count;
}

function readHead(bytes: Bytes, offset: number) {
	const identifier = bytes[offset++] ?? 0;
	const tagClass = identifier >> 6;
	let tag = identifier & 31;
	// Sequences, sets and explicit tags hold elements, and nothing else that is read here does.
	const isConstructed = tagClass === CONTEXT || tag === SEQUENCE || tag === SET;
	if (isConstructed !== ((identifier & 0x20) !== 0)) return undefined;
	if (tag === 31) {
		tag = 0;
		for (let byte = 0x80; byte & 0x80; ) {
			byte = bytes[offset++] ?? 0;
			if (tag === 0 && byte === 0x80) return undefined;
			tag = tag * 128 + (byte & 127);
			if (tag > MAX_TAG) return undefined;
		}
		if (tag < 31) return undefined;
	}
	let length = bytes[offset++] ?? Number.NaN;
	if (length >= 0x80) {
		const size = length & 127;
		// Four bytes of length are more than any response has.
		if (size === 0 || size > 4 || bytes[offset] === 0) return undefined;
		length = 0;
		for (const byte of bytes.subarray(offset, offset + size)) length = length * 256 + byte;
		if (length < 0x80) return undefined;
		offset += size;
	}
	return Number.isNaN(length) ? undefined : { tagClass, tag, start: offset, end: offset + length };
}
