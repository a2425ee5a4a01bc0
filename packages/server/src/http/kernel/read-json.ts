/** Reads a request's body as JSON, whatever its content type says: `curl -d` calls everything a form. */

import { invalid, Refusal } from "./refusal.ts";

/** The largest body of any endpoint is a few KiB (docs/rules/http.md#request-bodies). */
export const MAX_BODY_BYTES = 64 * 1024;

export async function readJson(request: Request): Promise<{ json: unknown } | Refusal> {
	const bytes = await readBytes(request);
	if (bytes instanceof Refusal) return bytes;
	try {
		return { json: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
	} catch {
		return invalid("", "The body is not JSON.");
	}
}

async function readBytes(request: Request): Promise<Uint8Array | Refusal> {
	const tooLarge = () => invalid("", `The body has more than ${MAX_BODY_BYTES} bytes.`);
	if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY_BYTES) return tooLarge();
	if (!request.body) return new Uint8Array();
	const chunks: Uint8Array[] = [];
	let length = 0;
	try {
		// Not cancelled when it is too large: that would cut the connection before the client has read why.
		for await (const chunk of request.body.values({ preventCancel: true })) {
			length += chunk.byteLength;
			if (length > MAX_BODY_BYTES) return tooLarge();
			chunks.push(chunk);
		}
	} catch {
		return invalid("", "The body is incomplete.");
	}
	return Buffer.concat(chunks);
}
