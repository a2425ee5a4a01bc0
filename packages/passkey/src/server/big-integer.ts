/** The number that `bytes` spell, most significant first. */
export function bigIntegerFrom(bytes: Uint8Array): bigint {
	let hex = "0x0";
	for (const byte of bytes) hex += (byte >> 4).toString(16) + (byte & 15).toString(16);
	return BigInt(hex);
}
