/** What a team wrote in Markdown, as a part of a page; null where it wrote nothing. */

import { html, raw } from "hono/html";
import { markdownHtml } from "../../../../domain/markdown/markdown.ts";

export function written(text: string) {
	return text.trim() === "" ? null : html`<div class="words">${raw(markdownHtml(text))}</div>`;
}
