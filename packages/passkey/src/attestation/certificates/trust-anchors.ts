/** Reads the certificates that a host trusts. */

import { decodeBase64 } from "./base64.ts";
import { type Certificate, parseCertificate } from "./certificate.ts";

/** PEM text, of which one may hold several certificates, or the DER bytes of one. */
export type TrustAnchor = string | Uint8Array;

const PEM = /-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g;

/** Throws `TypeError` for what holds no certificate: a root that is not read would only show when nobody can enroll. */
export function readTrustAnchors(anchors: readonly TrustAnchor[]): Certificate[] {
	if (!Array.isArray(anchors)) throw new TypeError("trustAnchors: must be an array");
	return anchors.flatMap((anchor) => {
		const ders =
			typeof anchor === "string"
				? [...anchor.matchAll(PEM)].map(([, base64 = ""]) => decodeBase64(base64))
				: [Uint8Array.from(anchor)];
		const certificates = ders.map((der) => der && parseCertificate(der));
		if (certificates.length === 0 || !certificates.every((each) => each !== undefined)) {
			throw new TypeError("trustAnchors: must be certificates, as PEM text or DER bytes");
		}
		return certificates;
	});
}
