/** An X.509 certificate (RFC 5280), read once into what the checks of attestation ask of it. */

import { AsnConvert } from "@peculiar/asn1-schema";
import {
	BasicConstraints,
	ExtendedKeyUsage,
	type GeneralName,
	KeyUsage,
	KeyUsageFlags,
	type Name,
	NameConstraints,
	SubjectAlternativeName,
	type SubjectPublicKeyInfo,
	Certificate as X509Certificate,
} from "@peculiar/asn1-x509";

import type { Bytes } from "../../bytes.ts";
import { BIT_STRING, countElements, readSequence, SEQUENCE, UNIVERSAL } from "./der.ts";

export interface Certificate {
	/** Its bytes. */
	readonly der: Bytes;
	/** What its issuer signed. */
	readonly signed: Bytes;
	readonly signature: Bytes;
	/** The object identifier of the algorithm that its issuer signed with. */
	readonly signatureAlgorithm: string;
	/** 1, 2 or 3. */
	readonly version: number;
	/** Lower-case hex without leading zeros, as revocation lists write it. */
	readonly serialNumber: string;
	/** Names in one encoding, so that equal ones are equal texts. */
	readonly issuer: string;
	readonly subject: string;
	/** The subject's attributes by object identifier; the first when there are several. */
	readonly subjectAttributes: ReadonlyMap<string, string>;
	readonly notBefore: number;
	readonly notAfter: number;
	readonly publicKey: SubjectPublicKeyInfo;
	readonly extensions: ReadonlyMap<string, Extension>;
	/** `undefined` when the extension is missing. */
	readonly basicConstraints: { readonly isCa: boolean; readonly pathLength: number | undefined } | undefined;
	/** Whether the key usages, where they are named, include the signing of certificates. */
	readonly maySignCertificates: boolean;
	/** Object identifiers; empty when the extension is missing. */
	readonly extendedKeyUsages: readonly string[];
	readonly alternativeNames: {
		readonly dns: readonly string[];
		/** By object identifier, of all directory names together. */
		readonly directory: ReadonlyMap<string, string>;
	};
	/** The subject and the alternative names, for the constraints of those above (./name-constraints.ts). */
	readonly names: { readonly subject: Name; readonly alternative: readonly GeneralName[] };
	/** What it allows the names of certificates below it to be; `undefined` when the extension is missing. */
	readonly nameConstraints:
		| { readonly permittedSubtrees?: Iterable<Subtree>; readonly excludedSubtrees?: Iterable<Subtree> }
		| undefined;
}

interface Subtree {
	readonly base: GeneralName;
	readonly minimum: number;
	readonly maximum?: number;
}

interface Extension {
	readonly isCritical: boolean;
	readonly value: Bytes;
}

export const BASIC_CONSTRAINTS = "2.5.29.19";
export const KEY_USAGE = "2.5.29.15";
export const EXTENDED_KEY_USAGE = "2.5.29.37";
export const SUBJECT_ALTERNATIVE_NAME = "2.5.29.17";
export const NAME_CONSTRAINTS = "2.5.29.30";

/** The extensions that are parsed here. */
const PARSED: readonly string[] = [
	BASIC_CONSTRAINTS,
	KEY_USAGE,
	EXTENDED_KEY_USAGE,
	SUBJECT_ALTERNATIVE_NAME,
	NAME_CONSTRAINTS,
];

/**
 * Elements of ASN.1 in a certificate and in the extensions that are parsed, together. Those of authenticators have
 * about 130. Reading one costs some 12 µs (measured on one core of an AMD EPYC), so a chain of eight costs 40 ms at the
 * most.
 */
const MAX_ELEMENTS = 400;

/** The certificate that `der` holds, or `undefined` when it can't be read, or says one thing twice. */
export function parseCertificate(der: Bytes): Certificate | undefined {
	try {
		return read(der);
	} catch {
		return undefined;
	}
}

function read(der: Bytes): Certificate | undefined {
	let elements = countElements(der, MAX_ELEMENTS);
	if (elements === undefined || !isDerOutside(der)) return undefined;
	const { tbsCertificate, tbsCertificateRaw, signatureAlgorithm, signatureValue } = AsnConvert.parse(
		der,
		X509Certificate,
	);
	const { subject, issuer, validity, version, serialNumber, subjectPublicKeyInfo } = tbsCertificate;
	// RFC 5280 §4.1.1.2: the algorithm stands inside the signed part and outside, and both must be the same.
	if (!tbsCertificateRaw || !signatureAlgorithm.isEqual(tbsCertificate.signature)) return undefined;
	const extensions = new Map<string, Extension>();
	for (const { extnID, critical, extnValue } of tbsCertificate.extensions ?? []) {
		if (extensions.has(extnID)) return undefined;
		const value = new Uint8Array(extnValue.buffer);
		extensions.set(extnID, { isCritical: critical, value });
		if (PARSED.includes(extnID)) elements += countElements(value, MAX_ELEMENTS) ?? MAX_ELEMENTS;
	}
	if (elements > MAX_ELEMENTS) return undefined;
	const constraints = parsed(extensions, BASIC_CONSTRAINTS, BasicConstraints);
	const usages = parsed(extensions, KEY_USAGE, KeyUsage)?.toNumber();
	const names = [...(parsed(extensions, SUBJECT_ALTERNATIVE_NAME, SubjectAlternativeName) ?? [])];
	return {
		der,
		signed: new Uint8Array(tbsCertificateRaw),
		signature: new Uint8Array(signatureValue),
		signatureAlgorithm: signatureAlgorithm.algorithm,
		version: version + 1,
		serialNumber: hex(new Uint8Array(serialNumber)).replace(/^0+(?=.)/, ""),
		issuer: encodedName(issuer),
		subject: encodedName(subject),
		subjectAttributes: attributesOf([subject]),
		notBefore: validity.notBefore.getTime().getTime(),
		notAfter: validity.notAfter.getTime().getTime(),
		publicKey: subjectPublicKeyInfo,
		extensions,
		basicConstraints: constraints && { isCa: constraints.cA, pathLength: constraints.pathLenConstraint },
		maySignCertificates: usages === undefined || (usages & KeyUsageFlags.keyCertSign) !== 0,
		extendedKeyUsages: [...(parsed(extensions, EXTENDED_KEY_USAGE, ExtendedKeyUsage) ?? [])],
		alternativeNames: {
			dns: names.flatMap(({ dNSName }) => dNSName ?? []),
			directory: attributesOf(names.flatMap(({ directoryName }) => (directoryName ? [directoryName] : []))),
		},
		names: { subject, alternative: names },
		nameConstraints: parsed(extensions, NAME_CONSTRAINTS, NameConstraints),
	};
}

/**
 * Whether what nobody signed, the frame around the signed part, has the one encoding that DER allows. The ASN.1 library
 * reads BER as well, by which one certificate has many spellings.
 */
function isDerOutside(der: Bytes): boolean {
	const [signed, algorithm, signature, ...others] = readSequence(der) ?? [];
	const isUniversal = [signed, algorithm, signature].every((each) => each?.tagClass === UNIVERSAL);
	// The first byte of a bit string counts the bits of its last that are not meant: none.
	const isWhole = signature?.tag === BIT_STRING && signature.contents[0] === 0;
	return others.length === 0 && isUniversal && signed?.tag === SEQUENCE && algorithm?.tag === SEQUENCE && isWhole;
}

function parsed<T>(extensions: ReadonlyMap<string, Extension>, id: string, schema: new () => T): T | undefined {
	const extension = extensions.get(id);
	return extension && AsnConvert.parse(extension.value, schema);
}

function encodedName(name: Name): string {
	return hex(new Uint8Array(AsnConvert.serialize(name)));
}

function attributesOf(names: readonly Name[]): Map<string, string> {
	const attributes = new Map<string, string>();
	for (const { type, value } of names.flatMap((name) => [...name].flatMap((relative) => [...relative]))) {
		if (!attributes.has(type)) attributes.set(type, value.toString());
	}
	return attributes;
}

export function hex(bytes: Uint8Array): string {
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
