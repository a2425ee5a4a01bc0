// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import {
	ALLOWED_ATTRIBUTES,
	ALLOWED_ELEMENTS,
	HEAVY_MARKDOWN,
	MARKDOWN_ATTACKS,
	MARKDOWN_CASES,
	REFUSED_LINKS,
} from "../../../server/src/domain/markdown/testing/markdown-cases.ts";
import { Markdown } from "./markdown.tsx";

afterEach(cleanup);

const shown = (text: string) => render(<Markdown text={text} />).container.firstElementChild as HTMLElement;

/** As the page has it, without class names. */
const html = (text: string) => shown(text).innerHTML.replaceAll(/ class="[^"]*"/g, "");

describe("Markdown is shown as", () => {
	test.each(MARKDOWN_CASES)("%j", (text, wanted) => {
		expect(html(text)).toBe(wanted);
	});
});

test.each(MARKDOWN_ATTACKS)("holds nothing but text, plain elements and links to elsewhere: %j", (text) => {
	for (const element of shown(text).querySelectorAll<HTMLElement>("*")) {
		expect(ALLOWED_ELEMENTS).toContain(element.tagName);
		expect(element.getAttributeNames().filter((name) => !ALLOWED_ATTRIBUTES.has(name))).toEqual([]);
		if (element.tagName !== "A") continue;
		expect(element.getAttribute("href")).toMatch(/^(https?:\/\/|mailto:)/);
		expect(element.getAttribute("rel")).toBe("noopener nofollow");
	}
});

test.each(REFUSED_LINKS)("a link that is not allowed stays text: %j", (text) => {
	expect(shown(text).querySelectorAll("a")).toHaveLength(0);
	expect(shown(text).textContent).toContain("a");
});

test("the longest text of the worst kind has few elements", () => {
	for (const text of HEAVY_MARKDOWN) {
		expect(shown(text).querySelectorAll("*").length).toBeLessThan(2_000);
		cleanup();
	}
});
