/** Checkly's assertions as what a monitor demands. */

import { literalPattern } from "../../../domain/content/comparison.ts";
import { type Fields, listOf, objectOf } from "../fields.ts";

type Members = Readonly<Record<string, unknown>>;

interface Demands {
	readonly statuses: readonly string[] | null;
	readonly contentChecks: readonly Members[];
	/** Of a response time. */
	readonly timeoutSeconds: number | null;
	readonly expect: Members | null;
	/** False: one has no counterpart. */
	readonly isWhole: boolean;
}

type Demand = Partial<Omit<Demands, "isWhole" | "contentChecks">> & { readonly contentCheck?: Members };

export function demandsOf(fields: Fields, assertions: unknown, type: string): Demands {
	let demands: Demands = { statuses: null, contentChecks: [], timeoutSeconds: null, expect: null, isWhole: true };
	for (const assertion of listOf(assertions).map(objectOf)) {
		const demand = demandOf(assertion, type);
		const isSecond = demand?.statuses !== undefined && demands.statuses !== null;
		if (demand === null || isSecond) {
			const { source, property, comparison, target } = assertion;
			const words = [source, property, comparison, target]
				.map((each) => String(each ?? ""))
				.filter(Boolean)
				.join(" ");
			fields.note(
				"assertions",
				`${words} has no counterpart: the monitor is paused.`,
				"Add what stands for it, then resume it.",
			);
			demands = { ...demands, isWhole: false };
			continue;
		}
		const { contentCheck, ...others } = demand;
		demands = {
			...demands,
			...others,
			contentChecks: [...demands.contentChecks, ...(contentCheck === undefined ? [] : [contentCheck])],
		};
	}
	return demands;
}

/** Null: it has no counterpart. */
function demandOf(assertion: Members, type: string): Demand | null {
	const comparison = String(assertion["comparison"] ?? "");
	const [property, target] = [String(assertion["property"] ?? ""), String(assertion["target"] ?? "")];
	// What the regex finds would be compared, and not the whole.
	if (String(assertion["regex"] ?? "") !== "") return null;
	switch (`${type} ${String(assertion["source"])}`) {
		case "http STATUS_CODE":
			return statusesOf(comparison, Number(target));
		case "http JSON_BODY":
			return property.startsWith("$") ? compared({ type: "json", value: property }, comparison, target) : null;
		case "http HEADERS":
			return property === "" ? null : compared({ type: "header", name: property }, comparison, target);
		case "http TEXT_BODY":
			return property === "" ? textOf(comparison, target) : null;
		case "dns RESPONSE_CODE":
			return comparison === "EQUALS" && target === "NOERROR" ? {} : null;
		case "tcp RESPONSE_DATA":
			return comparison === "CONTAINS" && property === ""
				? { expect: { type: "contains", value: target, caseSensitive: true } }
				: null;
		default: {
			const seconds = Number(target) / 1_000;
			const isTime = assertion["source"] === "RESPONSE_TIME" && comparison === "LESS_THAN";
			return isTime && Number.isInteger(seconds) && seconds >= 1 ? { timeoutSeconds: seconds } : null;
		}
	}
}

function statusesOf(comparison: string, status: number): Demand | null {
	if (!(status >= 100 && status <= 599)) return null;
	if (comparison === "EQUALS") return { statuses: [String(status)] };
	if (comparison === "LESS_THAN" && status > 100) return { statuses: [`100-${status - 1}`] };
	return comparison === "GREATER_THAN" && status < 599 ? { statuses: [`${status + 1}-599`] } : null;
}

/** Checkly compares texts: 5 equals "5" there. */
function compared(what: Members, comparison: string, target: string): Demand | null {
	const matches = (expected: string) => ({
		contentCheck: { ...what, operator: "matches", expected, caseSensitive: true },
	});
	const number = Number(target);
	const isNumber = target !== "" && Number.isFinite(number);
	switch (comparison) {
		case "EQUALS":
			return matches(`^(?:${literalPattern(target)})$`);
		case "CONTAINS":
			return matches(literalPattern(target));
		case "NOT_EMPTY":
			return matches("[\\s\\S]");
		case "GREATER_THAN":
		case "LESS_THAN":
			return isNumber ? { contentCheck: { ...what, operator: comparison.toLowerCase(), expected: number } } : null;
		default:
			return null;
	}
}

function textOf(comparison: string, target: string): Demand | null {
	switch (comparison) {
		case "CONTAINS":
			return { contentCheck: { type: "contains", value: target, caseSensitive: true } };
		case "NOT_CONTAINS":
			return { contentCheck: { type: "not_contains", value: target, caseSensitive: true } };
		case "EQUALS":
			return { contentCheck: { type: "regex", value: `^(?:${literalPattern(target)})$`, caseSensitive: true } };
		default:
			return null;
	}
}
