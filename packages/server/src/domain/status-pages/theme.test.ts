import fc from "fast-check";
import { expect, test } from "vitest";
import { contrastRatio } from "./contrast.ts";
import { accentColors, accentProblem, GROUNDS } from "./theme.ts";

test("contrast is that of WCAG", () => {
	expect(contrastRatio("#000000", "#ffffff")).toBeCloseTo(21);
	expect(contrastRatio("#777777", "#ffffff")).toBeCloseTo(4.478, 3);
	expect(contrastRatio("#ffffff", "#ffffff")).toBe(1);
});

test("an accent colour that could not be read is refused, with its ratio and one that could", () => {
	expect(accentProblem({ scheme: "auto", accentColor: null })).toBeNull();
	expect(accentProblem({ scheme: "auto", accentColor: "#2450c4" })).toBeNull();
	expect(accentProblem({ scheme: "light", accentColor: "#ffcc00" })).toBe(
		"#ffcc00 has a contrast of 1.47:1 with the light ground of the page. Links need at least 4.5:1 (WCAG 2.2, 1.4.3). #8c7000 would do.",
	);
	expect(accentProblem({ scheme: "dark", accentColor: "#ffcc00" })).toBeNull();
	expect(accentProblem({ scheme: "dark", accentColor: "#2450c4" })).toMatch(
		/^#2450c4 has a contrast of 2\.\d\d:1 with the dark/,
	);
});

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);

test("of every colour there is one for each ground that can be read, and it is the colour itself where that can", () => {
	fc.assert(
		fc.property(colour, (accentColor) => {
			const { light, dark } = accentColors(accentColor);
			for (const [made, scheme] of [
				[light, "light"],
				[dark, "dark"],
			] as const) {
				for (const ground of GROUNDS[scheme]) expect(contrastRatio(made, ground)).toBeGreaterThanOrEqual(4.5);
				expect(made === accentColor).toBe(accentProblem({ scheme, accentColor }) === null);
				expect(accentProblem({ scheme, accentColor: made })).toBeNull();
			}
		}),
	);
});
