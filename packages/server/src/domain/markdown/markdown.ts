/**
 * Markdown as HTML, for status pages and mails. HTML in the text is text, an image is a link, and a link of another
 * scheme than http, https or mailto is text (docs/rules/incidents.md#text). The dashboard shows the same elements by
 * packages/web/src/markdown/markdown.tsx: ./testing/markdown-cases.ts holds both to it.
 */

import MarkdownIt, { type Token } from "markdown-it";
import { escaped } from "../html.ts";

const ALLOWED_LINK = /^(?:https?:\/\/|mailto:)./i;

const markdown = new MarkdownIt({ html: false, linkify: true });
// An image would be fetched from elsewhere. A table of 5,000 characters can have 65,000 cells.
markdown.disable(["image", "table"]);
markdown.linkify.set({ fuzzyLink: false });
markdown.validateLink = (address) => ALLOWED_LINK.test(address);

/** A tag that is not here is not written; its contents are. */
const TAGS: ReadonlySet<string> = new Set(["p", "strong", "em", "s", "a", "ul", "ol", "li", "blockquote"]);

/** HTML without classes, identifiers, styles or images; empty for an empty text. */
export function markdownHtml(text: string): string {
	return htmlOf(markdown.parse(text, {}));
}

function htmlOf(tokens: readonly Token[]): string {
	// The paragraphs of a tight list are hidden.
	return tokens.map((token) => (token.hidden ? "" : tokenHtml(token))).join("");
}

function tokenHtml(token: Token): string {
	switch (token.type) {
		case "inline":
			return htmlOf(token.children ?? []);
		case "softbreak":
			return "\n";
		case "hardbreak":
			return "<br>";
		case "hr":
			return "<hr>";
		case "code_inline":
			return `<code>${escaped(token.content)}</code>`;
		case "code_block":
		case "fence":
			return `<pre>${escaped(token.content)}</pre>`;
		// The page has headings of its own, whose order theirs would break.
		case "heading_open":
			return "<p><strong>";
		case "heading_close":
			return "</strong></p>";
	}
	if (token.nesting === 0) return escaped(token.content);
	if (!TAGS.has(token.tag)) return "";
	return token.nesting === 1 ? `<${token.tag}${attributesOf(token)}>` : `</${token.tag}>`;
}

function attributesOf(token: Token): string {
	if (token.tag === "a") {
		const title = token.attrGet("title");
		const named = title === null ? "" : ` title="${escaped(`${title}`)}"`;
		return ` href="${escaped(`${token.attrGet("href") ?? ""}`)}"${named} rel="noopener nofollow"`;
	}
	const start = token.tag === "ol" ? token.attrGet("start") : null;
	return start === null ? "" : ` start="${Number(start)}"`;
}
