/** Reads the beginning of a body of which not all is kept. */

import { Refusal } from "../kernel/refusal.ts";

/** Beyond what is kept, bytes are read and dropped up to here: a client that is still sending reads no answer. */
const MAX_DROPPED_BYTES = 10 * 1024 * 1024;

export interface BodyStart {
	readonly bytes: Uint8Array;
	/** Of the whole body. */
	readonly size: number;
}

export async function readStart(request: Request, maxBytes: number): Promise<BodyStart | Refusal> {
	if (!request.body) return { bytes: new Uint8Array(), size: 0 };
	const chunks: Uint8Array[] = [];
	let size = 0;
	try {
		for await (const chunk of request.body.values({ preventCancel: true })) {
			if (size < maxBytes) chunks.push(chunk.subarray(0, maxBytes - size));
			size += chunk.byteLength;
			if (size > maxBytes + MAX_DROPPED_BYTES) {
				return new Refusal("BAD_REQUEST", `The body has more than ${maxBytes + MAX_DROPPED_BYTES} bytes.`);
			}
		}
	} catch {
		return new Refusal("BAD_REQUEST", "The body is incomplete.");
	}
	return { bytes: Buffer.concat(chunks), size };
}
