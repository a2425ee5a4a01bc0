/** Reads the facts of a peer's certificate without Node's expensive legacy object. */

import type { X509Certificate } from "node:crypto";
import type { CertificateSeen } from "../../domain/checks/observation.ts";

const MAX_ISSUER_LENGTH = 255;

export function certificateSeen(certificate: X509Certificate): CertificateSeen {
	return {
		expiresAt: certificate.validToDate.getTime(),
		issuer: issuerOf(certificate.issuer),
		fingerprint: certificate.fingerprint256.replaceAll(":", "").toLowerCase(),
	};
}

/**
 * The organisation, else the common name, of a name as Node writes it: one `KEY=value` a line, escaped after RFC 2253.
 */
function issuerOf(name: string | undefined): string | null {
	const lines = (name ?? "").split("\n");
	const value = attribute(lines, "O=") ?? attribute(lines, "CN=");
	return value === null ? null : value.slice(0, MAX_ISSUER_LENGTH);
}

function attribute(lines: readonly string[], key: string): string | null {
	const line = lines.find((candidate) => candidate.startsWith(key));
	if (line === undefined) return null;
	return line
		.slice(key.length)
		.replace(/\\([0-9A-F]{2}|.)/g, (_, escaped: string) =>
			escaped.length === 2 ? String.fromCharCode(Number.parseInt(escaped, 16)) : escaped,
		);
}
