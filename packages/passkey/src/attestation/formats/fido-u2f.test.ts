import { beforeAll, describe, expect, test } from "vitest";
import { CREDENTIAL_ID } from "../../server/testing/respond.ts";
import { type Bytes, concatenate } from "../../testing/bytes.ts";
import { cborMap } from "../../testing/encode-cbor.ts";
import { type CredentialKey, rs256Key } from "../../testing/keys/credential-key.ts";
import { attested, bent, type Ceremony, coordinatesOf, outcomeOf } from "../testing/attest.ts";
import {
	type Authority,
	COMMON_NAME,
	makeAuthority,
	makeCertificate,
	makeSigner,
	type SignerKind,
} from "../testing/certificates.ts";

let root: Authority;
beforeAll(async () => {
	root = await makeAuthority();
});

/** FIDO U2F raw message formats §4.3. */
function registrationMessage({ rpIdHash, clientDataHash, key }: Ceremony): Bytes {
	const [, x = new Uint8Array(), y = new Uint8Array()] = coordinatesOf(key.publicKey);
	return concatenate(Uint8Array.of(0), rpIdHash, clientDataHash, CREDENTIAL_ID, Uint8Array.of(4), x, y);
}

interface Changes {
	readonly kind?: SignerKind;
	readonly key?: CredentialKey;
	readonly signature?: (sound: Bytes) => Bytes;
	readonly signed?: (ceremony: Ceremony) => Bytes;
	readonly certificates?: (certificate: Bytes) => Bytes[];
}

async function u2f({ kind, key, certificates, ...changes }: Changes = {}) {
	const { signature = (sound) => sound, signed = registrationMessage } = changes;
	const signer = await makeSigner(kind);
	const certificate = await makeCertificate({
		spki: signer.spki,
		subject: [[COMMON_NAME, "U2F key"]],
		issuerName: root.name,
		issuer: root.signer,
		basicConstraints: null,
	});
	const registration = await attested(
		"fido-u2f",
		async (ceremony) =>
			cborMap(
				["x5c", certificates?.(certificate) ?? [certificate]],
				["sig", signature(await signer.sign(signed(ceremony)))],
			),
		key,
	);
	return outcomeOf(registration, { trustAnchors: [root.certificate] });
}

describe("a fido-u2f statement", () => {
	test("leads to the trust anchor", async () => {
		expect(await u2f()).toBe("basic-or-attca");
	});

	test.each<[string, Changes, string]>([
		["a signature bent", { signature: bent }, "signature"],
		["a signature over what other formats sign", { signed: ({ signed }) => signed }, "signature"],
		[
			"a signature for another site",
			{ signed: (all) => registrationMessage({ ...all, rpIdHash: new Uint8Array(32) }) },
			"signature",
		],
		["no certificate", { certificates: () => [] }, "statement"],
		["two certificates", { certificates: (certificate) => [certificate, root.certificate] }, "statement"],
		["an attestation key on another curve", { kind: "P-384" }, "algorithm"],
		["an attestation key of RSA", { kind: "RSA" }, "algorithm"],
		[
			"a credential key that U2F does not know",
			{ key: rs256Key(2n ** 1_279n - 1n, 2n ** 2_203n - 1n), signed: ({ signed }) => signed },
			"public-key",
		],
	])("is refused with %s", async (_what, changes, reason) => {
		expect(await u2f(changes)).toBe(reason);
	});
});
