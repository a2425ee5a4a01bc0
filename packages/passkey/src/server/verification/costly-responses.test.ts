/** The most work that a response can cause within the limits takes little time. */

import { isFailure } from "@lapwing/result";
import { expect, test } from "vitest";
import { cborMap, encodeCbor } from "../../testing/encode-cbor.ts";
import type { CborMap } from "../responses/cbor.ts";
import { describeOnEachCryptography } from "../testing/each-cryptography.ts";
import { CHALLENGE, type RegistrationChanges, registrationWith } from "../testing/respond.ts";

const SLOWEST_MS = 50;
/** The best of several runs counts, because the machine may pause. */
const MEASUREMENTS = 7;

const odd = (length: number) => new Uint8Array(length).fill(0xff);
const largestRsa = encodeCbor(cborMap([1, 3], [3, -257], [-1, odd(1_024)], [-2, odd(4)]));
const wideMap = (count: number): CborMap =>
	cborMap(...Array.from({ length: count }, (_, index) => [2n ** 63n + BigInt(index), index] as const));
const text = (value: string) => new TextEncoder().encode(value);
/** Fills client data to almost what a request can hold. */
const FILL = 40_000;

const COSTLY: [what: string, changes: RegistrationChanges][] = [
	[
		"the largest RSA key and exponent",
		{
			attested: { publicKey: largestRsa },
			statement: (self) => self.set("alg", -257).set("sig", odd(1_024).fill(0, 0, 1)),
		},
	],
	["as many extensions as there may be", { data: { extensions: wideMap(400) } }],
	["as many members of a statement as there may be", { format: "tpm", statement: () => wideMap(400) }],
	["the longest text", { format: "é".repeat(FILL / 4) }],
	["the longest client data", { clientData: { fill: "a".repeat(FILL) } }],
	[
		"client data nested as deep as it goes",
		{ clientDataBytes: () => text(`${"[".repeat(FILL / 2)}${"]".repeat(FILL / 2)}`) },
	],
	[
		"client data of many members",
		{ clientDataBytes: () => text(`{${Array.from({ length: 3_000 }, (_, index) => `"${index}":${index}`)}}`) },
	],
	["client data of escapes", { clientDataBytes: () => text(`"${"\\u0041".repeat(FILL / 6)}"`) }],
	["an attestation object of zeros", { attestationBytes: () => new Uint8Array(FILL) }],
	["an attestation object of nested lists", { attestationBytes: () => new Uint8Array(FILL).fill(0x81) }],
	[
		"the longest extension results",
		{
			json: {
				clientExtensionResults: {
					prf: { results: { first: "A".repeat(FILL / 4), second: "A".repeat(FILL / 4) } },
					largeBlob: { blob: "A".repeat(FILL / 4) },
				},
			},
		},
	],
	[
		"extension results nested as deep as it goes",
		{ json: { clientExtensionResults: { prf: { results: JSON.parse("[".repeat(FILL / 8) + "]".repeat(FILL / 8)) } } } },
	],
	["an id of no end", { json: { id: "A".repeat(64_000), rawId: "A".repeat(64_000) } }],
];

describeOnEachCryptography((makeRelyingParty) => {
	test.each(COSTLY)(`%s is answered within ${SLOWEST_MS} ms`, async (_what, changes) => {
		const relyingParty = makeRelyingParty();
		const response = await registrationWith(changes);
		let best = Number.POSITIVE_INFINITY;
		for (let measurement = 0; measurement < MEASUREMENTS; measurement++) {
			const body = JSON.stringify(response);
			const start = performance.now();
			const result = await relyingParty.verifyRegistration(JSON.parse(body), { challenge: CHALLENGE });
			best = Math.min(best, performance.now() - start);
			expect(isFailure(result) || result.data.id === response.id).toBe(true);
		}
		expect(best).toBeLessThan(SLOWEST_MS);
	});
});
