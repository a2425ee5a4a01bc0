/** Values of declarations, written anew from the few kinds of nodes that are allowed. */

import type { CssNode } from "css-tree";
import { FUNCTIONS, UNITS } from "./allowed.ts";
import { allOrNull, type CssProblems, quoted } from "./problems.ts";

/** Without escapes, which hide words from whoever reads a style sheet. */
const IDENTIFIER = /^-?-?[a-z_][\w-]{0,63}$/i;
const NUMBER = /^[+-]?(?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12})(?:e[+-]?\d{1,2})?$/i;
const HEX_COLOUR = /^(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;
const OPERATORS = new Set([",", "/", "+", "-", "*"]);
/** Enough for a sign or a short word before a line; not for sentences that the page did not say. */
const MAX_STRING = 20;
/** Where text in quotes stands for something. */
const WITH_STRINGS = new Set(["content", "quotes", "font", "font-family", "list-style", "list-style-type"]);

/** The text of a value; null when it has what is not allowed. */
export function valueText(children: Iterable<CssNode>, property: string, problems: CssProblems): string | null {
	const parts = allOrNull(children, (node) => nodeText(node, property, problems));
	return parts?.join(" ") ?? null;
}

function nodeText(node: CssNode, property: string, problems: CssProblems): string | null {
	switch (node.type) {
		case "Identifier":
			return IDENTIFIER.test(node.name)
				? node.name
				: problems.add(node, `The word ${quoted(node.name)} is not allowed.`);
		case "Number":
			return numberText(node.value) ?? problems.add(node, `The number ${quoted(node.value)} is not allowed.`);
		case "Percentage":
		case "Dimension":
			return dimensionText(node, problems);
		case "Hash":
			return HEX_COLOUR.test(node.value)
				? `#${node.value}`
				: problems.add(node, `${quoted(`#${node.value}`)} is not a colour.`);
		case "String":
			return (
				stringText(node.value, property) ?? problems.add(node, `This text in quotes is not allowed in ${property}.`)
			);
		case "Operator": {
			const operator = node.value.trim();
			return OPERATORS.has(operator) ? operator : problems.add(node, `${quoted(operator)} is not allowed.`);
		}
		case "Parentheses": {
			const inner = valueText(node.children, property, problems);
			return inner === null ? null : `(${inner})`;
		}
		case "Function": {
			const name = node.name.toLowerCase();
			if (!FUNCTIONS.has(name)) return problems.add(node, `The function ${quoted(`${node.name}()`)} is not allowed.`);
			// Values that name values that name values can grow without a bound.
			if (name === "var" && property.startsWith("--")) {
				return problems.add(node, "A custom property can't name another one.");
			}
			const inner = valueText(node.children, property, problems);
			return inner === null ? null : `${name}(${inner})`;
		}
		// What stands after the comma in var().
		case "Value":
			return valueText(node.children, property, problems);
		case "Url":
			return problems.add(node, "url() is not allowed: the page fetches nothing from elsewhere.");
		default:
			return problems.add(
				node,
				`This is not a value that can be read: ${quoted(node.type === "Raw" ? node.value : "")}.`,
			);
	}
}

export function numberText(text: string): string | null {
	return NUMBER.test(text) ? text : null;
}

export function dimensionText(
	node: Extract<CssNode, { type: "Dimension" | "Percentage" }>,
	problems: CssProblems,
): string | null {
	const number = numberText(node.value);
	const unit = node.type === "Percentage" ? "%" : node.unit.toLowerCase();
	if (number !== null && (unit === "%" || UNITS.has(unit))) return `${number}${unit}`;
	return problems.add(node, `${quoted(`${node.value}${unit}`)} is not allowed.`);
}

function stringText(value: string, property: string): string | null {
	if (!WITH_STRINGS.has(property) || value.length > MAX_STRING) return null;
	return cssString(value);
}

/** In double quotes; whatever could end them, the line or an element of HTML is escaped (CSS Syntax 3 §4.3.7). */
export function cssString(value: string): string {
	const escaped = value.replace(
		/["\\<>&\p{Cc}\p{Cf}\u2028\u2029]/gu,
		(each) => `\\${each.codePointAt(0)?.toString(16)} `,
	);
	return `"${escaped}"`;
}
