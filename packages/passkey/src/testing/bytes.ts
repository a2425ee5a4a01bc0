export type Bytes = Uint8Array<ArrayBuffer>;

export function concatenate(...parts: readonly Uint8Array[]): Bytes {
	const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
	let offset = 0;
	for (const part of parts) {
		whole.set(part, offset);
		offset += part.length;
	}
	return whole;
}

/** `value` in `width` bytes, most significant first. */
export function bigIntegerBytes(value: bigint, width: number): Bytes {
	const hex = value.toString(16).padStart(2 * width, "0");
	return Uint8Array.from({ length: width }, (_, index) => Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16));
}

export async function sha256(bytes: Bytes): Promise<Bytes> {
	return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}
