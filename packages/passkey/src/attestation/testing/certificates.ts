/** Makes key pairs and X.509 certificates for tests: sound ones, or with exactly what a test changes. */

import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import {
	AlgorithmIdentifier,
	AttributeTypeAndValue,
	AttributeValue,
	BasicConstraints,
	Certificate,
	ExtendedKeyUsage,
	Extension,
	Extensions,
	GeneralName,
	KeyUsage,
	KeyUsageFlags,
	Name,
	RelativeDistinguishedName,
	SubjectAlternativeName,
	SubjectPublicKeyInfo,
	TBSCertificate,
	Validity,
	Version,
} from "@peculiar/asn1-x509";
import { bigIntegerFrom } from "../../server/keys/big-integer.ts";
import type { Bytes } from "../../testing/bytes.ts";
import { derSignature } from "../../testing/keys/credential-key.ts";
import { encodeBase64 } from "../certificates/base64.ts";

/** What to make certificates and signatures with. */
export interface Signer {
	readonly spki: Bytes;
	readonly signatureAlgorithm: string;
	/** The signature in the encoding of certificates and of WebAuthn. */
	sign(bytes: Bytes): Promise<Bytes>;
	/** The same as its WebCrypto gives it. */
	signRaw(bytes: Bytes): Promise<Bytes>;
}

export type SignerKind = "P-256" | "P-384" | "P-521" | "RSA" | "RSA-SHA-1" | "RSA-1024" | "Ed25519";

const { subtle } = globalThis.crypto;

/** By kind: what WebCrypto makes the key with, what it signs with, and the algorithm's object identifier. */
const KINDS = {
	"P-256": [{ name: "ECDSA", namedCurve: "P-256" }, "SHA-256", "1.2.840.10045.4.3.2"],
	"P-384": [{ name: "ECDSA", namedCurve: "P-384" }, "SHA-384", "1.2.840.10045.4.3.3"],
	"P-521": [{ name: "ECDSA", namedCurve: "P-521" }, "SHA-512", "1.2.840.10045.4.3.4"],
	RSA: [rsa(2_048, "SHA-256"), "SHA-256", "1.2.840.113549.1.1.11"],
	"RSA-SHA-1": [rsa(2_048, "SHA-1"), "SHA-1", "1.2.840.113549.1.1.5"],
	"RSA-1024": [rsa(1_024, "SHA-256"), "SHA-256", "1.2.840.113549.1.1.11"],
	Ed25519: [{ name: "Ed25519" }, "SHA-512", "1.3.101.112"],
} as const satisfies Readonly<Record<SignerKind, readonly [object, string, string]>>;

function rsa(modulusLength: number, hash: string) {
	return { name: "RSASSA-PKCS1-v1_5", hash, modulusLength, publicExponent: Uint8Array.of(1, 0, 1) };
}

export async function makeSigner(kind: SignerKind = "P-256"): Promise<Signer> {
	const [algorithm, hash, signatureAlgorithm] = KINDS[kind];
	const pair = (await subtle.generateKey(algorithm, true, ["sign", "verify"])) as CryptoKeyPair;
	return signerOf(pair.privateKey, new Uint8Array(await subtle.exportKey("spki", pair.publicKey)), {
		hash,
		signatureAlgorithm,
	});
}

function signerOf(key: CryptoKey, spki: Bytes, algorithm: { hash: string; signatureAlgorithm: string }): Signer {
	const { hash, signatureAlgorithm } = algorithm;
	const signRaw = async (bytes: Bytes) =>
		new Uint8Array(await subtle.sign({ name: key.algorithm.name, hash }, key, bytes));
	const sign = async (bytes: Bytes) => {
		const raw = await signRaw(bytes);
		if (key.algorithm.name !== "ECDSA") return raw;
		const half = raw.length / 2;
		return derSignature(bigIntegerFrom(raw.subarray(0, half)), bigIntegerFrom(raw.subarray(half)));
	};
	return { spki, signatureAlgorithm, sign, signRaw };
}

export interface CertificateParts {
	readonly spki: Bytes;
	readonly issuer: Signer;
	/** `CN=…` and others, as pairs of object identifier and text. */
	readonly subject: readonly (readonly [id: string, text: string])[];
	readonly issuerName: readonly (readonly [id: string, text: string])[];
	readonly version?: Version;
	readonly notBefore?: Date;
	readonly notAfter?: Date;
	/** `null` leaves the extension out. */
	readonly basicConstraints?: { cA: boolean; pathLenConstraint?: number } | null;
	readonly keyUsage?: number | null;
	readonly extendedKeyUsages?: readonly string[];
	readonly alternativeNames?: readonly GeneralName[];
	readonly extensions?: readonly Extension[];
	readonly serialNumber?: Bytes;
	/** The algorithm that the signed part names. Default: the issuer's. */
	readonly namedAlgorithm?: string;
}

export async function makeCertificate(parts: CertificateParts): Promise<Bytes> {
	const { issuer, basicConstraints = { cA: false }, keyUsage = KeyUsageFlags.digitalSignature } = parts;
	const extensions = [
		...(basicConstraints ? [extension("2.5.29.19", AsnConvert.serialize(new BasicConstraints(basicConstraints)))] : []),
		...(keyUsage === null ? [] : [extension("2.5.29.15", AsnConvert.serialize(new KeyUsage(keyUsage)))]),
		...(parts.extendedKeyUsages
			? [extension("2.5.29.37", AsnConvert.serialize(new ExtendedKeyUsage([...parts.extendedKeyUsages])), false)]
			: []),
		...(parts.alternativeNames
			? [extension("2.5.29.17", AsnConvert.serialize(new SubjectAlternativeName([...parts.alternativeNames])))]
			: []),
		...(parts.extensions ?? []),
	];
	const signed = new TBSCertificate({
		version: parts.version ?? Version.v3,
		serialNumber: (parts.serialNumber ?? Uint8Array.of(0x2a)).buffer,
		signature: new AlgorithmIdentifier({ algorithm: parts.namedAlgorithm ?? issuer.signatureAlgorithm }),
		issuer: nameOf(parts.issuerName),
		subject: nameOf(parts.subject),
		validity: new Validity({
			notBefore: parts.notBefore ?? new Date("2024-01-01"),
			notAfter: parts.notAfter ?? new Date("2124-01-01"),
		}),
		subjectPublicKeyInfo: AsnConvert.parse(parts.spki, SubjectPublicKeyInfo),
		...(parts.version === Version.v1 ? {} : { extensions: new Extensions(extensions) }),
	});
	const bytes = new Uint8Array(AsnConvert.serialize(signed));
	const certificate = new Certificate({
		tbsCertificate: signed,
		signatureAlgorithm: new AlgorithmIdentifier({ algorithm: issuer.signatureAlgorithm }),
		signatureValue: (await issuer.sign(bytes)).buffer,
	});
	return new Uint8Array(AsnConvert.serialize(certificate));
}

export function extension(id: string, value: ArrayBuffer | Bytes, critical = true): Extension {
	return new Extension({ extnID: id, critical, extnValue: new OctetString(value) });
}

function nameOf(attributes: readonly (readonly [id: string, text: string])[]): Name {
	const relative = attributes.map(
		([type, text]) =>
			new RelativeDistinguishedName([
				new AttributeTypeAndValue({ type, value: new AttributeValue({ utf8String: text }) }),
			]),
	);
	return new Name(relative);
}

/** A directory name with these attributes, for subject alternative names. */
export function directoryName(attributes: readonly (readonly [id: string, text: string])[]): GeneralName {
	return new GeneralName({ directoryName: nameOf(attributes) });
}

export const COMMON_NAME = "2.5.4.3";

/** A certificate authority: its signer, its name and its certificate. */
export interface Authority {
	readonly signer: Signer;
	readonly name: readonly (readonly [id: string, text: string])[];
	readonly certificate: Bytes;
}

/** An authority, signed by itself or by `issuer`. */
export async function makeAuthority(
	name = "Test authority",
	{
		issuer,
		kind,
		...changes
	}: { issuer?: Authority; kind?: SignerKind } & Partial<Omit<CertificateParts, "issuer">> = {},
): Promise<Authority> {
	const signer = await makeSigner(kind);
	const subject = [[COMMON_NAME, name]] as const;
	const by = issuer ?? { signer, name: subject };
	const certificate = await makeCertificate({
		spki: signer.spki,
		issuerName: by.name,
		subject,
		basicConstraints: { cA: true },
		keyUsage: KeyUsageFlags.keyCertSign,
		...changes,
		issuer: by.signer,
	});
	return { signer, name: subject, certificate };
}

/** As PEM, in lines of 64. */
export function pem(certificate: Bytes): string {
	const lines = encodeBase64(certificate).match(/.{1,64}/g) ?? [];
	return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}

export function dnsName(name: string): GeneralName {
	return new GeneralName({ dNSName: name });
}
