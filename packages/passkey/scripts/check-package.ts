/**
 * Checks @lapwing/passkey and @lapwing/result as they are published: builds, packs and lints them (publint, attw),
 * installs the tarballs in an empty project that compiles and runs, and measures sizes. `npm run check` in this
 * package.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkAsConsumer } from "./consumer.ts";
import { lintPackage } from "./lint-package.ts";
import { buildAndPack } from "./pack.ts";
import { checkSizes } from "./sizes.ts";

const scratch = await mkdtemp(join(tmpdir(), "lapwing-package-"));
try {
	const [result, passkey] = await step("build and pack", () =>
		Promise.all([buildAndPack("result", scratch), buildAndPack("passkey", scratch)]),
	);
	await step("publint and attw", () => Promise.all([result, passkey].map(lintPackage)));
	await step("install in an empty project, compile, run", () =>
		checkAsConsumer([result, passkey], join(scratch, "consumer")),
	);
	await step("sizes and tree-shaking", () => checkSizes());
} catch (error) {
	process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`);
	process.exitCode = 1;
} finally {
	await rm(scratch, { recursive: true, force: true });
}

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
	const startedAt = performance.now();
	const answer = await work();
	process.stdout.write(`✔ ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)\n`);
	return answer;
}
