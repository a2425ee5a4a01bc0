/** Images as small as they can be. The PNG is whole; of WebP there is the header, which is all that is read. */

import { crc32, deflateSync } from "node:zlib";

export function png(width: number, height: number): Uint8Array {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([8, 0, 0, 0, 0], 8);
	// Each row has a byte for its filter before the pixels. Of a picture that claims to be huge, only one row.
	const pixels = deflateSync(Buffer.alloc(width * height < 10_000_000 ? (width + 1) * height : 1));
	const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
	return new Uint8Array(
		Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]),
	);
}

function chunk(type: string, content: Uint8Array): Buffer {
	const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
	const whole = Buffer.alloc(body.length + 8);
	whole.writeUInt32BE(content.length, 0);
	whole.set(body, 4);
	whole.writeUInt32BE(crc32(body), body.length + 4);
	return whole;
}

/** @param write fills what follows the name of the first chunk */
function webp(kind: string, write: (content: Buffer) => void): Uint8Array {
	const bytes = Buffer.alloc(64);
	bytes.write("RIFF", 0, "latin1");
	bytes.writeUInt32LE(bytes.length - 8, 4);
	bytes.write(`WEBP${kind}`, 8, "latin1");
	write(bytes);
	return new Uint8Array(bytes);
}

export function lossy(width: number, height: number): Uint8Array {
	return webp("VP8 ", (bytes) => {
		bytes.set([0x9d, 0x01, 0x2a], 23);
		bytes.writeUInt16LE(width, 26);
		bytes.writeUInt16LE(height, 28);
	});
}

export function lossless(width: number, height: number): Uint8Array {
	return webp("VP8L", (bytes) => {
		bytes.writeUInt8(0x2f, 20);
		bytes.writeUInt32LE((width - 1) | ((height - 1) << 14), 21);
	});
}

export function extended(width: number, height: number): Uint8Array {
	return webp("VP8X", (bytes) => {
		bytes.writeUIntLE(width - 1, 24, 3);
		bytes.writeUIntLE(height - 1, 27, 3);
	});
}
