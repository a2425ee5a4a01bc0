/**
 * /docs: Redoc over our OpenAPI document, built with the dashboard (packages/web/reference.html) and served from here
 * alone. Its styles are made in the browser, so the page has a policy of its own: a nonce for each answer lets them in,
 * and nothing else inline (docs/adr/api/0129-show-the-api-with-redoc.md).
 */

import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** What the built page holds in the nonce's place. */
const PLACE = 'content="NONCE"';

/** 128 bits, as CSP3 §7.1 asks. */
const NONCE_BYTES = 16;

interface ReferencePage {
	readonly html: string;
	readonly policy: string;
}

/** @returns null when the page is not built. */
export async function referencePage(directory: string): Promise<ReferencePage | null> {
	const built = await readFile(join(directory, "reference.html"), "utf8").catch(() => null);
	if (built === null) return null;
	const nonce = randomBytes(NONCE_BYTES).toString("base64");
	return {
		html: built.replace(PLACE, `content="${nonce}"`),
		policy:
			`default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; connect-src 'self'; ` +
			"img-src 'self' data:; font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	};
}
