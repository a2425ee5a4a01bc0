import { describe, expect, test } from "vitest";
import { markdownHtml } from "./markdown.ts";
import {
	ALLOWED_ATTRIBUTES,
	ALLOWED_ELEMENTS,
	HEAVY_MARKDOWN,
	MARKDOWN_ATTACKS,
	MARKDOWN_CASES,
	REFUSED_LINKS,
} from "./testing/markdown-cases.ts";

/** As a browser writes it: text has no need of these. */
const asInBrowser = (html: string) => html.replaceAll("&quot;", '"').replaceAll("&#39;", "'");

describe("Markdown is shown as", () => {
	test.each(MARKDOWN_CASES)("%j", (text, wanted) => {
		expect(asInBrowser(markdownHtml(text)).replaceAll("</p>\n<p>", "</p><p>")).toBe(wanted);
	});
});

/** Every tag of what we wrote: a quote in an attribute is never a plain one. */
const TAG = /<(\/?)([a-z]+)((?: [a-z]+="[^"<>]*")*)>/g;

test.each(MARKDOWN_ATTACKS)("holds nothing but text, plain elements and links to elsewhere: %j", (text) => {
	const html = markdownHtml(text);
	for (const [, , tag = "", attributes = ""] of html.matchAll(TAG)) {
		expect(ALLOWED_ELEMENTS).toContain(tag.toUpperCase());
		for (const [, name = "", value = ""] of attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)) {
			expect(ALLOWED_ATTRIBUTES).toContain(name);
			if (name === "href") expect(value).toMatch(/^(https?:\/\/|mailto:)/);
		}
	}
	expect(html.replaceAll(TAG, "")).not.toMatch(/[<>]/);
});

test.each(REFUSED_LINKS)("a link that is not allowed stays text: %j", (text) => {
	expect(markdownHtml(text)).not.toContain("<a ");
});

test("elements close in the order in which they were opened", () => {
	for (const text of [...MARKDOWN_CASES.map(([each]) => each), ...MARKDOWN_ATTACKS, ...HEAVY_MARKDOWN]) {
		const open: string[] = [];
		for (const [, end, tag = ""] of markdownHtml(text).matchAll(TAG)) {
			if (tag === "br" || tag === "hr") continue;
			if (end === "/") expect(open.pop()).toBe(tag);
			else open.push(tag);
		}
		expect(open).toEqual([]);
	}
});

test("the longest text of the worst kind has few elements", () => {
	for (const text of HEAVY_MARKDOWN) expect(markdownHtml(text).match(TAG)?.length ?? 0).toBeLessThan(4_000);
});
