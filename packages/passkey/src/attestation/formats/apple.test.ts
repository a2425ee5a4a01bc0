import { beforeAll, describe, expect, test } from "vitest";
import { type Bytes, sha256 } from "../../testing/bytes.ts";
import { cborMap } from "../../testing/encode-cbor.ts";
import { es256Key } from "../../testing/keys/credential-key.ts";
import { attested, bent, outcomeOf, spkiOf } from "../testing/attest.ts";
import { type Authority, COMMON_NAME, extension, makeAuthority, makeCertificate } from "../testing/certificates.ts";
import { context, octets, sequence } from "../testing/der.ts";

let root: Authority;
let intermediate: Authority;
beforeAll(async () => {
	root = await makeAuthority("Root", { kind: "P-384" });
	intermediate = await makeAuthority("Intermediate", { kind: "P-384", issuer: root });
});

interface Changes {
	readonly spki?: Bytes;
	/** The extension's value, from the nonce. */
	readonly value?: (nonce: Bytes) => Bytes | undefined;
	readonly x5c?: (certificate: Bytes) => Bytes[];
}

async function apple(changes: Changes = {}) {
	const { value = (nonce) => sequence(context(1, octets(nonce))), x5c } = changes;
	const registration = await attested("apple", async ({ signed, key }) => {
		const nonce = value(await sha256(signed));
		const certificate = await makeCertificate({
			spki: changes.spki ?? spkiOf(key),
			subject: [[COMMON_NAME, "Credential"]],
			issuerName: intermediate.name,
			issuer: intermediate.signer,
			extensions: nonce ? [extension("1.2.840.113635.100.8.2", nonce)] : [],
		});
		return cborMap(["x5c", x5c?.(certificate) ?? [certificate, intermediate.certificate]]);
	});
	return outcomeOf(registration, { trustAnchors: [root.certificate] });
}

describe("an apple statement", () => {
	test("leads to the trust anchor through the intermediate", async () => {
		expect(await apple()).toBe("anonca");
	});

	test.each<[string, Changes, string]>([
		["another nonce", { value: (nonce) => sequence(context(1, octets(bent(nonce)))) }, "nonce"],
		["a nonce under another tag", { value: (nonce) => sequence(context(2, octets(nonce))) }, "certificate"],
		["two nonces", { value: (nonce) => sequence(...[1, 1].map((tag) => context(tag, octets(nonce)))) }, "certificate"],
		["a nonce that is no DER", { value: () => Uint8Array.of(0x30, 0x80, 0, 0) }, "certificate"],
		["no nonce", { value: () => undefined }, "certificate"],
		["a certificate for another key", { spki: spkiOf(es256Key(7n)) }, "public-key"],
		["no certificate", { x5c: () => [] }, "statement"],
		["the intermediate left out", { x5c: (certificate) => [certificate] }, "untrusted"],
	])("is refused with %s", async (_what, changes, reason) => {
		expect(await apple(changes)).toBe(reason);
	});
});
