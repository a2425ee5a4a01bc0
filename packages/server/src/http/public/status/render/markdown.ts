/**
 * Markdown as HTML, by the rules of the dashboard (docs/rules/incidents.md#text): HTML in the text is text, an image is
 * a link, and a link of another scheme than http, https or mailto is text.
 */

import { html, raw } from "hono/html";
import MarkdownIt from "markdown-it";

const ALLOWED_LINK = /^(?:https?:\/\/|mailto:)./i;

const markdown = new MarkdownIt({ html: false, linkify: true });
// An image would be fetched from elsewhere. A table of 5,000 characters can have 65,000 cells.
markdown.disable(["image", "table"]);
markdown.linkify.set({ fuzzyLink: false });
markdown.validateLink = (address) => ALLOWED_LINK.test(address);
markdown.renderer.rules["link_open"] = (tokens, at, options, _env, renderer) => {
	tokens[at]?.attrSet("rel", "noopener nofollow");
	return renderer.renderToken(tokens, at, options);
};
// The page has its own outline: a heading of a text would tear it.
markdown.renderer.rules["heading_open"] = () => "<p><strong>";
markdown.renderer.rules["heading_close"] = () => "</strong></p>";

export function markdownHtml(text: string) {
	return text.trim() === "" ? null : html`<div class="words">${raw(markdown.render(text))}</div>`;
}

/** The same for programs that take HTML, without an element around it. */
export function markdownText(text: string): string {
	return markdown.render(text).trim();
}
