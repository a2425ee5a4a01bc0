/** Finds the elements of DER (X.690), as far as certificates and sessions of TLS need it. */

export const SEQUENCE = 0x30;

interface Element {
	readonly content: Buffer;
	/** Where the next element begins. */
	readonly end: number;
}

/**
 * The element at `offset` when it has `tag` and a length as DER writes it; null when not, or when there is no offset.
 */
export function elementAt(bytes: Buffer | undefined, offset: number | undefined, tag: number): Element | null {
	if (bytes === undefined || offset === undefined || bytes[offset] !== tag) return null;
	const first = bytes[offset + 1] ?? 0x80;
	let length = first;
	let begin = offset + 2;
	if (first >= 0x80) {
		const lengthBytes = first & 0x7f;
		// A certificate is shorter than 2^24 bytes, for a handshake message has no room for more; a session holds one.
		if (lengthBytes < 1 || lengthBytes > 3 || begin + lengthBytes > bytes.length) return null;
		length = bytes.readUIntBE(begin, lengthBytes);
		begin += lengthBytes;
	}
	const end = begin + length;
	return end > bytes.length ? null : { content: bytes.subarray(begin, end), end };
}
