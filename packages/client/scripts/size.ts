/** Measures what the package adds to a page, minified and gzipped, with everything that it imports. */

import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** Bytes. The README promises it. */
const BUDGET = 7_000;

export async function checkSize(): Promise<void> {
	const size = gzipSync(await bundle(`export * from "@lapwing/client"`), { level: 9 }).length;
	process.stdout.write(`  @lapwing/client: ${size} bytes of ${BUDGET}\n`);
	if (size >= BUDGET) throw new Error(`It takes ${size} bytes, minified and gzipped; its budget is ${BUDGET}`);
	const unused = await bundle(`import "@lapwing/client"`);
	if (unused.trim() !== "") throw new Error(`a bundle that uses nothing of it holds\n${unused}`);
}

/** The built package, as a page's bundler takes it. */
async function bundle(entry: string): Promise<string> {
	const { outputFiles } = await build({
		stdin: { contents: entry, resolveDir: fileURLToPath(new URL("..", import.meta.url)) },
		bundle: true,
		minify: true,
		write: false,
		format: "esm",
		platform: "neutral",
		mainFields: ["module", "main"],
		logLevel: "error",
	});
	return outputFiles.map((each) => each.text).join("");
}
