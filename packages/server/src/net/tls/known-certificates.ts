/**
 * What the certificates of servers say, and for which names they are. A server shows the same certificate at nearly
 * every check, so what was read of it is kept under its fingerprint. Nothing else is: each handshake verifies the chain
 * anew.
 */

import { hash, type X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import type { TLSSocket } from "node:tls";
import type { CertificateSeen } from "../../domain/checks/observation.ts";
import { certificateSeen } from "./certificate.ts";
import { certificateIn } from "./session-certificate.ts";

export interface KnownCertificate {
	readonly seen: CertificateSeen;
	/** Whether it is for the name that was asked for. */
	readonly isForName: boolean;
}

/** About 300 bytes each. With more servers than this, all are read anew once. */
const MAX_KNOWN = 20_000;

export class KnownCertificates {
	/** By fingerprint and name. */
	readonly #known = new Map<string, KnownCertificate>();

	/** The certificate that the server showed in its handshake, held against `name`; null when it showed none. */
	shownBy(socket: TLSSocket, name: string): KnownCertificate | null {
		const der = certificateIn(socket.getSession());
		const key = der === null ? null : `${hash("sha256", der)} ${name}`;
		const known = key === null ? undefined : this.#known.get(key);
		if (known !== undefined) return known;
		const certificate = socket.getPeerX509Certificate();
		if (certificate === undefined) return null;
		const read = { seen: certificateSeen(certificate), isForName: isFor(certificate, name) };
		if (key !== null) this.#keep(key, read);
		return read;
	}

	#keep(key: string, certificate: KnownCertificate): void {
		if (this.#known.size >= MAX_KNOWN) this.#known.clear();
		this.#known.set(key, certificate);
	}
}

/** RFC 9525, as browsers read it: names in the subject do not count, and a wildcard stands for one whole label. */
function isFor(certificate: X509Certificate, name: string): boolean {
	if (isIP(name) !== 0) return certificate.checkIP(name) !== undefined;
	if (certificate.checkHost(name, { subject: "never", partialWildcards: false }) !== undefined) return true;
	return name.includes("_") && isCoveredByWildcard(certificate.subjectAltName ?? "", name);
}

/**
 * OpenSSL lets a wildcard stand for no label with an underscore. Hosts have them all the same, and browsers take them.
 */
function isCoveredByWildcard(names: string, host: string): boolean {
	const rest = host.slice(host.indexOf(".") + 1).toLowerCase();
	// As for other hosts: no wildcard for all of a top-level domain.
	return rest.includes(".") && names.toLowerCase().split(", ").includes(`dns:*.${rest}`);
}
