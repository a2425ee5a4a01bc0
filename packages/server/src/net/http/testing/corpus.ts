/** The recorded corpus: responses, and what three clients made of each. */

import { readFileSync } from "node:fs";
import type { Case } from "./corpus-case.ts";

/** A status and a body (Latin-1; SHA-256 in hex of more than 20 bytes), or why there is none. */
export type Verdict = { readonly status: number; readonly body: string } | { readonly error: string };

export interface Corpus {
	/** The programs that were asked, with their versions. */
	readonly clients: { readonly curl: string; readonly chromium: string; readonly node: string };
	readonly entries: readonly (Case & { readonly curl: Verdict; readonly chromium: Verdict; readonly node: Verdict })[];
}

export function readCorpus(): Corpus {
	return JSON.parse(readFileSync(new URL("./corpus.json", import.meta.url), "utf8"));
}
