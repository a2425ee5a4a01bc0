/** Reads the beginning of a body of which not all is kept. */

import { Refusal } from "../kernel/refusal.ts";

/** Of a whole body. Beyond what is kept, bytes are read and dropped: a client that is still sending reads no answer. */
const MAX_READ_BYTES = 10 * 1024 * 1024;

export interface BodyStart {
	readonly bytes: Uint8Array;
	/** Of the whole body. */
	readonly size: number;
}

/** @param body null where there is none */
export async function readStart(
	body: AsyncIterable<Uint8Array> | null,
	maxBytes: number,
): Promise<BodyStart | Refusal> {
	if (!body) return { bytes: new Uint8Array(), size: 0 };
	const chunks: Uint8Array[] = [];
	let size = 0;
	try {
		for await (const chunk of body) {
			if (size < maxBytes) chunks.push(chunk.subarray(0, maxBytes - size));
			size += chunk.byteLength;
			if (size > MAX_READ_BYTES) {
				return new Refusal("BAD_REQUEST", `The body has more than ${MAX_READ_BYTES} bytes.`);
			}
		}
	} catch {
		return new Refusal("BAD_REQUEST", "The body is incomplete.");
	}
	return { bytes: Buffer.concat(chunks), size };
}
