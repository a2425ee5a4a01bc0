/**
 * The mails to subscribers, as text and as HTML, in the language of their page. What all recipients of a batch share is
 * written once; the links, which are secret, are added for each.
 */

import { escaped } from "../../domain/html.ts";
import { markdownHtml } from "../../domain/markdown/markdown.ts";
import { momentsOf, tagOf } from "../../domain/status-pages/words/moments.ts";
import { wordsOf } from "../../domain/status-pages/words/words.ts";
import type { News, NewsPage } from "../../domain/subscribers/news.ts";
import type { SubscriberWords } from "../../domain/subscribers/subscriber-words.ts";
import { SUBSCRIBER_WORDS } from "../../domain/subscribers/words.ts";
import type { MailContent } from "./interface.ts";

interface MailText {
	readonly subject: string;
	readonly text: string;
	readonly html: string;
	readonly headers: Readonly<Record<string, string>>;
	/** What the mails about one thing have in common; null: nothing. */
	readonly thread: string | null;
}

/** @returns a function that writes the mail with the links of one recipient */
export function mailWriter(page: NewsPage, content: MailContent): (token: string) => MailText {
	const words = SUBSCRIBER_WORDS[page.locale];
	switch (content.kind) {
		case "news":
			return newsWriter(page, content.news, words);
		case "confirm":
			return linkWriter(page, words.confirmMail, "confirm");
		case "known":
			return linkWriter(page, words.knownMail, "subscription");
	}
}

/** The addresses of a subscriber's forms; http/public/status/ serves them. */
function linkOf({ url }: NewsPage, form: "confirm" | "subscription" | "unsubscribe", token: string): string {
	return `${url}/${form}?token=${encodeURIComponent(token)}`;
}

/** In the text the link comes before every other text: a name of a page can look like a link itself. */
function linkWriter(
	page: NewsPage,
	words: SubscriberWords["confirmMail"] | SubscriberWords["knownMail"],
	form: "confirm" | "subscription",
): (token: string) => MailText {
	const subject = words.subject(page.name);
	const [text, { action, end }] = [words.text(page.name), words];
	return (token) => {
		const link = linkOf(page, form, token);
		return {
			subject,
			thread: null,
			headers: {},
			text: [`${action}:`, link, "", text, "", end, ""].join("\n"),
			html: htmlMail(page, subject, [
				`<p>${escaped(text)}</p>`,
				`<p><a href="${escaped(link)}" style="${BUTTON}">${escaped(action)}</a></p>`,
				`<p style="${QUIET}">${escaped(end)}</p>`,
			]),
		};
	};
}

function newsWriter(page: NewsPage, news: News, words: SubscriberWords): (token: string) => MailText {
	const shown = page.isPublic ? openNews(page, news, words) : closedNews(page, words);
	const { why, manage, unsubscribe } = words.footer;
	const reason = why(page.name);
	return (token) => {
		const [manageLink, unsubscribeLink] = [linkOf(page, "subscription", token), linkOf(page, "unsubscribe", token)];
		return {
			subject: shown.subject,
			thread: news.about,
			headers: {
				// RFC 8058: the POST of one click, which needs nothing but the address.
				"List-Unsubscribe": `<${unsubscribeLink}>`,
				"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
			},
			text: [
				...shown.text,
				"",
				`${words.readMore}: ${page.url}`,
				"",
				// RFC 3676 §4.3: what follows is a signature.
				"-- ",
				reason,
				`${manage}: ${manageLink}`,
				`${unsubscribe}: ${unsubscribeLink}`,
				"",
			].join("\n"),
			html: htmlMail(page, shown.heading, [
				...shown.html,
				`<p><a href="${escaped(page.url)}" style="${BUTTON}">${escaped(words.readMore)}</a></p>`,
				`<hr style="${LINE}">`,
				`<p style="${QUIET}">${escaped(reason)}<br>` +
					`<a href="${escaped(manageLink)}" style="${QUIET_LINK}">${escaped(manage)}</a> · ` +
					`<a href="${escaped(unsubscribeLink)}" style="${QUIET_LINK}">${escaped(unsubscribe)}</a></p>`,
			]),
		};
	};
}

interface Shown {
	readonly subject: string;
	readonly heading: string;
	readonly text: readonly string[];
	readonly html: readonly string[];
}

function closedNews(page: NewsPage, words: SubscriberWords): Shown {
	const { subject, text } = words.closedNews;
	return {
		subject: subject(page.name),
		heading: subject(page.name),
		text: [text(page.name)],
		html: [`<p>${escaped(text(page.name))}</p>`],
	};
}

function openNews(page: NewsPage, news: News, words: SubscriberWords): Shown {
	const { states, statuses } = wordsOf(page.locale);
	const time = momentsOf(page).full;
	const { title, body, status, startsAt, endsAt, kind } = news;
	const what = kind === "incident_opened" || kind === "incident_updated" ? null : words.kinds[kind];
	const line = what ?? (status === null ? "" : statuses[status]);
	const facts: [label: string, value: string][] = [];
	if (startsAt !== null) facts.push([words.from, time(startsAt)]);
	if (endsAt !== null) facts.push([words.until, time(endsAt)]);
	const affected = news.components.map(({ name, state }) => (state === null ? name : `${name}: ${states[state]}`));
	const said = time(news.at);
	return {
		subject: what === null ? `${title} – ${line}` : `${what}: ${title}`,
		heading: title,
		text: [
			title,
			`${line} · ${said}`,
			...facts.map(([label, value]) => `${label}: ${value}`),
			...(body === "" ? [] : ["", body]),
			...(affected.length === 0 ? [] : ["", `${words.affected}:`, ...affected.map((each) => `- ${each}`)]),
		],
		html: [
			`<p><strong>${escaped(line)}</strong> · ${escaped(said)}</p>`,
			...(facts.length === 0
				? []
				: [`<p>${facts.map(([label, value]) => `${escaped(label)}: ${escaped(value)}`).join("<br>")}</p>`]),
			markdownHtml(body),
			...(affected.length === 0
				? []
				: [
						`<p><strong>${escaped(words.affected)}</strong></p>`,
						`<ul>${affected.map((each) => `<li>${escaped(each)}</li>`).join("")}</ul>`,
					]),
		],
	};
}

// Many mail programs read no style sheets. Colours that keep their contrast on white and on black, for programs that
// turn one into the other.
const BODY = "font-family: system-ui, sans-serif; line-height: 1.5; max-width: 36rem; margin: 0 auto; padding: 1rem";
const BUTTON =
	"display: inline-block; padding: 0.5rem 1rem; border: 1px solid #767676; border-radius: 0.375rem; " +
	"color: inherit; text-decoration: none; font-weight: 600";
const QUIET = "font-size: 0.875rem; color: #767676";
const QUIET_LINK = "color: #767676";
const LINE = "border: 0; border-top: 1px solid #767676";

function htmlMail({ name, locale }: NewsPage, heading: string, parts: readonly string[]): string {
	return [
		`<!doctype html><html lang="${tagOf(locale)}"><head><meta charset="utf-8">`,
		'<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
		`<title>${escaped(heading)}</title></head><body style="${BODY}">`,
		`<p style="${QUIET}">${escaped(name)}</p>`,
		`<h1 style="font-size: 1.25rem">${escaped(heading)}</h1>`,
		...parts,
		"</body></html>",
	].join("\n");
}
