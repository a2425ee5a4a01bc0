/// <reference path="./css-tree-parser.d.ts" />
/**
 * The style sheet that a team gives its status page. It is parsed, and what is served is written anew from the tree:
 * of allowed properties, functions, selectors and conditions alone (./allowed.ts), every selector below the page's root
 * (./selectors.ts), without anything that could fetch. No piece of the text itself is ever served, but words and
 * numbers of a fixed form.
 *
 * A style sheet with anything else is refused when it is saved, with where it stands. What was saved under other rules
 * is served without it.
 */

import type { Block, CssNode, StyleSheet } from "css-tree";
import type { tokenize } from "css-tree/tokenizer";
import { PROPERTIES } from "./allowed.ts";
import { mediaText } from "./media.ts";
import { CssProblems, quoted } from "./problems.ts";
import { scopedSelectors } from "./selectors.ts";
import { valueText } from "./values.ts";

/** Bytes of UTF-8. */
export const MAX_CSS_BYTES = 20_480;
/** Brackets in brackets: the parser calls itself for each. */
const MAX_DEPTH = 12;
/** Each is written with the root before it. */
const MAX_SELECTORS = 1_000;
const CUSTOM_PROPERTY = /^--[a-z][a-z0-9-]{0,63}$/;

interface PageCss {
	/** What may be served; empty when nothing may. */
	readonly css: string;
	/** Sentences for whoever wrote the style sheet; empty when all of it may be served. */
	readonly problems: readonly string[];
}

export async function pageCss(text: string): Promise<PageCss> {
	if (Buffer.byteLength(text) > MAX_CSS_BYTES) {
		return { css: "", problems: [`A style sheet has at most ${MAX_CSS_BYTES} bytes.`] };
	}
	// Loaded with the first style sheet: 4 MB, and few teams write one.
	const [{ default: parse }, { tokenize }] = await Promise.all([
		import("css-tree/parser"),
		import("css-tree/tokenizer"),
	]);
	if (depthOf(text, tokenize) > MAX_DEPTH)
		return { css: "", problems: [`At most ${MAX_DEPTH} brackets are in each other.`] };
	const problems = new CssProblems();
	const skipped = new CssProblems();
	// The parser keeps the tokens of the text before, and where a bracket has no partner it may take one of those for it,
	// and never end (css-tree 3.2.1). Commas are nobody's partner: one for each place in this text.
	parse(",".repeat(text.length + 1));
	const sheet = parse(text, {
		positions: true,
		parseCustomProperty: true,
		onParseError: ({ message, line, column }) => skipped.add({ loc: locationOf(line, column) }, `${message}.`),
	}) as StyleSheet;
	const css = new SheetWriter(problems).sheetText(sheet.children);
	// What can't be parsed is in the tree, where it is refused; what the parser skipped is not.
	return { css, problems: problems.sentences.length > 0 ? problems.sentences : skipped.sentences };
}

function locationOf(line: number, column: number) {
	const start = { line, column, offset: 0 };
	return { source: "", start, end: start };
}

/** How deep brackets stand in each other, by the tokens: strings and comments have none. */
function depthOf(text: string, tokens: typeof tokenize): number {
	let depth = 0;
	let deepest = 0;
	tokens(text, (_, start, end) => {
		const last = text[end - 1] ?? "";
		const isOne = end - start === 1 || last === "(";
		if (isOne && "({[".includes(last)) depth += 1;
		else if (isOne && ")}]".includes(last)) depth = Math.max(0, depth - 1);
		deepest = Math.max(deepest, depth);
	});
	return deepest;
}

class SheetWriter {
	readonly #problems: CssProblems;
	#selectors = 0;

	constructor(problems: CssProblems) {
		this.#problems = problems;
	}

	sheetText(nodes: Iterable<CssNode>): string {
		return [...nodes].map((node) => this.#nodeText(node, true)).join("");
	}

	/** Empty for what is not allowed. */
	#nodeText(node: CssNode, mayBeMedia: boolean): string {
		switch (node.type) {
			case "Comment":
			case "WhiteSpace":
				return "";
			case "Rule":
				return this.#ruleText(node);
			case "Atrule": {
				if (node.name.toLowerCase() !== "media" || !mayBeMedia || node.block === null) {
					const where = mayBeMedia ? "" : " in another rule";
					this.#problems.add(node, `${quoted(`@${node.name}`)} is not allowed${where}.`);
					return "";
				}
				const condition = mediaText(node, this.#problems);
				const rules = [...node.block.children].map((each) => this.#nodeText(each, false)).join("");
				return condition === null || rules === "" ? "" : `@media ${condition}{${rules}}\n`;
			}
			default:
				this.#problems.add(node, `This can't be read: ${quoted(node.type === "Raw" ? node.value : node.type)}.`);
				return "";
		}
	}

	#ruleText({ prelude, block }: Extract<CssNode, { type: "Rule" }>): string {
		if (prelude.type !== "SelectorList") {
			this.#problems.add(prelude, `This selector can't be read: ${quoted(prelude.value)}.`);
			return "";
		}
		this.#selectors += prelude.children.size;
		if (this.#selectors > MAX_SELECTORS) {
			this.#problems.add(prelude, `A style sheet has at most ${MAX_SELECTORS} selectors.`);
			return "";
		}
		const selectors = scopedSelectors(prelude, this.#problems);
		const declarations = this.#declarationsText(block);
		return selectors === null || declarations === "" ? "" : `${selectors.join(",")}{${declarations}}\n`;
	}

	#declarationsText(block: Block): string {
		const written: string[] = [];
		for (const node of block.children) {
			if (node.type === "Comment" || (node.type === "Raw" && /^[;\s]*$/.test(node.value))) continue;
			if (node.type !== "Declaration") {
				this.#problems.add(node, "Only declarations stand in a rule: rules in rules are not allowed.");
				continue;
			}
			const property = node.property.startsWith("--") ? node.property : node.property.toLowerCase();
			if (!PROPERTIES.has(property) && !CUSTOM_PROPERTY.test(property)) {
				this.#problems.add(node, `The property ${quoted(node.property)} is not allowed.`);
				continue;
			}
			if (node.value.type !== "Value" || node.value.children.isEmpty) {
				this.#problems.add(node, `The value of ${quoted(property)} can't be read.`);
				continue;
			}
			if (typeof node.important === "string") {
				this.#problems.add(node, `${quoted(`!${node.important}`)} is not allowed.`);
				continue;
			}
			const value = valueText(node.value.children, property, this.#problems);
			if (value !== null) written.push(`${property}:${value}${node.important ? " !important" : ""}`);
		}
		return written.join(";");
	}
}
