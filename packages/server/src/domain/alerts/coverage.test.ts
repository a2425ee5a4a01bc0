import { expect, test } from "vitest";
import { USUAL_RULES } from "./alert-rules.ts";
import { type CoverableMonitor, covers } from "./coverage.ts";

const web: CoverableMonitor = { type: "http", tags: ["prod", "team:web"], importance: "normal" };
const job: CoverableMonitor = { type: "cron", tags: ["prod"], importance: "high" };
const side: CoverableMonitor = { type: "dns", tags: [], importance: "low" };

const covered = (rules: Partial<typeof USUAL_RULES>, named: boolean | null) =>
	Object.entries({ web, job, side })
		.filter(([, monitor]) => covers({ ...USUAL_RULES, ...rules }, named, monitor))
		.map(([name]) => name);

test.each<[string, Partial<typeof USUAL_RULES>, boolean | null, string[]]>([
	["names none, with neither tags nor types: all", {}, null, ["web", "job", "side"]],
	["names others: none", {}, false, []],
	["names them: these", {}, true, ["web", "job", "side"]],
	["any of the tags", { tags: { any: ["team:web", "other"] } }, null, ["web"]],
	["all of the tags", { tags: { all: ["prod", "team:web"] } }, null, ["web"]],
	["a type", { types: ["cron", "dns"] }, null, ["job", "side"]],
	["a tag or a type", { tags: { any: ["team:web"] }, types: ["cron"] }, null, ["web", "job"]],
	["named, beside tags", { tags: { any: ["team:web"] } }, true, ["web", "job", "side"]],
	["an empty list of names, beside a type", { types: ["dns"] }, false, ["side"]],
	["of all, the important ones", { minimumImportance: "normal" }, null, ["web", "job"]],
	["of those that are named, the important ones", { minimumImportance: "high" }, true, ["job"]],
])("%s", (_, rules, named, names) => {
	expect(covered(rules, named)).toEqual(names);
});

test("a tag is not found in a longer one", () => {
	expect(covers({ ...USUAL_RULES, tags: { any: ["team"] } }, null, web)).toBe(false);
});
