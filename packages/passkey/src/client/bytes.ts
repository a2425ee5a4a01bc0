/** The bytes of an `ArrayBuffer` or a view, of any realm, without a copy; `undefined` for anything else. */
export function bytesOf(value: unknown): Uint8Array | undefined {
	if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
	// Not instanceof: a password manager's buffer may come from its own realm, where ArrayBuffer is another class.
	if (Object.prototype.toString.call(value) === "[object ArrayBuffer]") return new Uint8Array(value as ArrayBuffer);
	return undefined;
}
