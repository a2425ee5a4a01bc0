/**
 * What strangers see of a page that not everyone may read: its language and its scheme, light or dark. Its name, its
 * logo and its style sheet are for its readers.
 */

import { html, raw } from "hono/html";
import type { PublicPage } from "../../../../domain/status-pages/public-page.ts";
import { tagOf } from "../../../../domain/status-pages/words/moments.ts";
import { fill } from "../../../../domain/status-pages/words/words.ts";
import { PAGE_STYLE } from "../assets/page-style.ts";
import type { Place } from "../render/place.ts";
import { DOOR_WORDS } from "./words.ts";

/** Why a reader is not let in, and what they can do about it. */
export type Shut =
	| {
			readonly kind: "password";
			readonly problem: "wrong" | "tooMany" | "busy" | null;
			/** Where the reader was going, below the page. */
			readonly to: string;
	  }
	| {
			readonly kind: "stranger" | "otherWay";
			/** Where they sign in; null: nobody knows. */
			readonly signIn: string | null;
	  }
	| { readonly kind: "notMember"; readonly name: string; readonly signIn: string | null };

export function doorPage({ locale, theme }: Pick<PublicPage, "locale" | "theme">, place: Place, shut: Shut): string {
	const words = DOOR_WORDS[locale];
	const scheme = theme.scheme === "auto" ? "" : raw(` data-scheme="${theme.scheme}"`);
	return String(html`<!doctype html>
<html lang="${tagOf(locale)}"${scheme}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="${theme.scheme === "auto" ? "light dark" : theme.scheme}">
<title>${words.title}</title>
<link rel="stylesheet" href="${place.root}${PAGE_STYLE.name}">
</head>
<body>
<div id="page">
<main class="form">
<h1>${words.title}</h1>
${shut.kind === "password" ? passwordForm(words, place, shut) : signInLink(words, shut)}
</main>
</div>
</body>
</html>
`);
}

type Words = (typeof DOOR_WORDS)["en"];

function passwordForm(words: Words, place: Place, { problem, to }: Shut & { kind: "password" }) {
	const wrong = problem === null ? "" : html`<p role="alert" id="problem">${words[problem]}</p>\n`;
	const described = problem === null ? "" : raw(' aria-describedby="problem"');
	return html`<form method="post" action="${place.home}">
${wrong}<p><label for="password">${words.password}</label><br>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="256" required autofocus${described}${
		problem === "wrong" ? raw(' aria-invalid="true"') : ""
	}></p>
${to === "" ? "" : html`<input type="hidden" name="to" value="${to}">\n`}<p><button>${words.open}</button></p>
</form>`;
}

function signInLink(words: Words, shut: Exclude<Shut, { kind: "password" }>) {
	const said = {
		stranger: words.membersOnly,
		otherWay: words.otherWay,
		notMember: fill(words.notMember, { name: shut.kind === "notMember" ? shut.name : "" }),
	}[shut.kind];
	return html`<div class="words">
<p>${said}</p>
${shut.signIn === null ? "" : html`<p><a class="button" href="${shut.signIn}">${words.signIn}</a></p>`}
</div>`;
}
