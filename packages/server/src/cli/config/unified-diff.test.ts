import fc from "fast-check";
import { expect, test } from "vitest";
import { unifiedDiff } from "./unified-diff.ts";

test("writes what patch and git apply read", () => {
	const before = "a\nb\nc\nd\ne\nf\ng\nh\n";
	expect(unifiedDiff("f.yaml", before, before.replace("b\n", "B\nB2\n"))).toBe(
		"--- a/f.yaml\n+++ b/f.yaml\n@@ -1,5 +1,6 @@\n a\n-b\n+B\n+B2\n c\n d\n e\n",
	);
	expect(unifiedDiff("f", "a\nb", "a\nc\n")).toBe(
		"--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n",
	);
	expect(unifiedDiff("f", before, before)).toBe("");
});

/** As patch does: each hunk at the lines that its head names. */
function patched(before: string, diff: string): string {
	const old = before.match(/[^\n]*\n|[^\n]+$/g) ?? [];
	const result: string[] = [];
	let at = 0;
	for (const [, start = "", count = "", , , body = ""] of diff.matchAll(
		/^@@ -(\d+),(\d+) \+(\d+),(\d+) @@\n((?:[ +\\-].*\n)*)/gm,
	)) {
		const from = Number(start) - (count === "0" ? 0 : 1);
		result.push(...old.slice(at, from));
		at = from;
		for (const [, sign = "", text = ""] of body.matchAll(/^([ +-])(.*\n(?:\\.*\n)?)/gm)) {
			const line = text.includes("\n\\") ? text.slice(0, text.indexOf("\n")) : text;
			if (sign !== "+") expect(old[at++]).toBe(line);
			if (sign !== "-") result.push(line);
		}
	}
	return [...result, ...old.slice(at)].join("");
}

test("a patch makes the one text the other, whatever they are", () => {
	const text = fc
		.tuple(fc.array(fc.constantFrom("a", "b", "c", "", "-d"), { maxLength: 40 }), fc.constantFrom("", "\n"))
		.map(([lines, end]) => (lines.length === 0 ? "" : lines.join("\n") + (lines.at(-1) === "" ? "\n" : end)));
	fc.assert(
		fc.property(text, text, (before, after) => {
			expect(patched(before, unifiedDiff("f", before, after))).toBe(after);
		}),
		{ numRuns: 500 },
	);
});

test("texts that share nothing are one replaced block", () => {
	const [before, after] = ["a", "b"].map((name) =>
		Array.from({ length: 2_000 }, (_, i) => `${name}${i}\n`).join(""),
	) as [string, string];
	const lines = unifiedDiff("f", before, after).split("\n");
	expect(lines[2]).toBe("@@ -1,2000 +1,2000 @@");
	expect(lines).toHaveLength(4_004);
});
