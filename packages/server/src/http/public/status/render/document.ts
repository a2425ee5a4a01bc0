/** The frame of every HTML page: head, header and footer. */

import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import type { ComponentState } from "../../../../domain/status-pages/component-state.ts";
import { type PublicPage, stateOf } from "../../../../domain/status-pages/public-page.ts";
import type { Words } from "../../../../domain/status-pages/words/language.ts";
import { type Moments, momentsOf, tagOf } from "../../../../domain/status-pages/words/moments.ts";
import { fill, wordsOf } from "../../../../domain/status-pages/words/words.ts";
import { PAGE_SCRIPT } from "../assets/page-script.ts";
import { PAGE_STYLE } from "../assets/page-style.ts";
import { historyPath, imagePath, type Place } from "./place.ts";
import { written } from "./written.ts";

export type Html = ReturnType<typeof html>;

/** What every part of a page needs. */
export interface Rendering {
	readonly page: PublicPage;
	readonly place: Place;
	readonly words: Words;
	readonly moments: Moments;
	/** How long the page could not be built anew; 0 while it can. */
	readonly ageMs: number;
}

export function renderingOf(page: PublicPage, place: Place, ageMs = 0): Rendering {
	return { page, place, words: wordsOf(page.locale), moments: momentsOf(page), ageMs };
}

interface Framed {
	/** Before the page's name in the title; the sentence on the whole, or what this page is about. */
	readonly title: string;
	readonly description: string;
	/** Of this page below the page's address: `/history`. */
	readonly path: string;
	readonly main: Html;
	/** Whether it changes by itself, so that the script reads it again. */
	readonly isLive: boolean;
}

/** A whole document. */
export function documentOf(rendering: Rendering, { title, description, path, main, isLive }: Framed): string {
	const { page, place, words, moments } = rendering;
	const { theme, name } = page;
	const { root } = place;
	const state = stateOf(page);
	const scheme = theme.scheme === "auto" ? "" : raw(` data-scheme="${theme.scheme}"`);
	const live = isLive ? raw(" data-live") : "";
	const zone = fill(words.timesIn, { zone: moments.zone(page.generatedAt) });
	return String(html`<!doctype html>
<html lang="${tagOf(page.locale)}"${scheme}${live}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${name}</title>
<meta name="description" content="${description}">
${page.allowsIndexing ? "" : raw('<meta name="robots" content="noindex">\n')}<meta name="color-scheme" content="${theme.scheme === "auto" ? "light dark" : theme.scheme}">
<link rel="stylesheet" href="${root}${PAGE_STYLE.name}">
${theme.css === null ? "" : html`<link rel="stylesheet" href="${root}theme.css?${stampOf(theme.css)}">\n`}<link rel="icon" id="icon" href="${iconOf(rendering, state)}">
<link rel="alternate" type="application/atom+xml" title="${name}" href="${root}feed.atom">
${openGraph(rendering, { title, description, path })}<script src="${root}${PAGE_SCRIPT.name}" defer></script>
</head>
<body>
<div id="page">
<header class="top">
<a class="name" href="${place.home}">${logo(rendering)}<span>${name}</span></a>
${page.takesSubscribers ? html`<a class="button" href="${root}subscribe">${words.getUpdates}</a>` : ""}
</header>
${stale(rendering)}<main>
${main}
</main>
<footer>
${footerWords(rendering)}<nav aria-label="${name}">
<a href="${historyPath(place, null)}">${words.history}</a>
<a href="${root}feed.atom">Atom</a>
<a href="${root}status.json">JSON</a>
</nav>
<p>${zone}</p>
<p>${words.watchedBy}</p>
</footer>
</div>
</body>
</html>
`);
}

/** Changes with the text, so that nobody keeps an earlier one. */
function stampOf(text: string): string {
	return createHash("sha256").update(text).digest("base64url").slice(0, 10);
}

function iconOf({ page: { theme }, place }: Rendering, state: ComponentState): string {
	return theme.icon === null ? `${place.root}icon-${state}.svg` : imagePath(place, "icon", theme.icon);
}

function logo({ page: { theme }, place }: Rendering): Html | "" {
	if (theme.logo === null) return "";
	return html`<img src="${imagePath(place, "logo", theme.logo)}" alt="" height="32">`;
}

function footerWords({ page }: Rendering): Html | "" {
	const words = written(page.footer);
	return words ?? "";
}

/** Without an address of ours, what needs one is left out: a link that is wrong is worse than none. */
function openGraph({ page }: Rendering, { title, description, path }: Omit<Framed, "main" | "isLive">): Html {
	const { address, name, theme } = page;
	const locale = tagOf(page.locale).replace("-", "_");
	const absolute =
		address === null
			? ""
			: html`<meta property="og:url" content="${address}${path}">
<link rel="canonical" href="${address}${path}">
${theme.logo === null ? "" : html`<meta property="og:image" content="${address}/logo?${theme.logo}">\n`}`;
	return html`<meta property="og:type" content="website">
<meta property="og:site_name" content="${name}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:locale" content="${locale}">
${absolute}`;
}

function stale({ page, words, moments, ageMs }: Rendering): Html | "" {
	if (ageMs === 0) return "";
	const text = fill(words.stale, { time: moments.full(page.trueAt), age: moments.ago(ageMs) });
	return html`<p class="stale" role="status">${text}</p>\n`;
}
