import { expect, test } from "vitest";
import { encodeBase64url } from "../../base64url.ts";
import { es256Key } from "../../testing/keys/credential-key.ts";
import type { Cryptography } from "./cryptography.ts";
import { MAX_REMEMBERED, StoredKeys } from "./verifying-key.ts";

/** Counts imports; the keys verify nothing here. */
function countingKeys() {
	let imports = 0;
	const cryptography: Cryptography = {
		sha256: (bytes) => bytes,
		importKey: () => {
			imports++;
			return () => true;
		},
	};
	return { keys: new StoredKeys(cryptography), imports: () => imports };
}

const regular = encodeBase64url(es256Key(1n).publicKey);
const strangers = Array.from({ length: MAX_REMEMBERED + 1 }, (_, index) =>
	encodeBase64url(es256Key(BigInt(index + 2)).publicKey),
);

test("a key that is used repeatedly is imported twice, and then taken from the cache", async () => {
	const { keys, imports } = countingKeys();
	await keys.import(regular);
	const remembered = await keys.import(regular);
	for (let count = 0; count < 10; count++) expect(await keys.import(regular)).toBe(remembered);
	expect(imports()).toBe(2);
});

test("keys that are used once remove no key from the cache", async () => {
	const { keys, imports } = countingKeys();
	await keys.import(regular);
	await keys.import(regular);
	for (let round = 0; round < 3; round++) for (const stranger of strangers) await keys.import(stranger);
	await keys.import(regular);
	expect(imports()).toBe(2 + 3 * strangers.length);
});

test("when the cache is full, the key that was not used for the longest time is removed", async () => {
	const { keys, imports } = countingKeys();
	for (const stranger of strangers) {
		await keys.import(stranger);
		await keys.import(stranger);
	}
	const before = imports();
	for (const stranger of strangers.slice(1)) await keys.import(stranger);
	expect(imports()).toBe(before);
	await keys.import(strangers[0] ?? "");
	expect(imports()).toBe(before + 1);
});

test("a value that is not a key is not cached", async () => {
	const { keys, imports } = countingKeys();
	for (let count = 0; count < 3; count++) expect(await keys.import("AA")).toBe("malformed");
	expect(imports()).toBe(0);
});
