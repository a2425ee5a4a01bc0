/**
 * The logo and the icon of a page: PNG or WebP, told by their bytes alone. SVG is refused, because it is a document
 * with scripts and addresses. What is read is the header, as far as it tells format and size: PNG (W3C, 3rd edition,
 * §5.2 and §11.2.1) and WebP (RFC 9649, §2.4–2.7). The rest is never decoded here.
 */

/** The database stores the position: new words go to the end. */
export const IMAGE_KINDS = ["logo", "icon"] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];

export const MAX_IMAGE_BYTES = 262_144;
/** A browser needs four bytes a pixel, whatever the file has: 16 MB at most for a logo. */
const MAX_SIDE: Readonly<Record<ImageKind, number>> = { logo: 2_000, icon: 1_024 };

interface ImageFormat {
	readonly type: "image/png" | "image/webp";
	/** Pixels. */
	readonly width: number;
	readonly height: number;
}

/** An image of a page as it is known without its bytes. */
export interface PageImage extends ImageFormat {
	/** Begins the SHA-256 of its bytes, base64url: another image has another one. */
	readonly hash: string;
	readonly size: number;
}

/** What the bytes are, or the sentence that says why they can't be `kind`. */
export function imageFormat(bytes: Uint8Array, kind: ImageKind): ImageFormat | string {
	if (bytes.length > MAX_IMAGE_BYTES) return `An image has at most ${MAX_IMAGE_BYTES / 1024} KiB.`;
	const format = pngFormat(bytes) ?? webpFormat(bytes);
	if (format === null) return "This is neither a PNG nor a WebP image.";
	const { width, height } = format;
	if (width < 1 || height < 1) return "This image has no pixels.";
	const side = MAX_SIDE[kind];
	if (width > side || height > side)
		return `This image has ${width} × ${height} pixels; a ${kind} at most ${side} × ${side}.`;
	if (kind === "icon" && width !== height)
		return `An icon is as wide as it is high; this image has ${width} × ${height}.`;
	return format;
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** The last chunk, which is always the same. */
const PNG_END = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];
const IHDR_LENGTH = 13;

/** Ends with its last chunk, so that nothing else hides behind the image. */
function pngFormat(bytes: Uint8Array): ImageFormat | null {
	if (bytes.length < 45 || !hasAt(bytes, 0, PNG_SIGNATURE) || !hasAt(bytes, bytes.length - PNG_END.length, PNG_END))
		return null;
	const view = viewOf(bytes);
	if (view.getUint32(8) !== IHDR_LENGTH || textAt(bytes, 12) !== "IHDR") return null;
	return { type: "image/png", width: view.getUint32(16), height: view.getUint32(20) };
}

function webpFormat(bytes: Uint8Array): ImageFormat | null {
	if (bytes.length < 30 || textAt(bytes, 0) !== "RIFF" || textAt(bytes, 8) !== "WEBP") return null;
	const view = viewOf(bytes);
	// The size in its header, padded to an even one, is that of the file.
	const length = view.getUint32(4, true) + 8;
	if (length !== bytes.length && length + 1 !== bytes.length) return null;
	const size = webpSize(bytes, view);
	return size && { type: "image/webp", ...size };
}

function webpSize(bytes: Uint8Array, view: DataView): Pick<ImageFormat, "width" | "height"> | null {
	switch (textAt(bytes, 12)) {
		// Extended: 24 bits each, less one.
		case "VP8X":
			return { width: 1 + uint24(bytes, 24), height: 1 + uint24(bytes, 27) };
		// Lossless: a signature, then 14 bits each, less one.
		case "VP8L": {
			if (bytes[20] !== 0x2f) return null;
			const bits = view.getUint32(21, true);
			return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
		}
		// Lossy: the start code of a key frame, then 14 bits each.
		case "VP8 ":
			if (!hasAt(bytes, 23, [0x9d, 0x01, 0x2a])) return null;
			return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
		default:
			return null;
	}
}

function viewOf(bytes: Uint8Array): DataView {
	return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function hasAt(bytes: Uint8Array, at: number, wanted: readonly number[]): boolean {
	return wanted.every((byte, index) => bytes[at + index] === byte);
}

function textAt(bytes: Uint8Array, at: number): string {
	return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function uint24(bytes: Uint8Array, at: number): number {
	return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);
}
