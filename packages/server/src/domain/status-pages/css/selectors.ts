/**
 * Selectors, each scoped below the page's root: what is written begins with the root and a space, so that only what is
 * inside of it can match, whatever follows.
 */

import type { CssNode, Selector, SelectorList } from "css-tree";
import { PSEUDO_CLASSES, PSEUDO_ELEMENTS } from "./allowed.ts";
import { allOrNull, type CssProblems, quoted } from "./problems.ts";
import { cssString } from "./values.ts";

/** The element that holds all that a style sheet of a team may style. */
export const PAGE_ROOT = "#page";

/** What stands for the root itself, at the beginning of a selector. */
const ROOTS = new Set(["html", "body"]);
const NAME = /^-?[a-z_][\w-]{0,63}$/i;
const ELEMENT = /^(?:\*|[a-z][a-z0-9-]{0,31})$/i;
const ATTRIBUTE = /^(?:data-[a-z-]{1,32}|lang|dir|open)$/;
const MATCHERS = new Set(["=", "~=", "|=", "^=", "$=", "*="]);
const COMBINATORS = new Set([" ", ">", "+", "~"]);
const MAX_ATTRIBUTE_VALUE = 64;

/** Null when one of them is not allowed. */
export function scopedSelectors(list: SelectorList, problems: CssProblems): string[] | null {
	return allOrNull(list.children, (selector) => {
		if (selector.type !== "Selector") return problems.add(selector, "This selector can't be read.");
		const [first, ...rest] = selector.children;
		const isRoot =
			(first?.type === "TypeSelector" && ROOTS.has(first.name.toLowerCase())) ||
			(first?.type === "PseudoClassSelector" && first.name.toLowerCase() === "root" && first.children === null);
		if (first?.type === "Combinator") return problems.add(first, "A selector can't begin with a combinator.");
		if (isRoot && (rest[0] === undefined || rest[0].type !== "Combinator" || isBelow(rest[0].name))) {
			const below = partsText(rest, problems);
			return below === null ? null : `${PAGE_ROOT}${below}`;
		}
		const text = selectorText(selector, problems);
		return text === null ? null : `${PAGE_ROOT} ${text}`;
	});
}

/** Beside the root is what the page does not belong to. */
function isBelow(combinator: string): boolean {
	return combinator === " " || combinator === ">";
}

function selectorText(selector: Selector, problems: CssProblems): string | null {
	return partsText(selector.children, problems);
}

function partsText(parts: Iterable<CssNode>, problems: CssProblems): string | null {
	let before: CssNode | null = null;
	for (const part of parts) {
		if (part.type === "Combinator" && before?.type === "Combinator") return refused(part, part.name, problems);
		before = part;
	}
	return allOrNull(parts, (part) => partText(part, problems))?.join("") ?? null;
}

function partText(node: CssNode, problems: CssProblems): string | null {
	switch (node.type) {
		case "TypeSelector":
			return ELEMENT.test(node.name) ? node.name : refused(node, node.name, problems);
		case "ClassSelector":
			return NAME.test(node.name) ? `.${node.name}` : refused(node, `.${node.name}`, problems);
		case "IdSelector":
			return NAME.test(node.name) ? `#${node.name}` : refused(node, `#${node.name}`, problems);
		case "Combinator":
			return COMBINATORS.has(node.name) ? node.name : refused(node, node.name, problems);
		case "AttributeSelector":
			return attributeText(node, problems);
		case "PseudoElementSelector":
			return PSEUDO_ELEMENTS.has(node.name.toLowerCase()) && node.children === null
				? `::${node.name.toLowerCase()}`
				: refused(node, `::${node.name}`, problems);
		case "PseudoClassSelector":
			return pseudoClassText(node, problems);
		default:
			return refused(node, node.type === "NestingSelector" ? "&" : "", problems);
	}
}

function refused(node: CssNode, text: string, problems: CssProblems): null {
	return problems.add(node, `${quoted(text)} is not allowed in a selector.`);
}

function attributeText(node: Extract<CssNode, { type: "AttributeSelector" }>, problems: CssProblems): string | null {
	const name = node.name.name.toLowerCase();
	if (!ATTRIBUTE.test(name) || node.flags !== null) return refused(node, `[${node.name.name}]`, problems);
	if (node.matcher === null || node.value === null) return `[${name}]`;
	const value = node.value.type === "String" ? node.value.value : node.value.name;
	const isAllowed = MATCHERS.has(node.matcher) && value.length <= MAX_ATTRIBUTE_VALUE;
	return isAllowed ? `[${name}${node.matcher}${cssString(value)}]` : refused(node, `[${name}]`, problems);
}

function pseudoClassText(
	node: Extract<CssNode, { type: "PseudoClassSelector" }>,
	problems: CssProblems,
): string | null {
	const name = node.name.toLowerCase();
	if (!PSEUDO_CLASSES.has(name)) return refused(node, `:${node.name}`, problems);
	if (node.children === null) return `:${name}`;
	const inner = allOrNull(node.children, (child) => argumentText(child, problems));
	return inner === null ? null : `:${name}(${inner.join("")})`;
}

function argumentText(node: CssNode, problems: CssProblems): string | null {
	if (node.type === "SelectorList") {
		const selectors = allOrNull(node.children, (each) =>
			each.type === "Selector" ? selectorText(each, problems) : refused(each, "", problems),
		);
		return selectors?.join(",") ?? null;
	}
	if (node.type !== "Nth" || node.selector !== null) return refused(node, "of", problems);
	if (node.nth.type === "Identifier") {
		return /^(?:odd|even)$/i.test(node.nth.name) ? node.nth.name : refused(node, node.nth.name, problems);
	}
	const { a, b } = node.nth;
	const isWhole = [a, b].every((each) => each === null || /^[+-]?\d{0,6}$/.test(each));
	if (!isWhole) return refused(node, `${a}n${b}`, problems);
	const step = a === null ? "" : `${a}n`;
	return a !== null && b !== null && !/^[+-]/.test(b) ? `${step}+${b}` : `${step}${b ?? ""}`;
}
