import { describe, expect, test } from "vitest";
import { threadCpuMs } from "../../testing/thread-cpu.ts";
import { UnusablePattern } from "./comparison.ts";
import { compileJsonPath } from "./json-path.ts";
import suite from "./testing/jsonpath-compliance.json" with { type: "json" };

interface ComplianceTest {
	readonly name: string;
	readonly selector: string;
	readonly document?: unknown;
	readonly result?: unknown[];
	readonly results?: unknown[][];
	readonly invalid_selector?: boolean;
}

test("the whole compliance test suite of RFC 9535 passes", () => {
	const tests = suite.tests as readonly ComplianceTest[];
	const failed = tests.filter((each) => !passes(each)).map(({ name }) => name);
	expect(failed).toEqual([]);
	expect(tests.length).toBeGreaterThan(700);
});

function passes({ selector, document, result, results, invalid_selector }: ComplianceTest): boolean {
	if (invalid_selector) return !isValid(selector);
	const selected = JSON.stringify(compileJsonPath(selector).select({ value: document, exact: null }));
	return (results ?? [result]).some((wanted) => JSON.stringify(wanted) === selected);
}

function isValid(selector: string): boolean {
	try {
		compileJsonPath(selector);
		return true;
	} catch (error) {
		if (error instanceof UnusablePattern) return false;
		throw error;
	}
}

describe("a path", () => {
	test.each([
		["$", true],
		["$.a['b'][0]", true],
		["$.a[*]", false],
		["$..a", false],
		["$.a[1:2]", false],
		["$.a[?@.b]", false],
	])("%s names one place: %s", (path, isSingular) => {
		expect(compileJsonPath(path).isSingular).toBe(isSingular);
	});

	test("that is none says what is wrong", () => {
		expect(() => compileJsonPath("$.a[")).toThrow(UnusablePattern);
		expect(() => compileJsonPath("a.b")).toThrow(UnusablePattern);
	});
});

describe("a document cannot make the engine run on:", () => {
	test("a pattern that goes back and forth is linear", () => {
		const path = compileJsonPath("$[?search(@, '(a+)+$')]");
		const before = threadCpuMs();
		expect(path.select({ value: [`${"a".repeat(20_000)}b`], exact: null })).toEqual([]);
		expect(threadCpuMs() - before).toBeLessThan(2_000);
	});

	test("a pattern that the document brings is weighed", () => {
		const path = compileJsonPath("$[?match(@.text, @.pattern)]");
		expect(path.select({ value: [{ text: "a", pattern: "((((a{1000}){1000}){1000}){1000})" }], exact: null })).toEqual(
			[],
		);
		expect(path.select({ value: [{ text: "ab", pattern: "a." }], exact: null })).toEqual([
			{ text: "ab", pattern: "a." },
		]);
	});

	test("one that is nested very deeply is not searched below, and found as far as one place is named", () => {
		const deep = JSON.parse(`${"[".repeat(200_000)}${"]".repeat(200_000)}`);
		expect(compileJsonPath("$..a").select({ value: deep, exact: null })).toBeNull();
		expect(compileJsonPath("$[0][0][0].a").select({ value: deep, exact: null })).toEqual([]);
	});
});
