/**
 * Stands between a connection and OpenSSL until the handshake is over, because OpenSSL's work is synchronous and the
 * server chooses how much of it there is. The guard bounds what a handshake may send, and holds back certificates that
 * are large until ./certificate-limits.ts has seen them.
 *
 * Most servers send less than UNSEEN_BYTES, which pass as they come. Beyond, the records are read: the certificates of
 * TLS 1.2 are in the clear, those of TLS 1.3 are decrypted with the secret that OpenSSL reports for key logs.
 */

import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import type { Inbox } from "../inbox.ts";
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

type Written = (error?: Error | null) => void;

/** A stream because `tls.connect` asks for one; it passes on what comes, and buffers nothing but what #gathered has. */
export class HandshakeGuard extends Duplex {
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
	#encrypted: Buffer[] = [];
	#secret: Buffer | null = null;
	#decryption: RecordDecryption | null = null;
	readonly #meter = new RecordMeter();
	/** Whether OpenSSL is reading a part of the handshake: what it writes meanwhile answers it. */
	#isAnswering = false;
	/** Answers that have not left. */
	#gathered: Buffer[] = [];
	#isReleased = false;
	#isMetered = true;

	/** `refuse` is called at most once, with the end of a sentence that begins "the server …". */
	constructor(transport: Socket, inbox: Inbox, refuse: (reason: string) => void) {
		super();
		this.#transport = transport;
		this.#refuse = refuse;
		inbox.open((bytes) => this.#receive(bytes));
		transport
			.on("end", () => this.emit("end"))
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
		this.#isMetered = version === "TLS 1.2";
		if (this.#stage !== "open") this.#open();
		this.#meter.handshakeBytes = 0;
		this.#isReleased = true;
	}

	override _read(): void {}

	override pause(): this {
		this.#transport.pause();
		return this;
	}

	override resume(): this {
		this.#transport.resume();
		return this;
	}

	override cork(): void {
		this.#transport.cork();
	}

	override uncork(): void {
		this.#transport.uncork();
	}

	/**
	 * Node passes on what OpenSSL writes piece by piece, a turn of the event loop apart. An answer to the handshake waits
	 * for the next turn, so that the end of the handshake and the request leave together: each write of its own costs
	 * a twentieth of the check.
	 */
	override write(bytes: Buffer, encodingOrDone?: BufferEncoding | Written, done?: Written): boolean {
		const written = typeof encodingOrDone === "function" ? encodingOrDone : done;
		if (!this.#isAnswering && this.#gathered.length === 0) return this.#transport.write(bytes, written);
		this.#gathered.push(bytes);
		// Now, and not after #flush: Node brings the next piece in an immediate of its own, which then runs before #flush.
		written?.(null);
		if (this.#gathered.length === 1) setImmediate(() => this.#flush());
		return true;
	}

	override end(done?: () => void): this {
		this.#flush();
		this.#transport.end(done);
		return this;
	}

	#flush(): void {
		if (this.#gathered.length === 0) return;
		const gathered = Buffer.concat(this.#gathered);
		this.#gathered = [];
		this.#transport.write(gathered);
	}

	override _destroy(error: Error | null, done: (error: Error | null) => void): void {
		// An alert that says what was wrong.
		this.#flush();
		this.#transport.destroy();
		done(error);
	}

	#receive(bytes: Buffer): void {
		if (this.#stage === "open") {
			this.#forward(bytes);
		} else if (this.#stage !== "refused") {
			this.#isAnswering = true;
			const refusal = this.#watch(bytes);
			this.#isAnswering = false;
			if (refusal !== null) this.#end(refusal);
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
		this.#unread.push(Buffer.from(bytes));
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
			if (type === APPLICATION_DATA) this.#encrypted.push(record);
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
		if (!this.#decrypt()) return "sends a handshake record that is not authentic";
		const { certificates } = this.#messages;
		if (certificates === null) return null;
		const refusal = refusalOfChain(certificates);
		if (refusal === null) this.#open();
		return refusal;
	}

	/** Reads the encrypted records as far as there is a secret; false when one is not authentic. */
	#decrypt(): boolean {
		const { cipherSuite } = this.#messages;
		if (this.#encrypted.length === 0 || this.#secret === null || cipherSuite === null) return true;
		this.#decryption ??= RecordDecryption.of(cipherSuite, this.#secret);
		for (const record of this.#encrypted) {
			const opened = this.#decryption?.open(record);
			if (!opened) return false;
			if (opened.type === HANDSHAKE) this.#messages.push(opened.content, "TLS 1.3");
		}
		this.#encrypted = [];
		return true;
	}

	#open(): void {
		const unseen = this.#stage === "inspecting" ? [...this.#held, ...this.#unread] : [];
		// In either stage this begins with a record.
		if (this.#isMetered) for (const bytes of this.#unread) this.#meter.push(bytes);
		this.#stage = "open";
		this.#unread = [];
		this.#held = [];
		this.#encrypted = [];
		for (const bytes of unseen) this.#pass(bytes);
	}

	#pass(bytes: Buffer): void {
		const already = Math.min(this.#passedBytes, bytes.length);
		this.#passedBytes -= already;
		if (already < bytes.length) this.#push(bytes.subarray(already));
	}

	#push(bytes: Buffer): void {
		this.emit("data", bytes);
	}

	#end(reason: string): void {
		this.#stage = "refused";
		this.#transport.pause();
		this.#refuse(reason);
	}
}
