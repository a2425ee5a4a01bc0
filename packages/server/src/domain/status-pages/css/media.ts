/** The conditions of `@media`, written anew. */

import type { Atrule, CssNode } from "css-tree";
import { MEDIA_FEATURES, MEDIA_TYPES } from "./allowed.ts";
import { allOrNull, type CssProblems, quoted } from "./problems.ts";
import { dimensionText, numberText } from "./values.ts";

const COMPARISONS = new Set(["<", "<=", ">", ">=", "="]);
const WORD = /^[a-z][a-z-]{0,31}$/i;

/** What stands between `@media` and its block; null when it has what is not allowed. */
export function mediaText({ prelude, ...rule }: Atrule, problems: CssProblems): string | null {
	const unreadable = () => problems.add(rule, "This @media can't be read.");
	if (prelude === null || prelude.type !== "AtrulePrelude") return unreadable();
	const [list, ...others] = prelude.children;
	if (list?.type !== "MediaQueryList" || others.length > 0) return unreadable();
	return allOrNull(list.children, (query) => queryText(query, problems))?.join(",") ?? null;
}

function queryText(query: CssNode, problems: CssProblems): string | null {
	if (query.type !== "MediaQuery") return unknown(query, problems);
	const { modifier, mediaType, condition } = query;
	if (mediaType !== null && !MEDIA_TYPES.has(mediaType.toLowerCase())) {
		return problems.add(query, `The medium ${quoted(mediaType)} is not allowed.`);
	}
	if (modifier !== null && !/^(?:not|only)$/i.test(modifier)) return unknown(query, problems);
	const conditionText = condition === null ? "" : partText(condition, problems);
	if (conditionText === null) return null;
	const type = [modifier, mediaType].filter((each) => each !== null).join(" ");
	return [type, conditionText].filter((each) => each !== "").join(" and ");
}

function partText(node: CssNode, problems: CssProblems): string | null {
	switch (node.type) {
		case "Condition":
			return (
				allOrNull(node.children, (child) => {
					const text = partText(child, problems);
					return child.type === "Condition" && text !== null ? `(${text})` : text;
				})?.join(" ") ?? null
			);
		case "Identifier":
			return /^(?:and|or|not)$/i.test(node.name) ? node.name : unknown(node, problems);
		case "Feature": {
			const name = node.name.toLowerCase();
			if (!MEDIA_FEATURES.has(name)) return problems.add(node, `The condition ${quoted(node.name)} is not allowed.`);
			const value = node.value === null ? "" : operandText(node.value, problems);
			if (value === null) return null;
			return value === "" ? `(${name})` : `(${name}:${value})`;
		}
		case "FeatureRange": {
			const { left, leftComparison, middle, rightComparison, right } = node;
			const parts = [
				operandText(left, problems),
				COMPARISONS.has(leftComparison) ? leftComparison : unknown(node, problems),
				operandText(middle, problems),
				...(rightComparison === null || right === null
					? []
					: [
							COMPARISONS.has(rightComparison) ? rightComparison : unknown(node, problems),
							operandText(right, problems),
						]),
			];
			return parts.includes(null) ? null : `(${parts.join(" ")})`;
		}
		default:
			return unknown(node, problems);
	}
}

/** A number, a length, or a word: the name of a feature in a range, else one of its values. */
function operandText(node: CssNode, problems: CssProblems): string | null {
	if (node.type === "Number") return numberText(node.value) ?? unknown(node, problems);
	if (node.type === "Dimension") return dimensionText(node, problems);
	if (node.type !== "Identifier" || !WORD.test(node.name)) return unknown(node, problems);
	return node.name.toLowerCase();
}

function unknown(node: CssNode, problems: CssProblems): null {
	return problems.add(node, "This condition of @media is not allowed.");
}
