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

/** The JSON value of the body with any content type, or what is wrong with the body. */
export async function readJsonBody(request: JsonRequest): Promise<{ readonly json: unknown } | BodyProblem> {
	try {
		if (request.bodyUsed) return "read-before";
		if (!request.body) return "no-body";
		const bytes = await readAtMost(request.body.getReader(), MAX_BODY_BYTES);
		if (!bytes) return "too-long";
		if (bytes.length === 0) return "no-body";
		const json = parseJsonBytes(bytes);
		return json === undefined ? "not-json" : { json };
	} catch {
		return "unreadable";
	}
}

type BodyProblem = "read-before" | "no-body" | "too-long" | "not-json" | "unreadable";

async function readAtMost(reader: BodyReader, limit: number): Promise<Uint8Array | undefined> {
	let bytes = new Uint8Array(0);
	let length = 0;
	// At most as many chunks as bytes: an endless stream of empty chunks must end.
	for (let chunks = 0; chunks <= limit; chunks++) {
		const { done, value } = await reader.read();
		if (done) return bytes.subarray(0, length);
		// Not instanceof: a sandbox's request may come from its own realm, where Uint8Array is another class.
		if (!ArrayBuffer.isView(value) || value.byteLength > limit - length) break;
		const needed = length + value.byteLength;
		if (needed > bytes.length) {
			// Not the limit at once: a slow sender must not reserve more than it sends.
			const larger = new Uint8Array(Math.min(limit, 2 * needed));
			larger.set(bytes);
			bytes = larger;
		}
		bytes.set(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), length);
		length = needed;
	}
	// Not awaited: the source may never settle it.
	reader.cancel().catch(() => undefined);
	return undefined;
}
