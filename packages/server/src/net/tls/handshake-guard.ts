/**
 * Stands between a connection and OpenSSL until the handshake is over, because OpenSSL's work is synchronous and the
 * server chooses how much of it there is. The guard bounds what a handshake may send, holds back certificates that are
 * large until ./certificate-limits.ts has seen them, and measures how long the handshake kept this thread busy.
 *
 * Most servers send less than UNSEEN_BYTES, which pass as they come. Beyond, the records are read: the certificates of
 * TLS 1.2 are in the clear, those of TLS 1.3 are decrypted with the secret that OpenSSL reports for key logs.
 */

import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { refusalOfChain } from "./certificate-limits.ts";
import { HandshakeMessages, type TlsVersion } from "./handshake-messages.ts";
import { RECORD_HEADER_BYTES, RecordDecryption } from "./record-decryption.ts";
import { RecordMeter } from "./record-meter.ts";

/**
 * No certificates that fit in here take more than about 45 ms to verify (five RSA keys with huge exponents). A server
 * of TLS 1.2 may send as much again after the handshake, to negotiate once more.
 */
const UNSEEN_BYTES = 8 * 1024;
/** OpenSSL takes up to 100 KiB of certificates; with the other messages no handshake needs more. */
const MAX_HANDSHAKE_BYTES = 128 * 1024;
/** Some servers send records of one packet each, which makes about 90. */
const MAX_RECORDS = 256;
/** RFC 8446 §5.2. */
const MAX_RECORD_BYTES = 16_384 + 256;

const HANDSHAKE_SECRET = "SERVER_HANDSHAKE_TRAFFIC_SECRET ";

const CHANGE_CIPHER_SPEC = 20;
const HANDSHAKE = 22;
const APPLICATION_DATA = 23;

/** Named as OpenSSL names its errors. */
class TooMuchRenegotiation extends Error {
	readonly code = "ERR_SSL_TOO_MUCH_RENEGOTIATION";
}

export class HandshakeGuard extends Duplex {
	/**
	 * For how long the server's messages kept this thread so far. Not its processor time: asking the system for that
	 * costs a twentieth of a handshake. So on a machine without a free processor it is more than the server's doing.
	 */
	busyMs = 0;
	readonly #transport: Socket;
	readonly #refuse: (reason: string) => void;
	readonly #messages = new HandshakeMessages();
	#stage: "unseen" | "inspecting" | "refused" | "open" = "unseen";
	#receivedBytes = 0;
	#records = 0;
	/** What passed unseen; later, the beginning of a record. */
	#unread: Buffer[] = [];
	/** How many bytes of the records to come have passed already. */
	#passedBytes = 0;
	/** Records that OpenSSL has not got yet. */
	#held: Buffer[] = [];
	/** Encrypted records that were not read yet. */
	#sealed: Buffer[] = [];
	#secret: Buffer | null = null;
	#decryption: RecordDecryption | null = null;
	readonly #meter = new RecordMeter();
	#isReleased = false;
	#isMetered = true;

	/** `refuse` is called at most once, with the end of a sentence that begins "the server …". */
	constructor(transport: Socket, refuse: (reason: string) => void) {
		super();
		this.#transport = transport;
		this.#refuse = refuse;
		transport
			.on("data", (bytes: Buffer) => this.#receive(bytes))
			.on("end", () => this.push(null))
			.on("error", (error) => this.destroy(error))
			.on("close", () => this.destroy());
	}

	/** A line for a key log as OpenSSL writes it: label, the client's random bytes, secret. */
	onKeyLog(line: Buffer): void {
		const text = line.toString("latin1").trimEnd();
		if (!text.startsWith(HANDSHAKE_SECRET)) return;
		this.#secret = Buffer.from(text.slice(text.lastIndexOf(" ") + 1), "hex");
	}

	/** The handshake is over: everything passes from now on, but for endless renegotiation where the version has any. */
	release(version: TlsVersion): void {
		if (this.#stage !== "open") this.#open();
		this.#meter.handshakeBytes = 0;
		this.#isReleased = true;
		this.#isMetered = version === "TLS 1.2";
	}

	override _read(): void {
		this.#transport.resume();
	}

	override _write(bytes: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
		this.#transport.write(bytes, done);
	}

	override _writev(pieces: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
		this.#transport.write(Buffer.concat(pieces.map(({ chunk }) => chunk)), done);
	}

	override _final(done: () => void): void {
		this.#transport.end(done);
	}

	override _destroy(error: Error | null, done: (error: Error | null) => void): void {
		this.#transport.destroy();
		done(error);
	}

	#receive(bytes: Buffer): void {
		if (this.#stage === "open") {
			this.#forward(bytes);
		} else if (this.#stage !== "refused") {
			const before = performance.now();
			const refusal = this.#watch(bytes);
			if (refusal !== null) this.#end(refusal);
			this.busyMs += performance.now() - before;
		}
	}

	#forward(bytes: Buffer): void {
		if (this.#isMetered) this.#meter.push(bytes);
		const isEndless = this.#isReleased && this.#meter.handshakeBytes > UNSEEN_BYTES;
		if (isEndless) this.destroy(new TooMuchRenegotiation());
		else this.#push(bytes);
	}

	/** Why the server is refused; null when it is not. */
	#watch(bytes: Buffer): string | null {
		this.#receivedBytes += bytes.length;
		this.#unread.push(bytes);
		if (this.#receivedBytes <= UNSEEN_BYTES) {
			this.#passedBytes = this.#receivedBytes;
			this.#push(bytes);
			return null;
		}
		this.#stage = "inspecting";
		if (this.#receivedBytes > MAX_HANDSHAKE_BYTES)
			return `sends more than ${MAX_HANDSHAKE_BYTES} bytes in its handshake`;
		if (!this.#readRecords()) return "sends bytes that are not TLS records";
		if (this.#records > MAX_RECORDS) return `sends more than ${MAX_RECORDS} records in its handshake`;
		return this.#advance();
	}

	/** Cuts what was received into records; false when it is no TLS. */
	#readRecords(): boolean {
		let bytes = this.#unread.length === 1 ? (this.#unread[0] as Buffer) : Buffer.concat(this.#unread);
		while (bytes.length >= RECORD_HEADER_BYTES) {
			const type = bytes.readUInt8(0);
			const end = RECORD_HEADER_BYTES + bytes.readUInt16BE(3);
			if (type < CHANGE_CIPHER_SPEC || type > APPLICATION_DATA || end > MAX_RECORD_BYTES) break;
			if (bytes.length < end) {
				this.#unread = [bytes];
				return true;
			}
			const record = bytes.subarray(0, end);
			if (type === HANDSHAKE) this.#messages.push(record.subarray(RECORD_HEADER_BYTES), "TLS 1.2");
			if (type === APPLICATION_DATA) this.#sealed.push(record);
			this.#held.push(record);
			this.#records++;
			bytes = bytes.subarray(end);
		}
		this.#unread = bytes.length === 0 ? [] : [bytes];
		return bytes.length < RECORD_HEADER_BYTES;
	}

	/** Passes what can't hold certificates, and the rest once the certificates are known to be cheap. */
	#advance(): string | null {
		// OpenSSL needs the server's hello, which holds no certificates, before it reports the secret.
		while (this.#held[0]?.[0] !== APPLICATION_DATA && !this.#messages.isAtCertificates) {
			const record = this.#held.shift();
			if (record === undefined) return null;
			this.#pass(record);
		}
		if (!this.#unseal()) return "sends a handshake record that is not authentic";
		const { certificates } = this.#messages;
		if (certificates === null) return null;
		const refusal = refusalOfChain(certificates);
		if (refusal === null) this.#open();
		return refusal;
	}

	/** Reads the encrypted records as far as there is a secret; false when one is not authentic. */
	#unseal(): boolean {
		const { cipherSuite } = this.#messages;
		if (this.#sealed.length === 0 || this.#secret === null || cipherSuite === null) return true;
		this.#decryption ??= RecordDecryption.of(cipherSuite, this.#secret);
		for (const record of this.#sealed) {
			const opened = this.#decryption?.open(record);
			if (!opened) return false;
			if (opened.type === HANDSHAKE) this.#messages.push(opened.content, "TLS 1.3");
		}
		this.#sealed = [];
		return true;
	}

	#open(): void {
		const unseen = this.#stage === "inspecting" ? [...this.#held, ...this.#unread] : [];
		// In either stage this begins with a record.
		for (const bytes of this.#unread) this.#meter.push(bytes);
		this.#stage = "open";
		this.#unread = [];
		this.#held = [];
		this.#sealed = [];
		for (const bytes of unseen) this.#pass(bytes);
	}

	#pass(bytes: Buffer): void {
		const already = Math.min(this.#passedBytes, bytes.length);
		this.#passedBytes -= already;
		if (already < bytes.length) this.#push(bytes.subarray(already));
	}

	#push(bytes: Buffer): void {
		if (!this.push(bytes)) this.#transport.pause();
	}

	#end(reason: string): void {
		this.#stage = "refused";
		this.#transport.pause();
		this.#refuse(reason);
	}
}
