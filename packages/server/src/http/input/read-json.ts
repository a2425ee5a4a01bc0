/**
 * Reads a request's body as JSON. A content type that is present must be JSON: a page of another site can send a form
 * or plain text with a visitor's cookies without a preflight request, but not JSON (Fetch §4.7, "simple" requests). A
 * missing content type is accepted with an API key, because no browser adds a key by itself.
 */

import { invalid, Refusal } from "../kernel/refusal.ts";

/** Most bodies have a few KiB (docs/rules/http.md#request-bodies). */
const MAX_BODY_BYTES = 64 * 1024;

/** `application/json`, or a type with the suffix `+json` (RFC 6839 §3.1). */
const JSON_TYPE = /^application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i;

/** @param needsType false for a request with an API key */
export async function readJson(
	request: Request,
	{ needsType }: { needsType: boolean },
	maxBytes = MAX_BODY_BYTES,
): Promise<{ json: unknown } | Refusal> {
	const contentType = request.headers.get("content-type");
	if (contentType === null ? needsType : !JSON_TYPE.test(contentType.trim())) {
		return new Refusal(
			"UNSUPPORTED_MEDIA_TYPE",
			"Send the body as JSON, with the header Content-Type: application/json.",
		);
	}
	const bytes = await readBytes(request, maxBytes);
	if (bytes instanceof Refusal) return bytes;
	if (bytes.length === 0) return invalid("", EMPTY);
	try {
		return { json: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
	} catch (error) {
		const reason = error instanceof SyntaxError ? `: ${error.message}` : ": it is not UTF-8";
		return invalid("", `The body is not JSON${reason}.`);
	}
}

const EMPTY = "The body is empty. Send a JSON object; one without members is {}.";

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array | Refusal> {
	const tooLarge = () => invalid("", `The body has more than ${maxBytes} bytes.`);
	if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return tooLarge();
	if (!request.body) return new Uint8Array();
	const chunks: Uint8Array[] = [];
	let length = 0;
	try {
		// The stream is not cancelled when it is too large, because that would close the connection before the client has
		// read the refusal.
		for await (const chunk of request.body.values({ preventCancel: true })) {
			length += chunk.byteLength;
			if (length > maxBytes) return tooLarge();
			chunks.push(chunk);
		}
	} catch {
		return invalid("", "The body is incomplete.");
	}
	return Buffer.concat(chunks);
}
