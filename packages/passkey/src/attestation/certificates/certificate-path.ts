/**
 * Follows certificates to a trust anchor: RFC 5280 §6, with the anchors and the order that the statement gives. What is
 * not supported (constraints on policies) is refused where a certificate marks it critical, never skipped.
 * An anchor is trusted as a name and a key (§6.1.1 d): how long its own certificate was meant to last is not asked.
 */

import { encodeBase64 } from "./base64.ts";
import {
	BASIC_CONSTRAINTS,
	type Certificate,
	EXTENDED_KEY_USAGE,
	KEY_USAGE,
	NAME_CONSTRAINTS,
	SUBJECT_ALTERNATIVE_NAME,
} from "./certificate.ts";
import { satisfiesNameConstraints } from "./name-constraints.ts";
import { checkSignature, schemeOfCertificate } from "./signatures.ts";

export interface PathTerms {
	readonly anchors: readonly Certificate[];
	/** Milliseconds. */
	readonly now: number;
	readonly allowSha1: boolean;
	/** Extensions of the first certificate that its format has read, though they may be marked critical. */
	readonly known?: readonly string[];
	readonly isRevoked?: ((certificate: RevocableCertificate) => boolean | Promise<boolean>) | undefined;
}

export interface RevocableCertificate {
	/** Lower-case hex without leading zeros, as Android's status list writes it. */
	serialNumber: string;
	/** The base64 of its DER. */
	certificate: string;
}

export type PathRefusal = "expired" | "certificate" | "revoked" | "untrusted";

const CERTIFICATE_POLICIES = "2.5.29.32";

/** Those that are read here or by the formats; any policy is acceptable to us. */
const KNOWN: readonly string[] = [
	BASIC_CONSTRAINTS,
	KEY_USAGE,
	EXTENDED_KEY_USAGE,
	SUBJECT_ALTERNATIVE_NAME,
	NAME_CONSTRAINTS,
	CERTIFICATE_POLICIES,
];

/** The certificates from the first of `chain` to an anchor, or why there is no such path that can be relied on. */
export async function pathToAnchor(
	chain: readonly Certificate[],
	terms: PathTerms,
): Promise<readonly Certificate[] | PathRefusal> {
	const path = await followToAnchor(chain, terms);
	if (typeof path === "string") return path;
	if (!satisfiesNameConstraints(path)) return "certificate";
	// Asked last, and of what leads to an anchor alone: the host may have to ask somebody else.
	for (const { serialNumber, der } of path.slice(0, -1)) {
		if (await terms.isRevoked?.({ serialNumber, certificate: encodeBase64(der) })) return "revoked";
	}
	return path;
}

async function followToAnchor(
	chain: readonly Certificate[],
	terms: PathTerms,
): Promise<readonly Certificate[] | PathRefusal> {
	const path: Certificate[] = [];
	for (const [index, certificate] of chain.entries()) {
		path.push(certificate);
		const isAnchor = terms.anchors.some((anchor) => isSame(anchor, certificate));
		// An attestation certificate that is an anchor itself is one that we rely on like any other: it can expire.
		if (!isAnchor || index === 0) {
			const refusal = refusalOf(certificate, index === 0 ? terms : { ...terms, known: [] });
			if (refusal) return refusal;
		}
		if (isAnchor) return path;
		for (const anchor of terms.anchors) {
			if (await hasIssued(anchor, certificate, index, terms)) return [...path, anchor];
		}
		const next = chain[index + 1];
		if (!next || !(await hasIssued(next, certificate, index, terms))) return "untrusted";
	}
	return "untrusted";
}

function refusalOf(certificate: Certificate, terms: PathTerms): PathRefusal | undefined {
	const { notBefore, notAfter, extensions } = certificate;
	if (!(notBefore <= terms.now && terms.now <= notAfter)) return "expired";
	const known = [...KNOWN, ...(terms.known ?? [])];
	return [...extensions].some(([id, { isCritical }]) => isCritical && !known.includes(id)) ? "certificate" : undefined;
}

/**
 * Whether `issuer` is an authority that signed `certificate`; `below` counts the authorities between it and the first.
 */
async function hasIssued(issuer: Certificate, certificate: Certificate, below: number, terms: PathTerms) {
	if (issuer.subject !== certificate.issuer || !issuer.maySignCertificates) return false;
	// Version 1 has no extensions to say so; as an anchor it is the host that says so.
	const isOldAnchor = issuer.version < 3 && terms.anchors.includes(issuer);
	if (!issuer.basicConstraints?.isCa && !isOldAnchor) return false;
	if (below > (issuer.basicConstraints?.pathLength ?? Number.POSITIVE_INFINITY)) return false;
	const scheme = schemeOfCertificate(certificate.signatureAlgorithm, terms.allowSha1);
	if (!scheme) return false;
	return (await checkSignature(issuer.publicKey, scheme, certificate.signature, certificate.signed)) === "sound";
}

function isSame(one: Certificate, other: Certificate): boolean {
	return one.der.length === other.der.length && one.der.every((byte, index) => byte === other.der[index]);
}
