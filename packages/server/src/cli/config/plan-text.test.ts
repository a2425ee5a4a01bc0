import { expect, test } from "vitest";
import type { Plan } from "./config-service.ts";
import { planLines } from "./plan-text.ts";

function lineOf(before: unknown, after: unknown): string | undefined {
	const change = { kind: "alerts", key: "ops", id: "alt_1", name: "Ops", action: "update" } as const;
	const more = { drifted: false, conflicts: false, keepsSecrets: false, existsSince: null };
	const totals = { create: 0, update: 1, adopt: 0, delete: 0, unchanged: 0 };
	const plan: Plan = {
		changes: [{ ...change, ...more, changes: [{ field: "monitorIds", before, after }] }],
		...{ totals, refusal: null, comparesSecrets: true, digest: "x" },
	};
	return planLines(plan, {})[1];
}

const KEYS = Array.from({ length: 50 }, (_, index) => `monitor-${index}`);

test("a long list says what comes and goes, a short one what it is", () => {
	expect(lineOf(KEYS, [...KEYS.slice(1), "new"])).toBe('    monitorIds: - "monitor-0", + "new"');
	expect(lineOf(KEYS, [])).toMatch(/^ {4}monitorIds: - "monitor-0", .*, - "monitor-19", 30 more$/);
	expect(lineOf(["a"], ["b"])).toBe('    monitorIds: ["a"] → ["b"]');
	expect(lineOf(KEYS, KEYS.toReversed())).toMatch(/^ {4}monitorIds: \["monitor-0",.*… → \["monitor-49",.*…$/);
});

test("of other long values the part that differs is shown", () => {
	const sections = (name: string) => [...KEYS.map((each) => ({ name: each })), { name }];
	expect(lineOf(sections("old"), sections("new"))).toMatch(/^ {4}monitorIds: ….*"old"}\] → ….*"new"}\]$/);
});

test("what left the files is named, also where nothing changes", () => {
	const totals = { create: 0, update: 0, adopt: 0, delete: 0, unchanged: 3 };
	const left = KEYS.slice(0, 22).map((key) => ({ kind: "monitors", key }) as const);
	const plan: Plan = { changes: [], totals, left, refusal: null, comparesSecrets: true, digest: "x" };
	const [first, second] = planLines(plan, {});
	expect(first).toBe("Nothing to change: 3 objects are as in the files.");
	expect(second).toMatch(/^In no file, and kept: monitor monitor-0, .*monitor monitor-19 and 2 more\. --prune deletes/);
});

test("a new object has the members that its entry and the defaults name, and no others", () => {
	const field = (field: string, after: unknown) => ({ field, before: null, after });
	const change = { kind: "monitors", key: "api", id: null, name: "API", action: "create" } as const;
	const more = { drifted: false, conflicts: false, keepsSecrets: false, existsSince: null };
	const changes = [field("url", "https://a.example/"), field("tags", ["shop"]), field("timeoutSeconds", 10)];
	const totals = { create: 1, update: 0, adopt: 0, delete: 0, unchanged: 0 };
	const plan: Plan = {
		changes: [{ ...change, ...more, changes }],
		...{ totals, refusal: null, comparesSecrets: true, digest: "x" },
	};
	const files = {
		defaults: { monitors: { tags: ["shop"] }, alerts: { timeoutSeconds: 1 } },
		monitors: [{ key: "api", url: "https://a.example/" }],
	};
	expect(planLines(plan, files).slice(1, -2)).toEqual(['    url: "https://a.example/"', '    tags: ["shop"]']);
});
