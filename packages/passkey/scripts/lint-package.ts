/**
 * Lints the published files: exports and metadata (publint), types under every module resolution (attw), file list, and
 * whether each link of a page leads to a file that is published.
 */

import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import type { Packed } from "./pack.ts";
import { run } from "./run.ts";

/** Tests, tools, what was built or installed beside a recipe, and settings that name files of this repository. */
const STRAYS = [
	/\.test\.ts$/,
	/^tsdown/,
	/^tsconfig/,
	/package-lock/,
	/^(e2e|scripts|bench)\//,
	/^src\/\w+\/testing\//,
	/\/(node_modules|\.next|\.svelte-kit)\//,
	/^recipes\/.*\/generated\//,
];

export async function lintPackage(packed: Packed): Promise<void> {
	const { messages, pkg } = await publint({ pkgDir: packed.directory, strict: true, pack: "npm" });
	// Each recipe is the root of a project of its own once it is copied: its package.json is read there, not here.
	const ours = messages.map((each) => formatMessage(each, pkg)).filter((text) => !text?.includes("./recipes/"));
	if (ours.length > 0) throw new Error(`publint on ${packed.name}:\n${ours.join("\n")}`);

	// esm-only: require() of these packages is not promised, nor the resolution of Node 10.
	await run("attw", [packed.tarball, "--profile", "esm-only", "--no-definitely-typed", "--no-color"], packed.directory);

	const strays = packed.files.filter((path) => STRAYS.some((stray) => stray.test(path)));
	if (strays.length > 0) throw new Error(`${packed.name} publishes what is not for its users: ${strays.join(", ")}`);
	for (const needed of ["README.md", "LICENSE", "package.json"]) {
		if (!packed.files.includes(needed)) throw new Error(`${packed.name} is published without ${needed}`);
	}

	const dead = (await Promise.all(packed.files.filter((path) => path.endsWith(".md")).map(deadLinks))).flat();
	if (dead.length > 0) throw new Error(`${packed.name} links to files that it does not publish: ${dead.join(", ")}`);

	async function deadLinks(page: string): Promise<string[]> {
		const text = await readFile(join(packed.directory, page), "utf8");
		const targets = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, target = ""]) => target);
		return targets.filter((target) => {
			const path = posix.join(posix.dirname(page), target).replace(/\/$/, "");
			return !packed.files.some((each) => each === path || each.startsWith(`${path}/`));
		});
	}
}
