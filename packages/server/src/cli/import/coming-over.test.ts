import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
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
