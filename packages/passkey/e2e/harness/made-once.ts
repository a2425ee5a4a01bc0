/**
 * Runs a recipe's script that makes or checks what depends on its files alone: once for each layout of the recipes and
 * each version of Node.js. A layout is of one tarball and one lockfile, and takes what was made with it when it goes
 * (scripts/lay-out-recipes.ts).
 */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { RECIPES_ENV } from "../../scripts/lay-out-recipes.ts";
import { run } from "../../scripts/run.ts";

export async function madeOnce(directory: string, script: "build" | "check"): Promise<void> {
	const mark = join(directory, `.${script}-made-by`);
	if ((await readFile(mark, "utf8").catch(() => "")) === process.version) return;
	await run("npm", ["run", "--silent", script], directory, RECIPES_ENV);
	await writeFile(mark, process.version);
}
