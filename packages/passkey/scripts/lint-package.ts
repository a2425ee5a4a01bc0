/** Lints the published files: exports and metadata (publint), types under every module resolution (attw), file list. */

import { publint } from "publint";
import { formatMessage } from "publint/utils";
import type { Packed } from "./pack.ts";
import { run } from "./run.ts";

export async function lintPackage(packed: Packed): Promise<void> {
	const { messages, pkg } = await publint({ pkgDir: packed.directory, strict: true, pack: "npm" });
	const complaints = messages.map((each) => formatMessage(each, pkg));
	if (complaints.length > 0) throw new Error(`publint on ${packed.name}:\n${complaints.join("\n")}`);

	// esm-only: require() of these packages is not promised, nor the resolution of Node 10.
	await run("attw", [packed.tarball, "--profile", "esm-only", "--no-definitely-typed", "--no-color"], packed.directory);

	const strays = packed.files.filter((path) =>
		/\.test\.ts$|tsconfig|tsdown|^(example|e2e|scripts|bench)\/|^src\/\w+\/testing\//.test(path),
	);
	if (strays.length > 0) throw new Error(`${packed.name} publishes what is not for its users: ${strays.join(", ")}`);
	for (const needed of ["README.md", "LICENSE", "package.json"]) {
		if (!packed.files.includes(needed)) throw new Error(`${packed.name} is published without ${needed}`);
	}
}
