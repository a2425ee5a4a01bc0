/**
 * Counts the handshake bytes that a TLS 1.2 server sends after the handshake. With them it makes us negotiate again, as
 * often as it likes; some servers do so once, to ask for a certificate of ours. The types of records are in the clear.
 */

import { RECORD_HEADER_BYTES } from "./record-decryption.ts";

const HANDSHAKE = 22;

export class RecordMeter {
	handshakeBytes = 0;
	/** A header that has not come whole. */
	#header: Buffer = EMPTY;
	/** Of the record under way. */
	#remainingBytes = 0;

	push(bytes: Buffer): void {
		let offset = 0;
		while (offset < bytes.length) {
			const taken = Math.min(this.#remainingBytes, bytes.length - offset);
			this.#remainingBytes -= taken;
			offset += taken;
			if (this.#remainingBytes > 0) return;
			const rest = bytes.subarray(offset, offset + RECORD_HEADER_BYTES - this.#header.length);
			this.#header = Buffer.concat([this.#header, rest]);
			offset += rest.length;
			if (this.#header.length < RECORD_HEADER_BYTES) return;
			this.#remainingBytes = this.#header.readUInt16BE(3);
			if (this.#header[0] === HANDSHAKE) this.handshakeBytes += RECORD_HEADER_BYTES + this.#remainingBytes;
			this.#header = EMPTY;
		}
	}
}

const EMPTY = Buffer.alloc(0);
