/**
 * Checks @lapwing/client as it is published: builds, packs and lints it (publint, attw), installs the tarballs in an
 * empty project that compiles and runs, and measures its size. `npm run check` in this package.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lintPackage } from "../../passkey/scripts/lint-package.ts";
import { buildAndPack, pack } from "../../passkey/scripts/pack.ts";
import { checkAsConsumer } from "./consumer.ts";
import { checkSize } from "./size.ts";

/** What it depends on from the registry, packed from node_modules: the check needs no network. */
const DEPENDENCIES = ["openapi-fetch", "openapi-typescript-helpers"];

const scratch = await mkdtemp(join(tmpdir(), "lapwing-client-"));
try {
	const [result, client] = await step("build and pack", () =>
		Promise.all([buildAndPack("result", scratch), buildAndPack("client", scratch)]),
	);
	await step("publint and attw", () => lintPackage(client));
	await step("install in an empty project, compile, run", async () => {
		const modules = fileURLToPath(new URL("../../../node_modules/", import.meta.url));
		const others = await Promise.all(DEPENDENCIES.map((name) => pack(join(modules, name), scratch)));
		await checkAsConsumer([result, client, ...others], join(scratch, "consumer"));
	});
	await step("size", () => checkSize());
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
