/** Gives every byte string of up to three bytes to every parser: 16,843,009 of them, in 15 seconds for all seven. */

import { describe, expect, test } from "vitest";
import { decodeBase64url, encodeBase64url } from "../../base64url.ts";
import { encodeCbor } from "../../testing/encode-cbor.ts";
import { parseCoseKey } from "../keys/cose-key.ts";
import { parseDerSignature } from "../keys/der-signature.ts";
import { parseAttestationObject } from "../responses/attestation-object.ts";
import { parseAuthenticatorData } from "../responses/authenticator-data.ts";
import { decodeCbor } from "../responses/cbor.ts";
import { parseClientData } from "../responses/client-data.ts";

const LONGEST = 3;
const COUNT = 1 + 256 + 256 ** 2 + 256 ** 3;

/** Calls `visit` with each byte string; the array is the same each time. */
function forEachShortInput(visit: (bytes: Uint8Array<ArrayBuffer>) => void): void {
	for (let length = 0; length <= LONGEST; length++) {
		const bytes = new Uint8Array(length);
		for (let number = 0; number < 256 ** length; number++) {
			if (length > 2) bytes[2] = number >> 16;
			if (length > 1) bytes[1] = number >> 8;
			bytes[0] = number;
			visit(bytes);
		}
	}
}

function countAccepted(accepts: (bytes: Uint8Array<ArrayBuffer>) => boolean): number {
	let accepted = 0;
	forEachShortInput((bytes) => {
		if (accepts(bytes)) accepted++;
	});
	return accepted;
}

describe("every byte string of up to three bytes", { timeout: 120_000 }, () => {
	test("is counted", () => {
		expect(countAccepted(() => true)).toBe(COUNT);
	});

	test("is CBOR only if it is the encoding of what it is read as", () => {
		let values = 0;
		forEachShortInput((bytes) => {
			const value = decodeCbor(bytes);
			if (value === undefined) return;
			values++;
			const encoded = encodeCbor(value);
			if (encoded.length !== bytes.length || encoded.some((byte, index) => byte !== bytes[index])) {
				expect(encoded).toStrictEqual(bytes);
			}
		});
		expect(values).toBe(countShortCbor());
	});

	test("is base64url only if it is the encoding of what it is read as", () => {
		let read = 0;
		let same = 0;
		forEachShortInput((bytes) => {
			const text = String.fromCharCode(...bytes);
			const decoded = decodeBase64url(text);
			if (decoded === undefined) return;
			read++;
			if (encodeBase64url(decoded) === text) same++;
		});
		// One text each for no byte, one byte and two bytes.
		expect([read, same]).toEqual([1 + 256 + 256 ** 2, 1 + 256 + 256 ** 2]);
	});

	test("is too short for a COSE key, authenticator data, client data, an attestation object or a signature", () => {
		expect(countAccepted((bytes) => typeof parseCoseKey(bytes) !== "string")).toBe(0);
		expect(countAccepted((bytes) => parseAuthenticatorData(bytes) !== undefined)).toBe(0);
		expect(countAccepted((bytes) => parseClientData(bytes) !== undefined)).toBe(0);
		expect(countAccepted((bytes) => parseAttestationObject(bytes) !== undefined)).toBe(0);
		expect(countAccepted((bytes) => parseDerSignature(bytes, 32) !== undefined)).toBe(0);
	});
});

/**
 * How many values have an encoding of at most three bytes, counted from the rules of RFC 8949 rather than by a parser.
 */
function countShortCbor(): number {
	const scalars1 = 24 + 24 + 1 + 1 + 3; // integers 0…23 and −1…−24, the empty string and text, false true null
	const containers1 = 1 + 1; // the empty list and map
	const one = scalars1 + containers1;
	const integers2 = 2 * (256 - 24);
	const strings2 = 256 + 128; // a string of one byte, a text of one ASCII character
	const two = integers2 + strings2 + one; // or a list of one value
	const integers3 = 2 * (65_536 - 256);
	const strings3 = 65_536 + 128 * 128 + (0x800 - 0x80); // two bytes, two characters, one character of two bytes
	const keys1 = 24 + 24 + 1; // one-byte keys: integers and the empty text
	const three = integers3 + strings3 + two /* a list of one */ + one * one /* a list of two */ + keys1 * one;
	return one + two + three;
}
