import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { generatedFiles } from "../scripts/generated-files.ts";
import type { paths } from "./generated/openapi.ts";

type NewMonitor = paths["/api/v1/monitors"]["post"]["requestBody"]["content"]["application/json"];
/** The README's monitor, which the compiler takes as it is: what has a default may be left out. */
const twoFields: NewMonitor = { name: "Shop", url: "https://example.com/" };

test("the client's types are those of the OpenAPI document", { timeout: 60_000 }, async () => {
	const stale: string[] = [];
	for (const [path, contents] of await generatedFiles()) {
		if ((await readFile(path, "utf8")) !== contents) stale.push(basename(path));
	}
	expect(stale, "The API has changed. Run: npm run generate --workspace packages/client").toEqual([]);
});

test("a monitor of two fields is enough for the types", () => {
	expect(Object.keys(twoFields)).toEqual(["name", "url"]);
});
