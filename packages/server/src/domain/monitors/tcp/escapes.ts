/** Bytes written as text: `\r`, `\n`, `\t`, `\0`, `\\` and `\xHH` stand for one byte each; all else is UTF-8. */

const ESCAPES: Readonly<Record<string, number>> = { r: 13, n: 10, t: 9, "0": 0, "\\": 92 };

/** The bytes of `text`; the escape that is not known, if there is one. */
export function unescaped(text: string): Uint8Array | { readonly unknownEscape: string } {
	const bytes: number[] = [];
	const encoder = new TextEncoder();
	for (const [piece] of text.matchAll(/\\x[0-9a-f]{2}|\\.?|[^\\]+/gis)) {
		if (!piece.startsWith("\\")) {
			bytes.push(...encoder.encode(piece));
			continue;
		}
		const byte = piece.length === 4 ? Number.parseInt(piece.slice(2), 16) : ESCAPES[piece.slice(1)];
		if (byte === undefined) return { unknownEscape: piece };
		bytes.push(byte);
	}
	return Uint8Array.from(bytes);
}
