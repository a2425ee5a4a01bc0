/** The files of a project of Checkly: its configuration, and those that Checkly reads for constructs. */

import { existsSync, globSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { UsageError } from "../../../usage-error.ts";

const CONFIGS = ["ts", "mts", "cts", "js", "mjs", "cjs"].map((ending) => `checkly.config.${ending}`);
/** What Checkly reads where its configuration says nothing. */
export const USUAL_MATCH = "**/*.check.{js,ts,mjs,mts,cjs,cts}";

/** The configuration beside `path`, or in the nearest folder above; null for none. */
export function configAbove(path: string): string | null {
	if (!existsSync(path)) throw new UsageError(`There is no file or folder ${path}.`);
	let folder = statSync(path).isDirectory() ? path : dirname(path);
	for (;;) {
		const found = CONFIGS.map((name) => join(folder, name)).find((each) => existsSync(each));
		if (found !== undefined) return found;
		if (dirname(folder) === folder) return null;
		folder = dirname(folder);
	}
}

/** Patterns of files, from the folder of the configuration. */
interface Match {
	readonly root: string;
	readonly patterns: readonly string[];
	readonly ignored: readonly string[];
}

/** Files of constructs at or below `path`, in the order of their names. */
export function constructFiles(path: string, { root, patterns, ignored }: Match): readonly string[] {
	if (!statSync(path).isDirectory()) return [path];
	const matching = (all: readonly string[]) =>
		globSync([...all], { cwd: root, exclude: (name) => /(^|\/)(node_modules|\.git)(\/|$)/.test(name) });
	const left = new Set(ignored.length === 0 ? [] : matching(ignored));
	const found = matching(patterns).filter((name) => !left.has(name));
	const paths = found.map((name) => join(root, name)).filter((each) => !relative(path, each).startsWith(".."));
	return paths.filter((each) => /\.[cm]?[jt]s$/.test(each) && statSync(each).isFile()).toSorted();
}
