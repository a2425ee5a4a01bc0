import fc from "fast-check";
import { expect, test } from "vitest";
import { cborMap } from "../../testing/encode-cbor.ts";
import { es256Key } from "../../testing/keys/credential-key.ts";
import { writeAuthenticatorData } from "../../testing/write-authenticator-data.ts";
import { parseAuthenticatorData } from "./authenticator-data.ts";

const bytesOf = (length: { minLength?: number; maxLength: number }) =>
	fc.uint8Array(length).map((array) => new Uint8Array(array));

/** Objects like those of a literal, so that whole values compare. */
const PLAIN = { noNullPrototype: true } as const;

const parts = fc.record(
	{
		rpId: fc.constant("example.com"),
		userPresent: fc.boolean(),
		userVerified: fc.boolean(),
		backupEligible: fc.boolean(),
		backedUp: fc.boolean(),
		counter: fc.integer({ min: 0, max: 0xffff_ffff }),
		attested: fc.record(
			{
				aaguid: bytesOf({ minLength: 16, maxLength: 16 }),
				id: bytesOf({ maxLength: 1_100 }),
				publicKey: fc.constant(es256Key(5n).publicKey),
			},
			PLAIN,
		),
		extensions: fc.constant(cborMap(["credProtect", 2])),
	},
	{ ...PLAIN, requiredKeys: ["rpId", "userPresent", "userVerified", "backupEligible", "backedUp", "counter"] },
);

test("what was written is read", async () => {
	await fc.assert(
		fc.asyncProperty(parts, async (original) => {
			const { rpId: _, extensions, attested, counter, ...flags } = original;
			const bytes = await writeAuthenticatorData(original);
			expect(parseAuthenticatorData(bytes)).toStrictEqual({
				...flags,
				rpIdHash: bytes.subarray(0, 32),
				signCount: counter,
				attestedCredential: attested,
				extensions,
			});
		}),
	);
});

test("no part of it can be left out, and nothing can follow it", async () => {
	await fc.assert(
		fc.asyncProperty(parts, async (original) => {
			const bytes = await writeAuthenticatorData(original);
			for (let length = 0; length < bytes.length; length++) {
				expect(parseAuthenticatorData(bytes.subarray(0, length))).toBeUndefined();
			}
			expect(parseAuthenticatorData(new Uint8Array([...bytes, 0]))).toBeUndefined();
		}),
		{ numRuns: 20 },
	);
});

test("reserved flags are ignored", async () => {
	const bytes = await writeAuthenticatorData({
		rpId: "example.com",
		userPresent: true,
		userVerified: false,
		backupEligible: false,
		backedUp: false,
		counter: 1,
	});
	const plain = parseAuthenticatorData(bytes);
	bytes[32] = (bytes[32] ?? 0) | 0x02 | 0x20;
	expect(parseAuthenticatorData(bytes)).toStrictEqual(plain);
});
