/** The languages of status pages. */

import type { PageLocale } from "../page-settings.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { it } from "./it.ts";
import { ja } from "./ja.ts";
import type { Words } from "./language.ts";
import { nl } from "./nl.ts";
import { pt } from "./pt.ts";
import { zh } from "./zh.ts";

const WORDS: Readonly<Record<PageLocale, Words>> = { en, de, es, fr, it, ja, nl, pt, zh };

export function wordsOf(locale: PageLocale): Words {
	return WORDS[locale];
}

/** `text` with its `{…}` replaced by `values`. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
	return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
