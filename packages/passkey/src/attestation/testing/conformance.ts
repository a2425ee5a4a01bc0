/** The attestation entry point in a form that every runtime runs: each format once sound and once bent, and a blob. */

import { isFailure } from "@lapwing/result";
import { CREDENTIAL_ID } from "../../server/testing/respond.ts";
import { type Bytes, concatenate, sha256 } from "../../testing/bytes.ts";
import { cborMap } from "../../testing/encode-cbor.ts";
import type { RegistrationResponseJSON } from "../../webauthn-json.ts";
import { verifyMetadataBlob } from "../metadata/metadata-blob.ts";
import { attested, bent, coordinatesOf, outcomeOf, spkiOf } from "./attest.ts";
import {
	type Authority,
	directoryName,
	extension,
	makeAuthority,
	makeCertificate,
	makeSigner,
	type SignerKind,
} from "./certificates.ts";
import { context, enumerated, integer, octets, sequence, set } from "./der.ts";
import { metadataBlob } from "./metadata-blobs.ts";
import { certifyInfo, number, publicArea, SHA256 } from "./tpm.ts";

type Bend = (bytes: Bytes) => Bytes;
type MakeRegistration = (root: Authority, bend: Bend) => Promise<RegistrationResponseJSON>;

const SUBJECT = [
	["2.5.4.6", "DE"],
	["2.5.4.10", "Lapwing"],
	["2.5.4.11", "Authenticator Attestation"],
	["2.5.4.3", "Lapwing authenticator"],
] as const;

/** A `packed` statement by a key of that kind, through an intermediate authority. */
function packed(kind: SignerKind, algorithm: number): MakeRegistration {
	return async (root, bend) => {
		const intermediate = await makeAuthority("Intermediate", { issuer: root, kind });
		const signer = await makeSigner(kind);
		const by = { issuerName: intermediate.name, issuer: intermediate.signer };
		const certificate = await makeCertificate({ spki: signer.spki, subject: SUBJECT, ...by });
		return attested("packed", async ({ signed }) =>
			cborMap(
				["alg", algorithm],
				["sig", await signer.sign(bend(signed))],
				["x5c", [certificate, intermediate.certificate]],
			),
		);
	};
}

const fidoU2f: MakeRegistration = async (root, bend) => {
	const signer = await makeSigner();
	const by = { issuerName: root.name, issuer: root.signer };
	const certificate = await makeCertificate({ spki: signer.spki, subject: SUBJECT, ...by });
	return attested("fido-u2f", async ({ rpIdHash, clientDataHash, key }) => {
		const [, x = new Uint8Array(), y = new Uint8Array()] = coordinatesOf(key.publicKey);
		const point = [Uint8Array.of(4), x, y];
		const message = concatenate(Uint8Array.of(0), rpIdHash, clientDataHash, CREDENTIAL_ID, ...point);
		return cborMap(["x5c", [certificate]], ["sig", await signer.sign(bend(message))]);
	});
};

const apple: MakeRegistration = (root, bend) =>
	attested("apple", async ({ signed, key }) => {
		const nonce = sequence(context(1, octets(bend(await sha256(signed)))));
		const extensions = [extension("1.2.840.113635.100.8.2", nonce)];
		const by = { issuerName: root.name, issuer: root.signer };
		return cborMap(["x5c", [await makeCertificate({ spki: spkiOf(key), subject: SUBJECT, extensions, ...by })]]);
	});

const androidKey: MakeRegistration = (root, bend) =>
	attested("android-key", async ({ signed, clientDataHash, key }) => {
		const level = [integer(4), enumerated(1), integer(4), enumerated(1)];
		const lists = [sequence(), sequence(context(1, set(integer(2))), context(702, integer(0)))];
		const description = sequence(...level, octets(bend(clientDataHash)), octets(new Uint8Array()), ...lists);
		const extensions = [extension("1.3.6.1.4.1.11129.2.1.17", description, false)];
		const by = { issuerName: root.name, issuer: root.signer };
		const certificate = await makeCertificate({ spki: spkiOf(key), subject: SUBJECT, extensions, ...by });
		return cborMap(["alg", -7], ["sig", await key.sign(signed)], ["x5c", [certificate]]);
	});

const tpm: MakeRegistration = async (root, bend) => {
	const aik = await makeSigner("RSA");
	const certificate = await makeCertificate({
		spki: aik.spki,
		subject: [],
		issuerName: root.name,
		issuer: root.signer,
		extendedKeyUsages: ["2.23.133.8.3"],
		alternativeNames: [directoryName([1, 2, 3].map((part) => [`2.23.133.2.${part}`, "id:4C415057"]))],
	});
	return attested("tpm", async ({ signed, key }) => {
		const pubArea = publicArea(key);
		const name = concatenate(number(2, SHA256), await sha256(pubArea));
		const extraData = bend(await sha256(signed));
		const certInfo = certifyInfo({ magic: 0xff544347, type: 0x8017, extraData, name });
		return cborMap(
			["ver", "2.0"],
			["alg", -257],
			["x5c", [certificate]],
			["sig", await aik.sign(certInfo)],
			["certInfo", certInfo],
			["pubArea", pubArea],
		);
	});
};

const CASES: readonly (readonly [format: string, make: MakeRegistration, type: string, refusal: string])[] = [
	["packed by P-256", packed("P-256", -7), "basic-or-attca", "signature"],
	["packed by P-384", packed("P-384", -35), "basic-or-attca", "signature"],
	["packed by RSA", packed("RSA", -257), "basic-or-attca", "signature"],
	["packed by Ed25519", packed("Ed25519", -8), "basic-or-attca", "signature"],
	["fido-u2f", fidoU2f, "basic-or-attca", "signature"],
	["apple", apple, "anonca", "nonce"],
	["android-key", androidKey, "basic", "nonce"],
	["tpm", tpm, "attca", "nonce"],
];

/** A sound registration with a statement of that case. */
export async function makeRegistration(name: string, root: Authority): Promise<RegistrationResponseJSON> {
	const [, make] = CASES.find(([each]) => each === name) ?? [];
	if (!make) throw new Error(`no case ${name}`);
	return make(root, (bytes) => bytes);
}

/** What was tried, what came of it, and what should have. */
type Outcome = readonly [what: string, outcome: string, wanted: string];

export async function attestationOutcomes(): Promise<Outcome[]> {
	const root = await makeAuthority("Root");
	const stranger = await makeAuthority("Root");
	const outcomes: Outcome[] = [];
	for (const [format, make, type, refusal] of CASES) {
		const sound = await make(root, (bytes) => bytes);
		outcomes.push([format, await outcomeOf(sound, { trustAnchors: [root.certificate] }), type]);
		const elsewhere = await outcomeOf(sound, { trustAnchors: [stranger.certificate] });
		outcomes.push([`${format} to another root`, elsewhere, "untrusted"]);
		const wrong = await outcomeOf(await make(root, bent), { trustAnchors: [root.certificate] });
		outcomes.push([`${format}, bent`, wrong, refusal]);
	}
	for (const [algorithm, kind] of [
		["RS256", "RSA"],
		["ES256", "P-256"],
	] as const) {
		const blob = await metadataBlob(root, { algorithm, kind });
		const verified = await verifyMetadataBlob(blob, { trustAnchors: [root.certificate] });
		outcomes.push([`a blob by ${algorithm}`, isFailure(verified) ? verified.error.reason : "success", "success"]);
		const other = await verifyMetadataBlob(blob, { trustAnchors: [stranger.certificate] });
		outcomes.push([`a blob by ${algorithm}`, isFailure(other) ? other.error.reason : "success", "untrusted"]);
	}
	return outcomes;
}
