/** Any style sheet, and pieces of attacks put together: what is served is read again by a parser of another make. */

import fc from "fast-check";
import { type Rule, type SelectorComponent, transform } from "lightningcss";
import { expect, test } from "vitest";
import { fuzz, timeoutOf } from "../../../testing/fuzz.ts";
import { PROPERTIES } from "./allowed.ts";
import { pageCss } from "./page-css.ts";
import { PAGE_ROOT } from "./selectors.ts";
import { CSS_ATTACKS } from "./testing/css-attacks.ts";

const BOX = { seconds: 2 };

/** Pieces of the attacks, whole ones, and what parsers disagree about. */
const piece = fc.oneof(
	fc.constantFrom(...CSS_ATTACKS),
	fc.constantFrom(...CSS_ATTACKS.flatMap((attack) => attack.match(/[\w-]+|\W/g) ?? [])),
	fc.constantFrom(
		"{",
		"}",
		"(",
		")",
		"[",
		"]",
		";",
		":",
		",",
		"'",
		'"',
		"\\",
		"/*",
		"*/",
		"<!--",
		"-->",
		"\n",
		"@media",
	),
	fc.constantFrom("a", ".b", "color", "red", "1px", "--x", "var(--x)", "calc(1px + 2px)", "body", ":root", "::before"),
	fc.string({ unit: "binary", maxLength: 4 }),
	fc.string({ maxLength: 8 }),
);
const sheet = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

function read(css: string): { readonly rules: readonly Rule[]; readonly warnings: number } {
	const rules: Rule[] = [];
	const { warnings } = transform({
		filename: "page.css",
		code: new TextEncoder().encode(css),
		errorRecovery: true,
		visitor: { Rule: (rule) => void rules.push(rule as Rule) },
	});
	return { rules, warnings: warnings.length };
}

/** Whether it can match only what is inside of the root, or the root itself. */
function isScoped([first, second]: readonly SelectorComponent[]): boolean {
	const isRoot = first?.type === "id" && `#${first.name}` === PAGE_ROOT;
	const isBeside = second?.type === "combinator" && !["descendant", "child"].includes(second.value);
	return isRoot && !isBeside;
}

test(
	"what is served has rules below the root and @media alone, of allowed properties, and fetches nothing",
	async () => {
		const property = fc.asyncProperty(sheet, async (text) => {
			const { css, problems } = await pageCss(text);
			expect(problems.every((each) => each.length < 400)).toBe(true);
			for (const rule of read(css).rules) {
				expect(["style", "media"]).toContain(rule.type);
				if (rule.type !== "style") continue;
				expect(rule.value.selectors.every(isScoped)).toBe(true);
				const { declarations = [], importantDeclarations = [] } = rule.value.declarations ?? {};
				for (const each of [...declarations, ...importantDeclarations]) {
					const name =
						each.property === "custom" || each.property === "unparsed" ? JSON.stringify(each.value) : each.property;
					if (each.property !== "custom" && each.property !== "unparsed") expect(PROPERTIES).toContain(name);
					expect(JSON.stringify(each)).not.toMatch(/"type":"url"|"url":/);
				}
			}
			// What is served is allowed itself: nothing became another thing by being written.
			expect((await pageCss(css)).problems).toEqual([]);
		});
		expect(await fuzz(property, BOX)).toBeGreaterThan(0);
	},
	timeoutOf(BOX),
);
