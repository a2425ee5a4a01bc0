import { expect, test } from "vitest";
import { patchText } from "./patch-text.ts";

const API = { id: "mon_1", kind: "monitors", project: "shop", key: "api" } as const;
const DB = { ...API, id: "mon_2", key: "db" };

test("the members that differ are lines of the entry, with keys in place of ids", () => {
	const before = { name: "API", port: 1, dependsOn: [], tags: ["a"] };
	const after = { name: "API", port: 2, dependsOn: ["mon_2", "mon_3"], tags: ["a"] };
	expect(patchText(API, { before, after }, [API, DB])).toBe(
		`# Project shop. In the place of a secret write { secret: NAME }.
monitors:
  - key: api
    port: 2
    dependsOn: ["db","mon_3"]
`,
	);
});

test("nothing is written when nothing differs but what the form knows items by", () => {
	const check = (id: string) => ({ contentChecks: [{ type: "contains", value: "ok", id }] });
	expect(patchText(API, { before: check("chk_1"), after: check("chk_2") }, [])).toBeNull();
});

test("characters that files read as a variable are escaped", () => {
	const text = patchText(API, { before: { name: "" }, after: { name: "a $\u007bB}" } }, []);
	expect(text).toContain('name: "a $$\u007bB}"');
});
