/** Makes signed metadata blobs, sound ones or with what a test changes. */

import { encodeBase64url } from "../../base64url.ts";
import type { Bytes } from "../../testing/bytes.ts";
import { encodeBase64 } from "../certificates/base64.ts";
import {
	type Authority,
	type CertificateParts,
	dnsName,
	makeCertificate,
	makeSigner,
	type SignerKind,
} from "./certificates.ts";

export interface BlobChanges extends Partial<CertificateParts> {
	readonly kind?: SignerKind;
	readonly algorithm?: string;
	readonly dns?: string;
	readonly payload?: unknown;
	readonly header?: (sound: Record<string, unknown>) => Record<string, unknown>;
	readonly signature?: (sound: Bytes) => Bytes;
	/** Behind the signer's own certificate. */
	readonly others?: readonly Bytes[];
}

export const PAYLOAD = { legalHeader: "For tests.", no: 15, nextUpdate: "2026-12-01", entries: [] as unknown[] };

export async function metadataBlob(authority: Authority, changes: BlobChanges = {}): Promise<string> {
	const { kind = "RSA", algorithm = "RS256", dns = "mds.fidoalliance.org", payload = PAYLOAD, ...parts } = changes;
	const signer = await makeSigner(kind);
	const certificate = await makeCertificate({
		spki: signer.spki,
		subject: [["2.5.4.3", dns]],
		issuerName: authority.name,
		issuer: authority.signer,
		alternativeNames: [dnsName(dns)],
		...parts,
	});
	const x5c = [certificate, ...(changes.others ?? [])].map(encodeBase64);
	const header = (changes.header ?? same)({ alg: algorithm, typ: "JWT", x5c });
	const text = (value: unknown) => encodeBase64url(new TextEncoder().encode(JSON.stringify(value)));
	const signed = `${text(header)}.${text(payload)}`;
	const signature = (changes.signature ?? same)(await signer.signRaw(new TextEncoder().encode(signed)));
	return `${signed}.${encodeBase64url(signature)}`;
}

function same<T>(value: T): T {
	return value;
}
