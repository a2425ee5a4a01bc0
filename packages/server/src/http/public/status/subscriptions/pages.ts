/** The pages of subscribing, in the language of the status page. They work without a script, a cookie or a session. */

import { html, raw } from "hono/html";
import type { SubscriberWords } from "../../../../domain/subscribers/subscriber-words.ts";
import { SUBSCRIBER_WORDS } from "../../../../domain/subscribers/words.ts";
import type { SubscribablePage } from "../../../../storage/subscribers/subscribable-page.ts";
import { PAGE_STYLE } from "../assets/page-style.ts";
import type { Place } from "../render/place.ts";

type Html = ReturnType<typeof html>;

interface Shown {
	readonly page: Pick<SubscribablePage, "name" | "locale" | "components" | "scheme" | "hasStyle">;
	readonly place: Place;
}

export function subscribePage(
	{ page, place }: Shown,
	{ email = "", problem = null }: { readonly email?: string; readonly problem?: string | null } = {},
): string {
	const { form } = wordsOf(page);
	return frame(
		{ page, place },
		form.title(page.name),
		(words) => html`
<form method="post" action="${place.root}subscribe">
${problem === null ? "" : html`<p role="alert" id="problem">${problem}</p>`}
<p><label for="email">${words.form.email}</label><br>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" required value="${email}"${
			problem === null ? "" : html` aria-invalid="true" aria-describedby="problem"`
		}></p>
${choice(page, words, null)}
<p><button>${words.form.subscribe}</button></p>
</form>`,
	);
}

/** The same for every address. */
export function checkMailPage(shown: Shown): string {
	const { title, text } = wordsOf(shown.page).form.checkMail;
	return sentence(shown, title, text);
}

export function confirmPage(shown: Shown, token: string): string {
	const { title, text, action } = wordsOf(shown.page).form.confirm;
	return frame(
		shown,
		title(shown.page.name),
		() => html`
<p>${text}</p>
<form method="post" action="${shown.place.root}confirm?token=${token}"><p><button>${action}</button></p></form>`,
	);
}

export function confirmedPage(shown: Shown): string {
	const { title, text } = wordsOf(shown.page).form.confirmed;
	return sentence(shown, title, text(shown.page.name));
}

interface Managed {
	readonly token: string;
	readonly address: string;
	/** `cmp_…`; null: all. */
	readonly componentIds: readonly string[] | null;
	readonly isSaved: boolean;
}

/** @param choosable whether the components may be shown to whoever has the link */
export function managePage(
	shown: Shown,
	{ token, address, componentIds, isSaved }: Managed,
	choosable: boolean,
): string {
	const { page, place } = shown;
	const { manage, unsubscribe } = wordsOf(page).form;
	return frame(
		shown,
		manage.title(page.name),
		(words) => html`
${isSaved ? html`<p role="status">${manage.saved}</p>` : ""}
<p>${address}</p>
${
	choosable && page.components.length > 0
		? html`<form method="post" action="${place.root}subscription?token=${token}">
${choice(page, words, componentIds)}
<p><button>${manage.save}</button></p>
</form>`
		: ""
}
<form method="post" action="${place.root}unsubscribe?token=${token}"><p><button>${unsubscribe.action}</button></p></form>`,
	);
}

export function unsubscribePage(shown: Shown, token: string): string {
	const { title, text, action } = wordsOf(shown.page).form.unsubscribe;
	return frame(
		shown,
		title(shown.page.name),
		() => html`
<p>${text}</p>
<form method="post" action="${shown.place.root}unsubscribe?token=${token}"><p><button>${action}</button></p></form>`,
	);
}

export function unsubscribedPage(shown: Shown): string {
	const { title, text } = wordsOf(shown.page).form.unsubscribed;
	return sentence(shown, title, text);
}

export function unknownLinkPage(shown: Shown): string {
	const { title, text } = wordsOf(shown.page).form.unknownLink;
	return sentence(shown, title, text);
}

export function tooManyPage(shown: Shown): string {
	const { title, text } = wordsOf(shown.page).form.tooMany;
	return sentence(shown, title, text);
}

function wordsOf({ locale }: Pick<SubscribablePage, "locale">): SubscriberWords {
	return SUBSCRIBER_WORDS[locale];
}

function choice(page: Shown["page"], words: SubscriberWords, chosen: readonly string[] | null): Html | "" {
	if (page.components.length === 0) return "";
	return html`<fieldset aria-describedby="none-chosen">
<legend>${words.form.chosen}</legend>
<p id="none-chosen">${words.form.noneChosen}</p>
${page.components.map(
	({ id, name }) => html`<p><label><input type="checkbox" name="componentId" value="${id}"${
		chosen?.includes(id) ? html` checked` : ""
	}> ${name}</label></p>
`,
)}</fieldset>`;
}

function sentence(shown: Shown, title: string, text: string): string {
	return frame(shown, title, () => html`<p>${text}</p>`);
}

function frame({ page, place }: Shown, title: string, main: (words: SubscriberWords) => Html): string {
	const words = wordsOf(page);
	return String(html`<!doctype html>
<html lang="${page.locale}"${page.scheme === "auto" ? "" : raw(` data-scheme="${page.scheme}"`)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="${page.scheme === "auto" ? "light dark" : page.scheme}">
<title>${title}</title>
<link rel="stylesheet" href="${place.root}${PAGE_STYLE.name}">
${page.hasStyle ? html`<link rel="stylesheet" href="${place.root}theme.css">\n` : ""}</head>
<body>
<div id="page">
<header class="top"><a class="name" href="${place.home}"><span>${page.name}</span></a></header>
<main class="form">
<h1>${title}</h1>
${main(words)}
</main>
<footer><p><a href="${place.home}">${words.form.back(page.name)}</a></p></footer>
</div>
</body>
</html>
`);
}
