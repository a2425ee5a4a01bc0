import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SETTINGS } from "./config/config.ts";

const readme = new URL("../../../README.md", import.meta.url);

test("the README's table of settings is that of config/settings.ts", () => {
	const text = readFileSync(readme, "utf8");
	const [head, tail] = [
		"<!-- settings: kept in step with packages/server/src/config/settings.ts by a test -->",
		"<!-- /settings -->",
	] as const;
	const rows = SETTINGS.map(({ name, about, shownDefault }) => `| \`${name}\` | ${about} | ${shownDefault} |`);
	const table = ["| name | for | default |", "|---|---|---|", ...rows].join("\n");
	const wanted = `${text.slice(0, text.indexOf(head))}${head}\n${table}\n${text.slice(text.indexOf(tail))}`;
	// UPDATE_README=1 writes it; otherwise a difference fails.
	if (process.env["UPDATE_README"] === "1") writeFileSync(readme, wanted);
	expect(text).toBe(process.env["UPDATE_README"] === "1" ? text : wanted);
});
