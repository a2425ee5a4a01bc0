/**
 * JSONPath as RFC 9535 has it, by json-p3, which passes the compliance test suite; ./json-path.test.ts runs that suite
 * against what stands here. Two things differ from the library as it comes: the patterns of `match` and `search` run on
 * RE2 in linear time, and a query that can cost more than its document is long runs where it can be stopped
 * (probe/content/pattern-lanes.ts).
 */

import {
	type FilterFunction,
	FunctionExpressionType,
	JSONPathEnvironment,
	JSONPathError,
	type JSONValue,
} from "json-p3";
import type { RE2JS } from "re2js";
import { compilePattern, UnusablePattern } from "./comparison.ts";
import type { JsonDocument } from "./json-document.ts";

/** Nested deeper, a document is not searched below: each level takes a frame of the stack. */
const MAX_DEPTH = 500;
/** Compiled patterns kept: a document can bring patterns of its own. */
const MAX_PATTERNS = 10;

interface JsonPath {
	/** The values that the path selects; null for a document that is nested too deeply for it. */
	select(document: JsonDocument): readonly unknown[] | null;
	/** Whether the path names one place, so that finding it costs next to nothing (RFC 9535 §2.3.5.1). */
	readonly isSingular: boolean;
}

/** Throws {@link UnusablePattern} for what is no JSONPath. */
export function compileJsonPath(path: string): JsonPath {
	const query = parsed(path);
	return {
		isSingular: query.singularQuery(),
		select({ value, exact }) {
			try {
				const found = query.query(value as JSONValue);
				return exact === null ? found.values() : found.nodes.map(({ location }) => at(exact, location));
			} catch (error) {
				// The library's own limit, and the stack's for documents that are deep beside it.
				if (error instanceof JSONPathError || error instanceof RangeError) return null;
				throw error;
			}
		},
	};
}

/** The value at `location`, which is there. */
function at(document: unknown, location: readonly (string | number)[]): unknown {
	return location.reduce((value, step) => (value as Record<string | number, unknown>)[step], document);
}

function parsed(path: string): ReturnType<JSONPathEnvironment["compile"]> {
	if (LARGE_INTEGER.test(path.replaceAll(QUOTED, ""))) {
		const message = "An integer above 2^53 can't stand in a path: select the value, and compare it with equals.";
		throw new UnusablePattern(message, { kind: "path" });
	}
	try {
		return ENVIRONMENT.compile(path);
	} catch (cause) {
		if (cause instanceof JSONPathError) throw new UnusablePattern(cause.message, { cause, kind: "path" });
		throw cause;
	}
}

/** `match` and `search` of RFC 9535 §2.4.6 and §2.4.7, in linear time. */
class LinearPattern implements FilterFunction {
	readonly argTypes = [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType];
	readonly returnType = FunctionExpressionType.LogicalType;
	readonly #isWhole: boolean;
	readonly #compiled = new Map<string, RE2JS | null>();

	constructor(isWhole: boolean) {
		this.#isWhole = isWhole;
	}

	call(text: unknown, pattern: unknown): boolean {
		if (typeof text !== "string" || typeof pattern !== "string") return false;
		const matcher = this.#pattern(pattern)?.matcher(text);
		return (this.#isWhole ? matcher?.matches() : matcher?.find()) ?? false;
	}

	#pattern(pattern: string): RE2JS | null {
		const known = this.#compiled.get(pattern);
		if (known !== undefined) return known;
		if (this.#compiled.size >= MAX_PATTERNS) this.#compiled.clear();
		const compiled = compiledOrNull(asRe2(pattern));
		this.#compiled.set(pattern, compiled);
		return compiled;
	}
}

/** A pattern that can't be run matches nothing (RFC 9535 §2.4.6). */
function compiledOrNull(pattern: string): RE2JS | null {
	try {
		return compilePattern(pattern, true);
	} catch (error) {
		if (error instanceof UnusablePattern) return null;
		throw error;
	}
}

/** The dot of I-Regexp leaves out both line ends (RFC 9485 §5.4), that of RE2 the line feed alone. */
function asRe2(pattern: string): string {
	return pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]|\./gsu, (part) => (part === "." ? "[^\\n\\r]" : part));
}

/** Filters compare as JavaScript does, which rounds it. */
const LARGE_INTEGER = /(?<![\w.])(?:9(?:0[1-9]|[1-9])\d{13,}|[1-9]\d{16,})(?![\w.])/;
const QUOTED = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/gs;

const ENVIRONMENT = new JSONPathEnvironment({ maxRecursionDepth: MAX_DEPTH });
ENVIRONMENT.functionRegister.set("match", new LinearPattern(true));
ENVIRONMENT.functionRegister.set("search", new LinearPattern(false));
