/**
 * The body of a response: how much of it is read, and how it becomes text. It is read to its end or to a
 * bound, whichever comes first; it is kept, decompressed and decoded only when its text is needed.
 *
 * The limit applies to the bytes as they arrive and again to what they decompress to, so that a small compressed body
 * can't use up the memory.
 */

import type { Transform } from "node:stream";
import {
	constants,
	createBrotliDecompress,
	createGunzip,
	createInflate,
	createInflateRaw,
	createZstdDecompress,
} from "node:zlib";

/** The value of Accept-Encoding. */
export const ACCEPTED_ENCODINGS = "gzip, deflate, br, zstd";
/** Codings applied one over the other; more than two are an attack. */
const MAX_CODINGS = 3;
const FIRST_CAPACITY = 16 * 1024;

/** Bytes up to a bound, in one piece however small the pieces they came in: a piece of one byte costs a hundred. */
export class BoundedBytes {
	readonly #bound: number;
	/** The first piece as it came, for most bodies have no second; then a buffer of our own with room to grow. */
	#bytes: Buffer = EMPTY;
	#length = 0;

	constructor(bound: number) {
		this.#bound = bound;
	}

	/** Whether there is room for more. */
	add(piece: Buffer): boolean {
		const taken = Math.min(piece.length, this.#bound - this.#length);
		if (this.#length === 0) this.#bytes = piece.subarray(0, taken);
		else this.#append(piece, taken);
		this.#length += taken;
		return this.#length < this.#bound;
	}

	get bytes(): Buffer {
		return this.#bytes.subarray(0, this.#length);
	}

	#append(piece: Buffer, taken: number): void {
		const needed = this.#length + taken;
		if (needed > this.#bytes.length) {
			const capacity = Math.min(this.#bound, Math.max(needed, FIRST_CAPACITY, 2 * this.#length));
			const grown = Buffer.allocUnsafe(capacity);
			this.#bytes.copy(grown, 0, 0, this.#length);
			this.#bytes = grown;
		}
		piece.copy(this.#bytes, this.#length, 0, taken);
	}
}

const EMPTY = Buffer.alloc(0);

/**
 * The first `maxBytes` of what `encoded` decompresses to by the codings of a Content-Encoding header; null when
 * it does not decompress. Codings that were not asked for are left alone, as browsers do: servers are known to send
 * `utf-8` or `none` here. A body that we broke off ourselves is decompressed as far as it goes; one that is there to
 * its end must also end as its coding does, for what is missing might hold anything.
 *
 * @param isWhole whether `encoded` is all that was sent
 */
export async function decompressed(
	encoded: Buffer,
	contentEncoding: string | undefined,
	maxBytes: number,
	isWhole: boolean,
): Promise<Buffer | null> {
	if (contentEncoding === undefined || encoded.length === 0) return encoded;
	const codings = contentEncoding.toLowerCase().split(",").slice(0, MAX_CODINGS);
	let bytes: Buffer | null = encoded;
	let endsItself = isWhole;
	for (const coding of codings.reverse()) {
		const decoder = decoderFor(coding.trim(), bytes, endsItself);
		if (decoder !== null) bytes = await runThrough(decoder, bytes, maxBytes);
		if (bytes === null) return null;
		if (bytes.length >= maxBytes) endsItself = false;
	}
	return bytes;
}

/**
 * Whether a body that begins with `start` (at least four bytes, or all of it) can be what its Content-Encoding says: a
 * browser shows no page that is announced as gzip and is not. Brotli and the bare form of deflate begin with
 * anything.
 */
export function beginsAsEncoded(start: Buffer, contentEncoding: string | undefined): boolean {
	const coding = contentEncoding?.toLowerCase().split(",").at(-1)?.trim() ?? "";
	const magic = FIRST_BYTES[coding];
	return (
		magic === undefined || start.length === 0 || magic.subarray(0, start.length).equals(start.subarray(0, magic.length))
	);
}

const GZIP = Buffer.from([0x1f, 0x8b]);
/** RFC 1952 §2.3.1, RFC 8878 §3.1.1. */
const FIRST_BYTES: Partial<Record<string, Buffer>> = {
	gzip: GZIP,
	"x-gzip": GZIP,
	zstd: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]),
};

/** `endsItself`: what breaks off is an error, zlib's default for the last flush. */
function decoderFor(coding: string, bytes: Buffer, endsItself: boolean): Transform | null {
	const flush = (finishFlush: number) => (endsItself ? {} : { finishFlush });
	switch (coding) {
		case "gzip":
		case "x-gzip":
			return createGunzip(flush(constants.Z_SYNC_FLUSH));
		case "deflate":
			// The standard means the zlib format (RFC 9110 §8.4.1.2). Some servers send the bare one, which can't begin
			// with a byte that has this nibble.
			return ((bytes[0] ?? 0) & 0x0f) === 8
				? createInflate(flush(constants.Z_SYNC_FLUSH))
				: createInflateRaw(flush(constants.Z_SYNC_FLUSH));
		case "br":
			return createBrotliDecompress(flush(constants.BROTLI_OPERATION_FLUSH));
		case "zstd":
			return createZstdDecompress(flush(constants.ZSTD_e_flush));
		default:
			return null;
	}
}

function runThrough(decoder: Transform, bytes: Buffer, maxBytes: number): Promise<Buffer | null> {
	return new Promise((resolve) => {
		const decoded = new BoundedBytes(maxBytes);
		const settle = (result: Buffer | null) => {
			resolve(result);
			decoder.destroy();
		};
		decoder.on("data", (piece: Buffer) => {
			if (!decoded.add(piece)) settle(decoded.bytes);
		});
		decoder.on("end", () => settle(decoded.bytes));
		decoder.on("error", () => settle(null));
		decoder.end(bytes);
	});
}

/**
 * The text of a body by the charset of its Content-Type, UTF-8 else; a byte order mark wins (WHATWG Encoding,
 * "decode").
 */
export function textOf(bytes: Buffer, contentType: string | undefined): string {
	return decoderOf(charsetOf(bytes, contentType)).decode(bytes);
}

function charsetOf(bytes: Buffer, contentType: string | undefined): string {
	if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
	const match = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType ?? "");
	return match?.[1] ?? match?.[2] ?? "utf-8";
}

/** Making one costs more than decoding a page; the usual one is kept. */
const UTF_8 = new TextDecoder("utf-8");

function decoderOf(charset: string): TextDecoder {
	if (charset.toLowerCase() === "utf-8") return UTF_8;
	try {
		return new TextDecoder(charset);
	} catch {
		// An unknown charset.
		return UTF_8;
	}
}
