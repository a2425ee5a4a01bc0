import { describe, expect, test } from "vitest";
import { LOCALES } from "../status-pages/page-settings.ts";
import { outageText, outageTitle } from "./outage-words.ts";

const component = (name: string, state: "degraded" | "partial_outage" | "major_outage" = "degraded") => ({
	name,
	state,
});

describe("a title", () => {
	test("names the components, and the worst of what they are", () => {
		expect(outageTitle([component("Checkout")], "en")).toBe("Degraded performance: Checkout");
		expect(outageTitle([component("Checkout", "partial_outage"), component("Search")], "en")).toBe(
			"Partial outage: Checkout and Search",
		);
		expect(outageTitle([component("A"), component("B", "major_outage"), component("C")], "de")).toBe(
			"Ausfall: A, B und C",
		);
	});

	test("has at most 255 characters, whatever the components are called", () => {
		const long = Array.from({ length: 100 }, (_, index) => component(`${index}${"👩‍🚒".repeat(80)}`));
		for (const locale of LOCALES) {
			const title = outageTitle(long, locale);
			expect(title).toContain("(+97)");
			expect([...title].length).toBeLessThanOrEqual(255);
		}
	});
});

test("an update names components as text, whatever they hold", () => {
	expect(outageText("opened", ["[Shop](https://x)", "*API*"], "en")).toBe(
		"Our monitoring has found a problem: \\[Shop\\]\\(https\\:\\/\\/x\\) and \\*API\\*",
	);
});

test.each(LOCALES)("every language has its own words: %s", (locale) => {
	const texts = (["opened", "joined", "reopened", "resolved"] as const).map((what) =>
		outageText(what, ["API"], locale),
	);
	expect(new Set(texts).size).toBe(4);
	for (const text of texts) expect(text).toMatch(/API$/);
	const isEnglish = texts[0] === outageText("opened", ["API"], "en");
	expect(isEnglish).toBe(locale === "en");
});
