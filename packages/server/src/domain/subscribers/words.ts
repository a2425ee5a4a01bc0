/** The words of subscribing, of a page's mails and of its forms, in the page's language: a file each in ./words/. */

import type { PageLocale } from "../status-pages/page-settings.ts";
import type { SubscriberWords } from "./subscriber-words.ts";
import { de } from "./words/de.ts";
import { en } from "./words/en.ts";
import { es } from "./words/es.ts";
import { fr } from "./words/fr.ts";
import { it } from "./words/it.ts";
import { ja } from "./words/ja.ts";
import { nl } from "./words/nl.ts";
import { pt } from "./words/pt.ts";
import { zh } from "./words/zh.ts";

export const SUBSCRIBER_WORDS: Readonly<Record<PageLocale, SubscriberWords>> = { en, de, es, fr, it, ja, nl, pt, zh };
