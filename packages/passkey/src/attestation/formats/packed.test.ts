import { Version } from "@peculiar/asn1-x509";
import { beforeAll, describe, expect, test } from "vitest";
import { AAGUID } from "../../server/testing/respond.ts";
import type { Bytes } from "../../testing/bytes.ts";
import { cborMap } from "../../testing/encode-cbor.ts";
import type { AttestationPolicyOptions } from "../policy.ts";
import { attested, bent, type Ceremony, outcomeOf } from "../testing/attest.ts";
import {
	type Authority,
	type CertificateParts,
	extension,
	makeAuthority,
	makeCertificate,
	makeSigner,
	type SignerKind,
} from "../testing/certificates.ts";
import { octets } from "../testing/der.ts";
import { AAGUID_EXTENSION } from "./statement.ts";

const SUBJECT = [
	["2.5.4.6", "DE"],
	["2.5.4.10", "Lapwing"],
	["2.5.4.11", "Authenticator Attestation"],
	["2.5.4.3", "Lapwing authenticator"],
] as const;

let root: Authority;
beforeAll(async () => {
	root = await makeAuthority();
});

interface Changes extends Partial<CertificateParts> {
	readonly kind?: SignerKind;
	readonly algorithm?: number;
	readonly signature?: (sound: Bytes) => Bytes;
	readonly signed?: (ceremony: Ceremony) => Bytes;
	readonly x5c?: (certificate: Bytes) => Bytes[];
}

async function packed(changes: Changes = {}, options: Partial<AttestationPolicyOptions> = {}) {
	const { kind, algorithm = -7, signature = same, signed = (ceremony) => ceremony.signed, x5c, ...parts } = changes;
	const signer = await makeSigner(kind);
	const certificate = await makeCertificate({
		spki: signer.spki,
		subject: SUBJECT,
		issuerName: root.name,
		issuer: root.signer,
		extensions: [extension(AAGUID_EXTENSION, octets(AAGUID), false)],
		...parts,
	});
	const registration = await attested("packed", async (ceremony) =>
		cborMap(
			["alg", algorithm],
			["sig", signature(await signer.sign(signed(ceremony)))],
			["x5c", x5c?.(certificate) ?? [certificate]],
		),
	);
	return outcomeOf(registration, { trustAnchors: [root.certificate], ...options });
}

function same<T>(value: T): T {
	return value;
}

describe("a packed statement with a certificate", () => {
	test.each([
		["P-256", -7],
		["P-384", -35],
		["P-521", -36],
		["RSA", -257],
		["Ed25519", -8],
	] as const)("by a key of kind %s leads to the trust anchor", async (kind, algorithm) => {
		expect(await packed({ kind, algorithm })).toBe("basic-or-attca");
	});

	test("is accepted without the extension for the model", async () => {
		expect(await packed({ extensions: [] })).toBe("basic-or-attca");
	});

	const outside = (id: string) => SUBJECT.filter(([each]) => each !== id);
	const instead = (id: string, text: string) => [...outside(id), [id, text] as const];

	test.each<[string, Changes, string]>([
		["a signature bent", { signature: bent }, "signature"],
		["a signature over another ceremony", { signed: ({ clientDataHash }) => clientDataHash }, "signature"],
		["no signature", { signature: () => new Uint8Array() }, "signature"],
		["an unknown algorithm", { algorithm: -47 }, "algorithm"],
		["an algorithm of another kind of key", { algorithm: -257 }, "algorithm"],
		["an algorithm of another curve", { algorithm: -35 }, "algorithm"],
		["SHA-1", { kind: "RSA-SHA-1", algorithm: -65535 }, "algorithm"],
		["an RSA key of 1,024 bits", { kind: "RSA-1024", algorithm: -257 }, "algorithm"],
		["no certificate", { x5c: () => [] }, "statement"],
		["a certificate cut short", { x5c: (certificate) => [certificate.slice(0, -1)] }, "statement"],
		["too many certificates", { x5c: (certificate) => Array(9).fill(certificate) }, "statement"],
		["a certificate of version 1", { version: Version.v1, extensions: [] }, "certificate"],
		["a country of three letters", { subject: instead("2.5.4.6", "DEU") }, "certificate"],
		["no organization", { subject: outside("2.5.4.10") }, "certificate"],
		["another organizational unit", { subject: instead("2.5.4.11", "Attestation") }, "certificate"],
		["no common name", { subject: outside("2.5.4.3") }, "certificate"],
		["a certificate of an authority", { basicConstraints: { cA: true } }, "certificate"],
		["no basic constraints", { basicConstraints: null }, "certificate"],
		[
			"another model in the certificate",
			{ extensions: [extension(AAGUID_EXTENSION, octets(bent(AAGUID)), false)] },
			"aaguid",
		],
		["a model that is critical", { extensions: [extension(AAGUID_EXTENSION, octets(AAGUID))] }, "certificate"],
		[
			"a model in one OCTET STRING instead of two",
			{ extensions: [extension(AAGUID_EXTENSION, AAGUID, false)] },
			"certificate",
		],
	])("is refused with %s", async (_what, changes, reason) => {
		expect(await packed(changes)).toBe(reason);
	});

	test("by RSA and SHA-1 is accepted where the policy allows SHA-1", async () => {
		expect(await packed({ kind: "RSA-SHA-1", algorithm: -65535 }, { allowSha1: true })).toBe("basic-or-attca");
	});
});
