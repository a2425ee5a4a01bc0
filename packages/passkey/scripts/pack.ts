/** Builds a workspace package and packs it, as `npm publish` would. */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./run.ts";

export interface Packed {
	readonly name: string;
	/** The package in this repository. */
	readonly directory: string;
	/** The tarball. */
	readonly tarball: string;
	/** What is in it, as paths from the package's root. */
	readonly files: readonly string[];
}

export async function buildAndPack(name: "result" | "passkey" | "client", destination: string): Promise<Packed> {
	const directory = fileURLToPath(new URL(`../../${name}`, import.meta.url));
	await run("npm", ["run", "--silent", "build"], directory);
	return { ...(await pack(directory, destination)), name: `@lapwing/${name}` };
}

/** Packs a built package as it stands. */
export async function pack(directory: string, destination: string): Promise<Packed> {
	const report = await run("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", destination], directory);
	const packed = packReport(JSON.parse(report));
	return {
		name: packed.name,
		directory,
		tarball: join(destination, packed.filename),
		files: packed.files.map((each) => each.path),
	};
}

interface PackReport {
	name: string;
	filename: string;
	files: { path: string }[];
}

/** npm answers a list of packages, and from version 12 on an object by package name. */
function packReport(report: PackReport[] | Record<string, PackReport>): PackReport {
	const [packed] = Object.values(report);
	if (!packed) throw new Error("npm pack reported no package");
	return packed;
}
