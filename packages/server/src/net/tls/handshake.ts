/**
 * The TLS handshake on a connected socket: the whole chain and the name are verified, and nothing is sent over a
 * connection that fails it, unless the caller wants no verification. The facts of the certificate are returned also
 * when it is refused. What the server can make it cost is bounded by ./offer.ts and ./handshake-guard.ts.
 *
 * Node is told not to reject by itself, because a socket that it destroys no longer shows its certificate.
 */

import type { X509Certificate } from "node:crypto";
import { isIP, type Socket } from "node:net";
import { connect, type DetailedPeerCertificate, type SecureContext, type TLSSocket } from "node:tls";
import type { CertificateSeen, Fault } from "../../domain/checks/observation.ts";
import type { ConnectError, TargetError } from "../connect-error.ts";
import type { Deadline } from "../deadline.ts";
import { transportErrorOf } from "../errno.ts";
import type { Inbox } from "../inbox.ts";
import { HandshakeGuard } from "./handshake-guard.ts";
import type { KnownCertificate, KnownCertificates } from "./known-certificates.ts";

interface HandshakeRequest {
	readonly socket: Socket;
	/** Receives what comes on `socket`. */
	readonly inbox: Inbox;
	readonly address: string;
	/**
	 * The name or address that the certificate must be for; a name is sent along (SNI), an address is not (RFC 6066 §3).
	 */
	readonly host: string;
	/** The protocol to offer (ALPN); none when absent. */
	readonly alpn?: string | undefined;
	/** False: a chain or a name that does not hold is no failure. */
	readonly verifies: boolean;
	readonly secureContext: SecureContext;
	/** What is known of certificates that servers showed before. */
	readonly certificates: KnownCertificates;
	readonly deadline: Deadline;
}

export interface TlsConnected {
	readonly kind: "tls_connected";
	readonly socket: TLSSocket;
	readonly certificate: CertificateSeen | null;
}

/** The server accepts nothing of the offer (RFC 8446 §4.1.1). It may accept another one. */
export interface NoCommonProtocol {
	readonly kind: "no_common_protocol";
	readonly connectError: ConnectError;
}

const NOT_AGREED = /_ALERT_(?:HANDSHAKE_FAILURE|INSUFFICIENT_SECURITY)$/;

const NOTHING_IN_COMMON =
	"handshake failure: no version, cipher or key agreement in common; finite-field Diffie-Hellman is not offered";

export function handshake(request: HandshakeRequest): Promise<TlsConnected | NoCommonProtocol | ConnectError> {
	const { socket: transport, address, host, alpn, verifies, secureContext, certificates, deadline } = request;
	const name = host.replace(/\.$/, "");
	return new Promise((resolve) => {
		let shown: KnownCertificate | null = null;
		const guard = new HandshakeGuard(transport, request.inbox, (reason) =>
			settle(handshakeErrorOf(`the server ${reason}`, "tls", address)),
		);
		const socket: TLSSocket = connect({
			socket: guard,
			secureContext,
			...(isIP(name) === 0 && { servername: name }),
			...(alpn !== undefined && { ALPNProtocols: [alpn] }),
			rejectUnauthorized: false,
			// Called only for a chain that holds.
			checkServerIdentity: (): Error | undefined => {
				shown = certificates.shownBy(socket, name);
				return shown?.isForName ? undefined : new WrongName("wrong name");
			},
		});
		// Node reads the certificate in its legacy form only to hand it to checkServerIdentity, which is content without: a
		// tenth of the whole handshake's cost. Were Node to stop asking, nothing but the saving would be lost.
		socket.getPeerCertificate = () => NO_LEGACY_CERTIFICATE;

		const settle = (outcome: TlsConnected | NoCommonProtocol | ConnectError) => {
			deadline.finish();
			socket.off("secureConnect", onSecure).off("error", onError);
			if (outcome.kind === "tls_connected") guard.release(socket.getProtocol() === "TLSv1.3" ? "TLS 1.3" : "TLS 1.2");
			if (outcome.kind !== "tls_connected") socket.destroy();
			resolve(outcome);
		};
		const onError = (error: NodeJS.ErrnoException) => {
			if (!isTlsError(error)) return settle(transportErrorOf(error, "tls", address));
			const connectError = tlsErrorOf(error, "tls", address);
			settle(NOT_AGREED.test(error.code ?? "") ? { kind: "no_common_protocol", connectError } : connectError);
		};
		const onSecure = () => {
			shown ??= certificates.shownBy(socket, name);
			const certificate = shown?.seen ?? null;
			if (socket.authorized || !verifies) return settle({ kind: "tls_connected", socket, certificate });
			// Typed as an Error; in truth it is the bare code.
			const code = String(socket.authorizationError);
			const message = refusal(code, socket.getPeerX509Certificate(), name);
			settle({
				kind: "failed",
				fault: UNTRUSTED[code] ?? "tls_untrusted",
				phase: "tls",
				message,
				address,
				certificate,
			});
		};

		deadline.begin(() => settle(deadline.connectError("tls", address)));
		socket.on("error", ignore).once("error", onError).once("secureConnect", onSecure);
		socket.on("keylog", (line: Buffer) => guard.onKeyLog(line));
	});
}

class WrongName extends Error {
	readonly code = "ERR_TLS_CERT_ALTNAME_INVALID";
}

const NO_LEGACY_CERTIFICATE = {} as DetailedPeerCertificate;

function ignore(): void {}

export function isTlsError({ code }: NodeJS.ErrnoException): boolean {
	return code !== undefined && (code === "EPROTO" || code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_"));
}

/** An alert or a broken record, also after the handshake: TLS 1.3 servers ask for client certificates that late. */
export function tlsErrorOf(
	error: NodeJS.ErrnoException,
	phase: "tls" | "first_byte" | "transfer",
	address: string,
): ConnectError {
	const detail = (error.code ?? "")
		.replace(/^ERR_(SSL|TLS)_/, "")
		.replaceAll("_", " ")
		.toLowerCase();
	const isNotAgreed = NOT_AGREED.test(error.code ?? "");
	return handshakeErrorOf(isNotAgreed ? NOTHING_IN_COMMON : detail.slice(0, 80), phase, address);
}

function handshakeErrorOf(detail: string, phase: TargetError["phase"], address: string): TargetError {
	const message = `The TLS handshake with ${address} failed (${detail}).`;
	return { kind: "failed", fault: "tls_handshake", phase, message, address, certificate: null };
}

/** Codes of OpenSSL's verification (verify(1ssl)) and of Node; every other one is `tls_untrusted`. */
const UNTRUSTED: Partial<Record<string, Fault>> = {
	CERT_HAS_EXPIRED: "tls_expired",
	CERT_NOT_YET_VALID: "tls_not_yet_valid",
	DEPTH_ZERO_SELF_SIGNED_CERT: "tls_self_signed",
	// Only the server's own certificate was sent, and it is not signed by a root that we know.
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: "tls_incomplete_chain",
	CERT_REVOKED: "tls_revoked",
	ERR_TLS_CERT_ALTNAME_INVALID: "tls_wrong_name",
	HOSTNAME_MISMATCH: "tls_wrong_name",
};

function refusal(code: string, certificate: X509Certificate | undefined, name: string): string {
	switch (UNTRUSTED[code]) {
		case "tls_expired":
			return `A certificate of the chain has expired; the server's own is valid until ${certificate?.validTo}.`;
		case "tls_not_yet_valid":
			return `A certificate of the chain is not valid yet; the server's own is valid from ${certificate?.validFrom}.`;
		case "tls_self_signed":
			return "The certificate is signed by itself.";
		case "tls_incomplete_chain":
			return "The chain is incomplete: the certificate's issuer is not trusted here, and no certificate of it was sent.";
		case "tls_wrong_name":
			return `The certificate is not for ${name.slice(0, 60)} but for ${namesOf(certificate)}.`;
		case "tls_revoked":
			return "The certificate is revoked.";
		default:
			return `The chain does not lead to a trusted root (${code.slice(0, 60)}).`;
	}
}

function namesOf(certificate: X509Certificate | undefined): string {
	const names = (certificate?.subjectAltName ?? "").replace(/\b(DNS|IP Address):/g, "");
	if (names === "") return "no name: it lists none, and the common name does not count";
	return names.length <= 80 ? names : `${names.slice(0, 79)}…`;
}
