import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { generatedFiles } from "../scripts/generated-files.ts";

test("the client's types are those of the OpenAPI document", { timeout: 60_000 }, async () => {
	const stale: string[] = [];
	for (const [path, contents] of await generatedFiles()) {
		if ((await readFile(path, "utf8")) !== contents) stale.push(basename(path));
	}
	expect(stale, "The API has changed. Run: npm run generate --workspace packages/client").toEqual([]);
});
