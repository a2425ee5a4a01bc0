import { Version } from "@peculiar/asn1-x509";
import { beforeAll, describe, expect, test } from "vitest";
import { AAGUID } from "../../server/testing/respond.ts";
import { type Bytes, concatenate } from "../../testing/bytes.ts";
import { cborMap } from "../../testing/encode-cbor.ts";
import { type CredentialKey, es256Key, rs256Key } from "../../testing/keys/credential-key.ts";
import type { AttestationPolicyOptions } from "../policy.ts";
import { attested, bent, outcomeOf } from "../testing/attest.ts";
import {
	type Authority,
	type CertificateParts,
	COMMON_NAME,
	directoryName,
	extension,
	makeAuthority,
	makeCertificate,
	makeSigner,
	type SignerKind,
} from "../testing/certificates.ts";
import { octets } from "../testing/der.ts";
import { type CertifyParts, certifyInfo, number, publicArea, SHA1, SHA256 } from "../testing/tpm.ts";
import { AAGUID_EXTENSION } from "./statement.ts";

let root: Authority;
beforeAll(async () => {
	root = await makeAuthority();
});

const TPM_NAME = [
	["2.23.133.2.1", "id:4C415057"],
	["2.23.133.2.2", "Lapwing TPM"],
	["2.23.133.2.3", "id:00000001"],
] as const;

interface Changes extends Partial<CertificateParts> {
	readonly kind?: SignerKind;
	readonly algorithm?: number;
	readonly hash?: string;
	readonly key?: CredentialKey;
	/** Of another key than the credential's. */
	readonly areaOf?: CredentialKey;
	readonly nameAlgorithm?: number;
	readonly area?: (sound: Bytes) => Bytes;
	readonly certified?: (sound: CertifyParts) => CertifyParts;
	readonly certInfo?: (sound: Bytes) => Bytes;
	readonly signature?: (sound: Bytes) => Bytes;
	readonly ver?: string;
	readonly x5c?: readonly Bytes[];
}

async function tpm(changes: Changes = {}, options: Partial<AttestationPolicyOptions> = {}) {
	const { kind = "RSA", algorithm = -257, hash = "SHA-256", nameAlgorithm = SHA256, ver = "2.0", ...parts } = changes;
	const aik = await makeSigner(kind);
	const certificate = await makeCertificate({
		spki: aik.spki,
		subject: [],
		issuerName: root.name,
		issuer: root.signer,
		extendedKeyUsages: ["2.23.133.8.3"],
		alternativeNames: [directoryName(TPM_NAME)],
		...parts,
	});
	const registration = await attested(
		"tpm",
		async ({ signed, key }) => {
			const pubArea = (changes.area ?? same)(publicArea(changes.areaOf ?? key, nameAlgorithm));
			const nameHash = nameAlgorithm === SHA1 ? "SHA-1" : "SHA-256";
			const sound = {
				magic: 0xff544347,
				type: 0x8017,
				extraData: await digest(hash, signed),
				name: concatenate(number(2, nameAlgorithm), await digest(nameHash, pubArea)),
			};
			const certInfo = (changes.certInfo ?? same)(certifyInfo((changes.certified ?? same)(sound)));
			return cborMap(
				["ver", ver],
				["alg", algorithm],
				["x5c", [...(changes.x5c ?? [certificate])]],
				["sig", (changes.signature ?? same)(await aik.sign(certInfo))],
				["certInfo", certInfo],
				["pubArea", pubArea],
			);
		},
		changes.key,
	);
	return outcomeOf(registration, { trustAnchors: [root.certificate], ...options });
}

function same<T>(value: T): T {
	return value;
}

async function digest(hash: string, bytes: Bytes): Promise<Bytes> {
	return new Uint8Array(await crypto.subtle.digest(hash, bytes));
}

describe("a tpm statement", () => {
	test.each([
		["RSA", -257, "SHA-256"],
		["P-256", -7, "SHA-256"],
		["P-384", -35, "SHA-384"],
	] as const)("by an attestation key of kind %s leads to the trust anchor", async (kind, algorithm, hash) => {
		expect(await tpm({ kind, algorithm, hash })).toBe("attca");
	});

	test("on an RSA credential leads there as well", async () => {
		expect(await tpm({ key: rs256Key(2n ** 1_279n - 1n, 2n ** 2_203n - 1n) })).toBe("attca");
	});

	test("with the names in two directory names is accepted", async () => {
		const alternativeNames = [directoryName(TPM_NAME.slice(0, 1)), directoryName(TPM_NAME.slice(1))];
		expect(await tpm({ alternativeNames })).toBe("attca");
	});

	test("by SHA-1, as older versions of Windows make them, is accepted only where the policy allows SHA-1", async () => {
		const old: Changes = { kind: "RSA-SHA-1", algorithm: -65535, hash: "SHA-1" };
		expect(await tpm(old)).toBe("algorithm");
		expect(await tpm(old, { allowSha1: true })).toBe("attca");
		expect(await tpm({ nameAlgorithm: SHA1 })).toBe("algorithm");
		expect(await tpm({ nameAlgorithm: SHA1 }, { allowSha1: true })).toBe("attca");
	});

	test.each<[string, Changes, string]>([
		["another version", { ver: "1.2" }, "statement"],
		["no certificate", { x5c: [] }, "statement"],
		["the public area of another key", { areaOf: es256Key(7n) }, "public-key"],
		["a public area cut short", { area: (sound) => sound.slice(0, -1) }, "statement"],
		["a public area with more behind it", { area: (sound) => concatenate(sound, Uint8Array.of(0)) }, "statement"],
		[
			"the public area with its length before it",
			{ area: (sound) => concatenate(number(2, sound.length), sound) },
			"statement",
		],
		["a name by an unknown hash", { area: (sound) => sound.with(3, 0x42) }, "statement"],
		["a signature bent", { signature: bent }, "signature"],
		["an unknown algorithm", { algorithm: -47 }, "algorithm"],
		["another magic", { certified: (sound) => ({ ...sound, magic: 0xff544348 }) }, "certified"],
		["another type", { certified: (sound) => ({ ...sound, type: 0x8018 }) }, "certified"],
		["another name", { certified: (sound) => ({ ...sound, name: bent(sound.name) }) }, "certified"],
		["a name without its algorithm", { certified: (sound) => ({ ...sound, name: sound.name.slice(2) }) }, "certified"],
		["another ceremony", { certified: (sound) => ({ ...sound, extraData: bent(sound.extraData) }) }, "nonce"],
		["extra data by another hash", { hash: "SHA-384" }, "nonce"],
		["certified data cut short", { certInfo: (sound) => sound.slice(0, -1) }, "certified"],
		["certified data with more behind", { certInfo: (sound) => concatenate(sound, Uint8Array.of(0)) }, "certified"],
		["a certificate of version 1", { version: Version.v1 }, "certificate"],
		["a subject", { subject: [[COMMON_NAME, "TPM"]] }, "certificate"],
		["no alternative name", { alternativeNames: [] }, "certificate"],
		["a name without version", { alternativeNames: [directoryName(TPM_NAME.slice(0, 2))] }, "certificate"],
		["another extended key usage", { extendedKeyUsages: ["2.23.133.8.1"] }, "certificate"],
		["a certificate of an authority", { basicConstraints: { cA: true } }, "certificate"],
		["no basic constraints", { basicConstraints: null }, "certificate"],
		[
			"another model in the certificate",
			{ extensions: [extension(AAGUID_EXTENSION, octets(bent(AAGUID)), false)] },
			"aaguid",
		],
	])("is refused with %s", async (_what, changes, reason) => {
		expect(await tpm(changes)).toBe(reason);
	});
});
