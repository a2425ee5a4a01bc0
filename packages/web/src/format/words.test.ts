import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { typeName } from "./words.ts";

test("the documentation calls each type as the dashboard does", () => {
	const page = readFileSync(join(import.meta.dirname, "../../../../docs/use/monitors/README.md"), "utf8");
	const rows = Array.from(page.matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm), ([, type = "", name = ""]) => [type, name]);
	const types = ["http", "flow", "dns", "tcp", "cron", "ping", "websocket"];
	expect(rows.filter(([type = ""]) => types.includes(type))).toEqual(types.map((type) => [type, typeName(type)]));
});
