import { expect, test } from "vitest";
import { examplesInComments, examplesOf, layOut } from "../../passkey/e2e/harness/examples.ts";
import { run } from "../../passkey/scripts/run.ts";

test("every TypeScript example of the README compiles", { timeout: 120_000 }, async () => {
	const examples = await examplesOf("packages/client/README.md");
	expect(examples.length).toBeGreaterThan(4);
	await using project = await layOut(examples);
	await run("tsc", ["-p", "."], project.directory);
});

test("every example in a comment of the source compiles", { timeout: 120_000 }, async () => {
	const examples = await examplesInComments("packages/client/src");
	expect(examples.length).toBeGreaterThan(0);
	await using project = await layOut(examples);
	await run("tsc", ["-p", "."], project.directory);
});
