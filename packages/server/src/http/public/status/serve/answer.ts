/** What is written as it goes out: its bytes, once compressed, and its headers. */

import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Use, Written } from "../forms/form.ts";

export type Coding = "br" | "gzip" | "identity";

export interface Answer {
	readonly etag: string;
	/** Without those of the coding. */
	readonly headers: Readonly<Record<string, string>>;
	readonly bodies: Readonly<Partial<Record<Coding, Buffer>>> & { readonly identity: Buffer };
	/** In memory. */
	readonly bytes: number;
}

/** Smaller ones fit in a packet as they are. */
const MIN_COMPRESSED_BYTES = 1_024;
/** 5 takes a tenth of the time of 9 for a sixth more, and a page is compressed anew every 5 s. */
const BROTLI_QUALITY = 5;
/** Readers and proxies may show an answer for so long without asking. */
const MAX_AGE_SECONDS = 5;
/** And for so long while we do not answer. */
const STALE_IF_ERROR_SECONDS = 3_600;

const OF_PAGE = `public, max-age=${MAX_AGE_SECONDS}, stale-if-error=${STALE_IF_ERROR_SECONDS}`;
const CACHING: Readonly<Record<Use, string>> = {
	page: OF_PAGE,
	data: OF_PAGE,
	image: OF_PAGE,
	asset: "public, max-age=31536000, immutable",
	script: "public, max-age=3600",
};

/** Of a page that not everyone may read, and of what its door answers. */
export const CLOSED = "private, no-store";

/** Only what the page brings itself; it asks itself for what is new (`connect-src`). */
export const PAGE_POLICY =
	"default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; script-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/**
 * The same on every process that has the same bytes.
 * @param isClosed of a page that not everyone may read: nobody keeps it, and no page of another site reads it
 */
export async function answerOf({ use, type, text }: Written, isClosed = false): Promise<Answer> {
	const identity = Buffer.from(text);
	const etag = `"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`;
	const isWorthIt = identity.length >= MIN_COMPRESSED_BYTES;
	const [br, gz] = isWorthIt
		? await Promise.all([
				brotli(identity, {
					params: {
						[constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
						[constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
					},
				}),
				gzipped(identity),
			])
		: [];
	const bodies = { identity, ...(br && { br }), ...(gz && { gzip: gz }) };
	return {
		etag,
		headers: {
			"content-type": type,
			"cache-control": isClosed ? CLOSED : CACHING[use],
			etag,
			vary: "accept-encoding",
			"x-content-type-options": "nosniff",
			...(use === "page"
				? { "content-security-policy": PAGE_POLICY, "referrer-policy": "same-origin" }
				: // An SVG that is opened alone, or a script that is read as a page, runs nothing.
					{ "content-security-policy": "default-src 'none'; sandbox" }),
			...(use !== "page" &&
				!isClosed && {
					"access-control-allow-origin": "*",
					"cross-origin-resource-policy": "cross-origin",
				}),
		},
		bodies,
		bytes: identity.length + (br?.length ?? 0) + (gz?.length ?? 0),
	};
}
