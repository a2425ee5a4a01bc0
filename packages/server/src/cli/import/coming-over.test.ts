import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { settings } from "../../config/settings.ts";
import { COMING_FROM_BETTER_STACK } from "./better-stack/fields.ts";
import { COMING_FROM_BLACKBOX } from "./blackbox/fields.ts";
import { COMING_FROM_CHECKLY } from "./checkly/fields.ts";
import { withTables } from "./coming-over.ts";
import { COMING_FROM_GATUS } from "./gatus/fields.ts";
import { COMING_FROM_HEALTHCHECKS } from "./healthchecks/convert.ts";
import { COMING_FROM_STATUSPAGE } from "./statuspage/fields.ts";
import { COMING_FROM_KUMA } from "./uptime-kuma/coming-over.ts";
import { COMING_FROM_UPTIMEROBOT } from "./uptimerobot/convert.ts";

const DOCS = join(import.meta.dirname, "../../../../../docs/use/coming-over");

/** `WRITE_DOCS=1` writes the tables anew. */
test.each([
	COMING_FROM_KUMA,
	COMING_FROM_GATUS,
	COMING_FROM_BLACKBOX,
	COMING_FROM_BETTER_STACK,
	COMING_FROM_CHECKLY,
	COMING_FROM_HEALTHCHECKS,
	COMING_FROM_STATUSPAGE,
	COMING_FROM_UPTIMEROBOT,
])("docs/use/coming-over/$page.md says of each field what the converter does with it", (coming) => {
	const file = join(DOCS, `${coming.page}.md`);
	const page = readFileSync(file, "utf8");
	const wanted = withTables(page, coming);
	if (process.env["WRITE_DOCS"] === "1") writeFileSync(file, wanted);
	else expect(page).toBe(wanted);
});

test("advice to set variables of Lapwing names settings that there are", () => {
	const sources = globSync("**/*.ts", { cwd: import.meta.dirname }).filter((file) => !file.endsWith(".test.ts"));
	const advice = sources.flatMap((file) => {
		const text = readFileSync(join(import.meta.dirname, file), "utf8");
		return [...text.matchAll(/"([^"\n]*) of Lapwing\b/g)].map(([, words = ""]) => words);
	});
	const named = advice.flatMap((words) => words.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? []);
	expect(named).toContain("SMTP_URL");
	const known = Object.values(settings).map(({ name }) => name);
	expect(named.filter((name) => !known.some((each) => each === name))).toEqual([]);
});
