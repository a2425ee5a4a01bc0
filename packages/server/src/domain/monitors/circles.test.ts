import fc from "fast-check";
import { expect, test } from "vitest";
import { circlesIn } from "./circles.ts";

const circles = (graph: Readonly<Record<string, string>>) =>
	[...circlesIn(new Map(Object.entries(graph).map(([id, others]) => [id, [...others]])))].sort().join("");

test.each([
	["a chain has none", { a: "b", b: "c", c: "" }, ""],
	["who depends on itself", { a: "a", b: "a" }, "a"],
	["two that depend on each other, without who leads to them or is led to", { a: "b", b: "cd", c: "b", d: "" }, "bc"],
	["who is not in the graph leads nowhere", { a: "xy", b: "a" }, ""],
	["several ways to one", { a: "bc", b: "d", c: "d", d: "" }, ""],
])("%s", (_, graph, expected) => {
	expect(circles(graph)).toBe(expected);
});

test("everything on a circle is found, and nothing where numbers only ever grow", () => {
	const edges = fc.array(fc.tuple(fc.nat(12), fc.nat(12)), { maxLength: 40 });
	fc.assert(
		fc.property(edges, (pairs) => {
			const graphOf = (kept: typeof pairs) => {
				const ids = kept.flat().map((id) => [String(id), [] as string[]] as const);
				const graph = new Map(ids);
				for (const [from, to] of kept) graph.get(String(from))?.push(String(to));
				return graph;
			};
			expect(circlesIn(graphOf(pairs.filter(([from, to]) => from < to))).size).toBe(0);
			const graph = graphOf(pairs);
			const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
				(graph.get(from) ?? []).some((next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))));
			const found = circlesIn(graph);
			for (const id of graph.keys()) if (reaches(id, id)) expect(found.has(id)).toBe(true);
		}),
	);
});
