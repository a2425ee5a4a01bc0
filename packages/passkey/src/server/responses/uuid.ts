/** The 16 `bytes` of an AAGUID as a hyphenated lower-case UUID (RFC 9562 §4). */
export function uuid(bytes: Uint8Array): string {
	const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
	return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
