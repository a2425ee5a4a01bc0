/**
 * Verifies the blob that the FIDO Metadata Service publishes (FIDO MDS 3.1 §3.2), a JWT with a certificate chain. The
 * host fetches it, from https://mds3.fidoalliance.org/ or a mirror of its own; nothing here opens a connection.
 */

import { failure, type Result, success } from "@lapwing/result";
import { decodeBase64url } from "../../base64url.ts";
import type { Bytes } from "../../bytes.ts";
import { PasskeyError } from "../../passkey-error.ts";
import { ownMember } from "../../server/responses/own-member.ts";
import type { MetadataBlobEntry } from "../../server/verification/attestation-policy.ts";
import { decodeBase64 } from "../certificates/base64.ts";
import { type Certificate, parseCertificate } from "../certificates/certificate.ts";
import { type PathRefusal, pathToAnchor, type RevocableCertificate } from "../certificates/certificate-path.ts";
import { checkSignature, schemeOfCose } from "../certificates/signatures.ts";
import { readTrustAnchors, type TrustAnchor } from "../certificates/trust-anchors.ts";
import { isDay, Metadata } from "./metadata.ts";

export interface VerifyMetadataBlobOptions {
	/** The root that FIDO's certificate leads to: GlobalSign Root CA - R3 when this was written. */
	trustAnchors: readonly TrustAnchor[];
	/**
	 * The DNS name that the signing certificate must be for. The root issues certificates for anybody's website, so the
	 * chain alone proves little. Default: `mds.fidoalliance.org`.
	 */
	signer?: string | undefined;
	/** The `number` of the blob that you have, 0 or above: one whose number is not greater is refused. Default: none. */
	newerThan?: number | undefined;
	/** Asked for every certificate of the path but the trust anchor. */
	isRevoked?: ((certificate: RevocableCertificate) => boolean | Promise<boolean>) | undefined;
	/** The time at which certificates must be valid. Default: now. */
	now?: (() => Date) | undefined;
}

/** Why a blob was not taken. Keep the one that you have, and look at `reason`. */
export class MetadataError extends PasskeyError {
	override readonly name = "MetadataError";
	readonly reason: MetadataRefusalReason;
	constructor(reason: MetadataRefusalReason) {
		super("The metadata blob was not accepted");
		this.reason = reason;
	}
}

export type MetadataRefusalReason =
	| PathRefusal
	/** No JWT with a chain, or not the payload that FIDO specifies. */
	| "malformed"
	| "algorithm"
	| "signature"
	/** Signed for another name than `signer`. */
	| "signer"
	/** Its number is not greater than that of the blob that you have. */
	| "not-newer";

/** Characters. The blob of 2026 has about 8 million. */
const MAX_BLOB_LENGTH = 32 * 1024 * 1024;
/** Characters of the header, which is read before anything is verified: eight certificates of 9 KB in base64, twice. */
const MAX_HEADER_LENGTH = 128 * 1024;
/** Characters. RSA of 8,192 bits has 1,366. */
const MAX_SIGNATURE_LENGTH = 2_048;
const MAX_CERTIFICATES = 8;
const SIGNER = "mds.fidoalliance.org";

/** COSE numbers of the algorithms of JWTs (RFC 7518 §3.1). */
const ALGORITHMS: ReadonlyMap<unknown, number> = new Map<unknown, number>([
	["ES256", -7],
	["ES384", -35],
	["ES512", -36],
	["RS256", -257],
	["RS384", -258],
	["RS512", -259],
	["PS256", -37],
	["PS384", -38],
	["PS512", -39],
]);

/**
 * The metadata in a blob whose signature and chain verify.
 *
 * @param blob the text that the service answered.
 * @returns a failure with its reason; never throws for anything a blob can hold.
 * @throws TypeError when a trust anchor can't be read; RangeError when there is none, or `newerThan` is no number of a
 * blob.
 *
 * @example
 * ```ts
 * import { verifyMetadataBlob } from "@lapwing/passkey/attestation";
 * import { readFile } from "node:fs/promises";
 *
 * const blob = await (await fetch("https://mds3.fidoalliance.org/")).text();
 * const result = await verifyMetadataBlob(blob, { trustAnchors: [await readFile("globalsign-r3.pem", "utf8")] });
 * ```
 */
export async function verifyMetadataBlob(
	blob: string,
	options: VerifyMetadataBlobOptions,
): Promise<Result<Metadata, MetadataError>> {
	const { signer = SIGNER, newerThan = -1, isRevoked, now = () => new Date() } = options;
	const anchors = readTrustAnchors(options.trustAnchors);
	if (anchors.length === 0) throw new RangeError("trustAnchors: at least one is needed");
	if (options.newerThan !== undefined && !isBlobNumber(newerThan)) {
		throw new RangeError("newerThan: a whole number, 0 or above; left out where you have no blob");
	}
	const refuse = (reason: MetadataRefusalReason) => failure(new MetadataError(reason));

	// §3.2 steps 1 to 3: the JWT and the chain of its signer.
	const token = readToken(blob);
	if (!token) return refuse("malformed");
	const [certificate] = token.chain;
	const path = await pathToAnchor(token.chain, { anchors, now: now().getTime(), allowSha1: false, isRevoked });
	if (typeof path === "string") return refuse(path);
	if (!certificate.alternativeNames.dns.some((name) => name.toLowerCase() === signer)) return refuse("signer");
	// Step 4: the signature.
	const scheme = schemeOfCose(token.algorithm, false);
	if (!scheme) return refuse("algorithm");
	const { signature, signed } = token;
	const outcome = await checkSignature(certificate.publicKey, { ...scheme, encoding: "raw" }, signature, signed);
	if (outcome !== "sound") return refuse(outcome);
	// Step 5: the payload and its number. Nothing of it is read before it is known who signed it.
	const payload = decodeBase64url(token.payload);
	const metadata = payload && readPayload(payload);
	if (!metadata) return refuse("malformed");
	return metadata.number > newerThan ? success(metadata) : refuse("not-newer");
}

interface Token {
	readonly algorithm: number | undefined;
	readonly chain: readonly [Certificate, ...Certificate[]];
	/** Base64url. */
	readonly payload: string;
	readonly signed: Bytes;
	readonly signature: Bytes;
}

/** A JWT in its compact form (RFC 7515 §7.1) with `x5c`. One with `x5u` alone is none: we fetch nothing. */
function readToken(blob: string): Token | undefined {
	if (typeof blob !== "string" || blob.length > MAX_BLOB_LENGTH) return undefined;
	const text = blob.trim();
	const headerEnd = text.indexOf(".");
	const payloadEnd = text.indexOf(".", headerEnd + 1);
	if (headerEnd < 0 || headerEnd > MAX_HEADER_LENGTH) return undefined;
	if (payloadEnd < 0 || text.length - payloadEnd > MAX_SIGNATURE_LENGTH) return undefined;
	const header = decodeBase64url(text.slice(0, headerEnd));
	// With a third dot it is none.
	const signature = decodeBase64url(text.slice(payloadEnd + 1));
	const members = header && parseJson(header);
	if (!signature || !members) return undefined;
	// RFC 7515 §4.1.11: extensions that must be understood. None is.
	if (ownMember(members, "crit") !== undefined) return undefined;
	const x5c = ownMember(members, "x5c");
	if (!Array.isArray(x5c) || x5c.length > MAX_CERTIFICATES) return undefined;
	const [first, ...others] = x5c.map((text) => {
		const der = typeof text === "string" ? decodeBase64(text) : undefined;
		return der && parseCertificate(der);
	});
	if (!first || !others.every((each) => each !== undefined)) return undefined;
	return {
		algorithm: ALGORITHMS.get(ownMember(members, "alg")),
		chain: [first, ...others],
		payload: text.slice(headerEnd + 1, payloadEnd),
		signed: new TextEncoder().encode(text.slice(0, payloadEnd)),
		signature,
	};
}

function readPayload(bytes: Uint8Array): Metadata | undefined {
	const payload = parseJson(bytes);
	if (!payload) return undefined;
	const number = ownMember(payload, "no");
	const nextUpdate = ownMember(payload, "nextUpdate");
	const entries = ownMember(payload, "entries");
	if (!isBlobNumber(number) || !isDay(nextUpdate)) return undefined;
	if (!Array.isArray(entries) || !entries.every((entry) => typeof entry === "object" && entry !== null)) {
		return undefined;
	}
	return new Metadata(number, nextUpdate, entries as MetadataBlobEntry[]);
}

function isBlobNumber(value: unknown): value is number {
	return Number.isSafeInteger(value) && (value as number) >= 0;
}

function parseJson(bytes: Uint8Array): object | undefined {
	try {
		const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
		return typeof value === "object" && value !== null ? value : undefined;
	} catch {
		return undefined;
	}
}
