/**
 * Reads the JSON body of a `Request` from a stranger: as a stream, so that it never holds more than the limit, and
 * without exceptions. The timeouts of the host's server limit how long a slow sender may take.
 */

import { parseJsonBytes } from "./client-data.ts";

/** As much of a Fetch `Request` as is read; spelled out so that our types need no library's. */
export interface JsonRequest {
	readonly bodyUsed: boolean;
	readonly body: { getReader(): BodyReader } | null;
	json(): Promise<unknown>;
}

interface BodyReader {
	read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
	cancel(): Promise<void>;
}

/** The largest responses that real authenticators cause, with RSA keys and certificate chains, take 10 KiB. */
export const MAX_BODY_BYTES = 64 * 1024;

/** The JSON value of the body with any content type; `undefined` when it is used, unreadable, too long or not JSON. */
export async function readJsonBody(request: JsonRequest): Promise<unknown> {
	try {
		if (request.bodyUsed || !request.body) return undefined;
		const bytes = await readAtMost(request.body.getReader(), MAX_BODY_BYTES);
		return bytes && parseJsonBytes(bytes);
	} catch {
		return undefined;
	}
}

async function readAtMost(reader: BodyReader, limit: number): Promise<Uint8Array | undefined> {
	const bytes = new Uint8Array(limit);
	let length = 0;
	// At most as many chunks as bytes: an endless stream of empty chunks must end.
	for (let chunks = 0; chunks <= limit; chunks++) {
		const { done, value } = await reader.read();
		if (done) return bytes.subarray(0, length);
		// Not instanceof: a sandbox's request may come from its own realm, where Uint8Array is another class.
		if (!ArrayBuffer.isView(value) || value.byteLength > limit - length) break;
		bytes.set(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), length);
		length += value.byteLength;
	}
	// Not awaited: the source may never settle it.
	reader.cancel().catch(() => undefined);
	return undefined;
}
