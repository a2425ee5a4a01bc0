import { describe, expect, test } from "vitest";
import { threadCpuMs } from "../../../testing/thread-cpu.ts";
import { MAX_CSS_BYTES, pageCss } from "./page-css.ts";
import { CSS_ATTACKS } from "./testing/css-attacks.ts";

describe("what is allowed is written anew, below the page's root", () => {
	test.each([
		["a{color:red}", "#page a{color:red}\n"],
		["A, .b > #c{ COLOR : Red }", "#page A,#page .b>#c{color:Red}\n"],
		[
			"/* a */ .a { color: #fff; /* b */ margin: 0 -1px .5em 1e2% !important }",
			"#page .a{color:#fff;margin:0 -1px .5em 1e2% !important}\n",
		],
		[":root{--accent-2:oklch(60% 0.2 250)}", "#page{--accent-2:oklch(60% 0.2 250)}\n"],
		["body .a, html > b{color:var(--a, red)}", "#page .a,#page>b{color:var(--a , red)}\n"],
		["body + a{color:red}", "#page body+a{color:red}\n"],
		['a:hover::before{content:"→"}', '#page a:hover::before{content:"→"}\n'],
		["li:not(:first-child, .a):nth-child(2n+1){gap:1px}", "#page li:not(:first-child,.a):nth-child(2n+1){gap:1px}\n"],
		["li:nth-child(odd){gap:1px}", "#page li:nth-child(odd){gap:1px}\n"],
		["li:nth-child(3){gap:1px}", "#page li:nth-child(3){gap:1px}\n"],
		['[data-state="down"]{color:red}', '#page [data-state="down"]{color:red}\n'],
		["a{width:calc(100% - (2px + 1em) * 3)}", "#page a{width:calc(100% - (2px + 1em) * 3)}\n"],
		[
			"a{background:linear-gradient(to right, #fff, rgb(0 0 0 / 50%))}",
			"#page a{background:linear-gradient(to right , #fff , rgb(0 0 0 / 50%))}\n",
		],
		['a{font:12px/1.5 "Open Sans", serif}', '#page a{font:12px / 1.5 "Open Sans" , serif}\n'],
		[
			"@media (prefers-color-scheme: dark) and (width >= 600px), not print{a{color:red}}",
			"@media (prefers-color-scheme:dark) and (width >= 600px),not print{#page a{color:red}\n}\n",
		],
		["@media screen and (min-width:20em){a{color:red}}", "@media screen and (min-width:20em){#page a{color:red}\n}\n"],
		["@media (200px < width <= 600px){a{color:red}}", "@media (200px < width <= 600px){#page a{color:red}\n}\n"],
		["a{}", ""],
		["a{;;color:red;; }", "#page a{color:red}\n"],
		["", ""],
	])("%s", async (text, css) => {
		expect(await pageCss(text)).toEqual({ css, problems: [] });
	});
});

describe("what is not allowed is refused, with where it stands, and is not in what is served", () => {
	test.each([
		[
			"a{\n\tposition: fixed; color: red}",
			'Line 2, column 2: The property "position" is not allowed.',
			"#page a{color:red}\n",
		],
		[
			"a{background:url(//a.example/b)}",
			"Line 1, column 14: url() is not allowed: the page fetches nothing from elsewhere.",
			"",
		],
		["@import 'a.css'; a{color:red}", 'Line 1, column 1: "@import" is not allowed.', "#page a{color:red}\n"],
		["a{width:attr(data-x px)}", 'Line 1, column 9: The function "attr()" is not allowed.', ""],
		["a:has(b){color:red}", 'Line 1, column 2: ":has" is not allowed in a selector.', ""],
		["> a{color:red}", "Line 1, column 1: A selector can't begin with a combinator.", ""],
		[
			'a{content:"Everything works, trust us"}',
			"Line 1, column 11: This text in quotes is not allowed in content.",
			"",
		],
		["a{--a:var(--b)}", "Line 1, column 7: A custom property can't name another one.", ""],
		["a{b{color:red}}", "Line 1, column 3: Only declarations stand in a rule: rules in rules are not allowed.", ""],
	])("%s", async (text, problem, css) => {
		expect(await pageCss(text)).toEqual({ css, problems: [problem] });
	});

	test("a style sheet that is too long, too deep, or has too many selectors", async () => {
		expect(await pageCss("é".repeat(MAX_CSS_BYTES / 2 + 1))).toEqual({
			css: "",
			problems: [`A style sheet has at most ${MAX_CSS_BYTES} bytes.`],
		});
		expect(await pageCss(`a{width:${"(".repeat(13)}`)).toEqual({
			css: "",
			problems: ["At most 12 brackets are in each other."],
		});
		expect((await pageCss(`${"a,".repeat(1_000)}a{color:red}`)).problems).toEqual([
			"Line 1, column 1: A style sheet has at most 1000 selectors.",
		]);
		expect((await pageCss(`a{color:red}${"b{top:0}".repeat(100)}`)).problems).toHaveLength(20);
	});
});

test("a style sheet is read as if it were the first, whatever was read before", async () => {
	const before = "@mediaa{background-image:url(vbscript:msgbox(1))}a{color:red;;;position:fixed !important})";
	for (const attack of [before, ...CSS_ATTACKS]) {
		await pageCss(before);
		for (const end of [")", "}", "]", ""]) {
			const text = attack + end;
			const once = await pageCss(text);
			await pageCss(before);
			expect(await pageCss(text)).toEqual(once);
		}
	}
});

/** Beside strings, which are in quotes and cannot end early. */
const outsideStrings = (css: string) => css.replaceAll(/"(?:\\[0-9a-f]+ |[^"\\])*"/g, '""');

test.each(CSS_ATTACKS)("an attack leaves nothing behind: %s", async (text) => {
	const { css, problems } = await pageCss(text);
	expect(problems).not.toEqual([]);
	const bare = outsideStrings(css);
	expect(bare).not.toMatch(
		/url|import|expression|javascript|behavior|binding|charset|font-face|attr\(|image|position|[<>\\]{2}|[<\\&;]{2}/i,
	);
	expect(bare).not.toMatch(/\\|<|\/\*|--[^a-z]/);
	for (const rule of bare.split("\n").filter((line) => line.includes("{") && !line.startsWith("@media"))) {
		expect(rule).toMatch(/^#page[ .[:>{,]/);
	}
});

test.each([
	["brackets", "(".repeat(MAX_CSS_BYTES)],
	["functions", "a{width:".concat("calc(".repeat(4_000))],
	["selectors", "a ".repeat(10_000)],
	["braces", "{".repeat(MAX_CSS_BYTES)],
	["pseudo-classes", ":not(".repeat(4_000)],
	["comments", "/*".repeat(10_000)],
	["backslashes", "\\".repeat(MAX_CSS_BYTES)],
	["quotes", "'\n".repeat(10_000)],
	["declarations", `a{${"color:red;".repeat(1_800)}}`],
	["numbers", `a{width:${"1".repeat(20_000)}px}`],
	["rules", "a{color:red}".repeat(900)],
	["semicolons", `a{${";".repeat(20_000)}}`],
	["@media", "@media ".repeat(2_900)],
])("the longest style sheet of %s takes little time", async (_, text) => {
	// Which loads the parser.
	await pageCss("");
	const before = threadCpuMs();
	await pageCss(text);
	expect(threadCpuMs() - before).toBeLessThan(1_000);
});
