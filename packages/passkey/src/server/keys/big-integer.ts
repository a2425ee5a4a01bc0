/** The number that `bytes` spell, most significant first. */
export function bigIntegerFrom(bytes: Uint8Array): bigint {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
	let number = 0n;
	let offset = 0;
	// Word by word: every sign-in with a key that is not remembered reads a point.
	for (; offset + 8 <= bytes.length; offset += 8) number = (number << 64n) | view.getBigUint64(offset);
	for (; offset < bytes.length; offset++) number = (number << 8n) | BigInt(view.getUint8(offset));
	return number;
}
