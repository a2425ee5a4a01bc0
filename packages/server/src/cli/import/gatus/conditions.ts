/** Gatus' conditions as what a monitor demands. Null: it has no counterpart. */

import { literalPattern } from "../../../domain/content/comparison.ts";
import { secondsOf } from "../go-duration.ts";

interface Demand {
	readonly statuses?: readonly string[];
	readonly degradedAfterMs?: number;
	readonly expiryDays?: number;
	readonly contentCheck?: object;
	readonly expectedRecord?: string;
	/** Why it is not quite the same. */
	readonly differs?: string;
}

const CONDITION = /^(.*?) (==|!=|<=|>=|<|>) (.*)$/s;
/** Paths that Gatus and JSONPath read alike. */
const PATH = /^\[BODY\]((?:\.[A-Za-z_]\w*|\[\d+\])+)$/;
const DAY_HOURS = 24;

export function demandOf(condition: string, type: string): Demand | null {
	const [, left = "", operator = "", right = ""] = CONDITION.exec(condition.trim()) ?? [];
	if (left === "[CONNECTED]") return operator === "==" && right === "true" ? {} : null;
	if (left === "[STATUS]" && type === "http") return statuses(operator, right);
	if (left === "[RESPONSE_TIME]") return slowness(operator, right);
	if (left === "[CERTIFICATE_EXPIRATION]") return expiry(operator, right);
	if (type === "dns") return ofRecord(left, operator, right);
	return type === "http" ? ofBody(left, operator, right) : null;
}

function statuses(operator: string, right: string): Demand | null {
	const values = valuesOf(right);
	if (values === null || !values.every((value) => /^[1-5]\d\d$/.test(value))) return null;
	const [value = 0] = values.map(Number);
	const range = (from: number, to: number) => ({ statuses: [from === to ? String(from) : `${from}-${to}`] });
	switch (operator) {
		case "==":
			return { statuses: values };
		case "<":
			return value > 100 ? range(100, value - 1) : null;
		case "<=":
			return range(100, value);
		case ">":
			return value < 599 ? range(value + 1, 599) : null;
		case ">=":
			return range(value, 599);
		default:
			return null;
	}
}

function slowness(operator: string, right: string): Demand | null {
	const limit = Number(right);
	if (!operator.startsWith("<") || !Number.isFinite(limit) || limit < 1_000 || limit > 30_000) return null;
	return { degradedAfterMs: Math.ceil(limit), differs: "A slower answer is degraded here, not down." };
}

function expiry(operator: string, right: string): Demand | null {
	const hours = secondsOf(right) / 3_600;
	if (!operator.startsWith(">") || !(hours > 0)) return null;
	const expiryDays = Math.min(365, Math.max(1, Math.ceil(hours / DAY_HOURS)));
	return { expiryDays, differs: `A certificate that ends within ${expiryDays} days is a warning here, not down.` };
}

function ofRecord(left: string, operator: string, right: string): Demand | null {
	if (operator !== "==") return null;
	if (left === "[DNS_RCODE]") return right === "NOERROR" ? {} : null;
	if (left !== "[BODY]" || /^(pat|any|len|has)\(/.test(right)) return null;
	return { expectedRecord: right };
}

function ofBody(left: string, operator: string, right: string): Demand | null {
	const [, inside] = /^has\((.*)\)$/.exec(left) ?? [];
	if (inside !== undefined) {
		const path = pathOf(inside);
		if (path === null || operator !== "==" || !["true", "false"].includes(right)) return null;
		const absent = right === "false" ? { expected: false } : {};
		return { contentCheck: { type: "json", value: path, operator: "exists", ...absent } };
	}
	const contained = /^pat\(\*([^*?[\\]+)\*\)$/.exec(right)?.[1];
	if (left === "[BODY]" && contained !== undefined && (operator === "==" || operator === "!=")) {
		const type = operator === "==" ? "contains" : "not_contains";
		return { contentCheck: { type, value: contained, caseSensitive: true } };
	}
	const path = pathOf(left);
	if (path === null) return null;
	const number = Number(right);
	if ((operator === "<" || operator === ">") && right !== "" && Number.isFinite(number)) {
		return {
			contentCheck: {
				type: "json",
				value: path,
				operator: operator === "<" ? "less_than" : "greater_than",
				expected: number,
			},
		};
	}
	const pattern = operator === "==" ? patternOf(right) : null;
	if (pattern === null) return null;
	// Gatus compares texts: 5 equals "5" there.
	return { contentCheck: { type: "json", value: path, operator: "matches", expected: pattern, caseSensitive: true } };
}

function pathOf(text: string): string | null {
	const [, path] = PATH.exec(text) ?? [];
	return path === undefined ? null : `$${path}`;
}

/** A value, `any(…)` or `pat(…)` with stars alone, as a pattern; null for all else. */
function patternOf(right: string): string | null {
	const glob = /^pat\(([^?[\\]*)\)$/.exec(right)?.[1];
	if (glob !== undefined) return `^${glob.split("*").map(literalPattern).join("[\\s\\S]*")}$`;
	const values = valuesOf(right);
	return values === null ? null : `^(?:${values.map(literalPattern).join("|")})$`;
}

/** The values of `any(a, b)`, or the one value; null for another function or a placeholder. */
function valuesOf(right: string): readonly string[] | null {
	const list = /^any\((.*)\)$/.exec(right)?.[1];
	const values = list === undefined ? [right] : list.split(",").map((each) => each.trim());
	return values.some((value) => /^(?:\[[A-Z_]+\]|pat\(|len\(|has\()/.test(value)) ? null : values;
}
