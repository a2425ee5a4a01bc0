/**
 * Installs what the recipes need, beside them and by their own lockfile: 430 MB, most of it Next.js, that nobody who
 * installs this repository should download. Done once for each lockfile.
 */

import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const RECIPES = fileURLToPath(new URL("../../recipes/", import.meta.url));

const MARK = `${RECIPES}node_modules/.installed`;

export async function bringRecipes(): Promise<void> {
	const lockfile = await readFile(`${RECIPES}package-lock.json`, "utf8");
	if ((await readFile(MARK, "utf8").catch(() => "")) === lockfile) return;
	try {
		const options = ["--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund", "--loglevel=error"];
		// Not `npm ci`: it refuses a lockfile without Next.js's optional packages for macOS and Windows, which not every
		// registry has. The lockfile decides the versions here too, and is not written.
		await promisify(execFile)("npm", ["install", "--no-save", ...options], { cwd: RECIPES });
	} catch (cause) {
		throw new Error("npm could not install what the recipes of packages/passkey need", { cause });
	}
	await writeFile(MARK, lockfile);
}

// Run as a program by bin/setup --tests, for a test is no place to wait for downloads.
if (import.meta.main) await bringRecipes();
