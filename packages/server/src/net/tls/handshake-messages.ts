/**
 * Finds the certificates in the handshake messages of a server (RFC 5246 §7.4, RFC 8446 §4), however they are cut into
 * records. It keeps nothing but an unfinished message, which its user bounds.
 */

const HEADER_BYTES = 4;
const SERVER_HELLO = 2;
const CERTIFICATE = 11;
const COMPRESSED_CERTIFICATE = 25;

/** TLS 1.2 sends its certificates in the clear, TLS 1.3 encrypts them. */
export type TlsVersion = "TLS 1.2" | "TLS 1.3";

export class HandshakeMessages {
	/** Of TLS 1.3: the cipher suite that the server chose (RFC 8446 §B.4); null before its hello. */
	cipherSuite: number | null = null;
	/** DER; null as long as the server has not sent all of them. */
	certificates: readonly Buffer[] | null = null;
	/** Whether a message with certificates has begun. */
	isAtCertificates = false;
	#unfinished: Buffer = EMPTY;

	/** The next bytes of the messages; the form of certificates depends on `version`. */
	push(bytes: Buffer, version: TlsVersion): void {
		this.#unfinished = this.#unfinished.length === 0 ? bytes : Buffer.concat([this.#unfinished, bytes]);
		while (this.#unfinished.length > 0 && this.certificates === null) {
			const type = this.#unfinished[0];
			if (type === CERTIFICATE || type === COMPRESSED_CERTIFICATE) this.isAtCertificates = true;
			if (this.#unfinished.length < HEADER_BYTES) return;
			const end = HEADER_BYTES + this.#unfinished.readUIntBE(1, 3);
			if (this.#unfinished.length < end) return;
			this.#message(type, this.#unfinished.subarray(HEADER_BYTES, end), version);
			this.#unfinished = this.#unfinished.subarray(end);
		}
	}

	#message(type: number | undefined, body: Buffer, version: TlsVersion): void {
		if (type === SERVER_HELLO) this.cipherSuite = cipherSuiteOf(body);
		else if (type === CERTIFICATE) this.certificates = certificatesOf(body, version);
		// We never ask for compression (RFC 8879); OpenSSL refuses what was not asked for.
		else if (type === COMPRESSED_CERTIFICATE) this.certificates = [];
	}
}

const EMPTY = Buffer.alloc(0);

/** Version, 32 random bytes, a session id with its length, then the suite. */
function cipherSuiteOf(hello: Buffer): number | null {
	const offset = 35 + (hello[34] ?? 0);
	return offset + 2 <= hello.length ? hello.readUInt16BE(offset) : null;
}

/** A list that contradicts its own lengths ends where it does so: OpenSSL refuses the whole message. */
function certificatesOf(body: Buffer, version: TlsVersion): Buffer[] {
	const certificates: Buffer[] = [];
	// The request context of TLS 1.3, with its length, comes first.
	let offset = (version === "TLS 1.3" ? 1 + (body[0] ?? 0) : 0) + 3;
	while (offset + 3 <= body.length) {
		const end = offset + 3 + body.readUIntBE(offset, 3);
		if (end > body.length) break;
		certificates.push(body.subarray(offset + 3, end));
		offset = end;
		if (version === "TLS 1.3") offset += offset + 2 <= body.length ? 2 + body.readUInt16BE(offset) : 2;
	}
	return certificates;
}
