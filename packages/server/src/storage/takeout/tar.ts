/** Archives of files (POSIX.1-1988, "ustar"), as `tar` writes and reads them. */

const BLOCK = 512;
/** Of one file in an archive that is read: those that are written have a twentieth. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** It is no archive, or a part of it is missing. */
export class UnreadableArchive extends Error {
	override readonly name = "UnreadableArchive";
}

export interface TarFile {
	readonly name: string;
	readonly content: Uint8Array;
}

/** @param modifiedAt epoch milliseconds */
export async function* tarOf(files: AsyncIterable<TarFile>, modifiedAt: number): AsyncGenerator<Uint8Array> {
	for await (const { name, content } of files) {
		yield header(name, content.length, modifiedAt);
		yield content;
		yield new Uint8Array(-content.length & (BLOCK - 1));
	}
	yield new Uint8Array(2 * BLOCK);
}

function header(name: string, size: number, modifiedAt: number): Uint8Array {
	const block = Buffer.alloc(BLOCK);
	if (name.length > 100) throw new Error(`The name ${name} is too long for an archive`);
	const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, "0");
	block.write(name, 0);
	block.write(octal(0o600, 8), 100);
	block.write(octal(size, 12), 124);
	block.write(octal(Math.floor(modifiedAt / 1000), 12), 136);
	block.write(" ".repeat(8), 148);
	block.write("0", 156);
	block.write("ustar\x0000", 257);
	const sum = block.reduce((total, byte) => total + byte, 0);
	block.write(`${octal(sum, 7)}\0 `, 148);
	return block;
}

/** The files of an archive, one in memory at a time. Throws an {@link UnreadableArchive}. */
export async function* filesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TarFile> {
	let pending = Buffer.alloc(0);
	let parts: Uint8Array[] = [];
	let partBytes = 0;
	const iterator = chunks[Symbol.asyncIterator]();
	const take = async (bytes: number): Promise<Buffer> => {
		while (pending.length + partBytes < bytes) {
			const next = await iterator.next();
			if (next.done) throw new UnreadableArchive("The archive is cut off");
			parts.push(next.value);
			partBytes += next.value.length;
		}
		if (parts.length > 0) pending = Buffer.concat([pending, ...parts]);
		[parts, partBytes] = [[], 0];
		const taken = pending.subarray(0, bytes);
		pending = pending.subarray(bytes);
		return taken;
	};
	for (;;) {
		const block = await take(BLOCK);
		if (block.every((byte) => byte === 0)) return;
		const text = (from: number, to: number) => block.toString("latin1", from, to).replace(/\0.*$/s, "").trim();
		const sum = block.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
		if (text(257, 262) !== "ustar" || Number.parseInt(text(148, 156), 8) !== sum)
			throw new UnreadableArchive("This is no archive");
		const size = Number.parseInt(text(124, 136), 8);
		if (!(size <= MAX_FILE_BYTES)) throw new UnreadableArchive("A file in the archive is too large");
		const content = Buffer.from(await take(size));
		await take(-size & (BLOCK - 1));
		yield { name: text(0, 100), content };
	}
}
