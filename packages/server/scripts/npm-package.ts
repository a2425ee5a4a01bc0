/**
 * Makes the npm package `lapwing` in a folder: the service as bin/setup builds it, the built dashboard, and what files
 * of a configuration import. Node strips types only outside of node_modules, so those sources are stripped here.
 *
 *     node packages/server/scripts/npm-package.ts FOLDER && npm publish FOLDER
 */

import { execFile } from "node:child_process";
import { cp, glob, mkdir, readFile, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "vite";

const root = fileURLToPath(new URL("../../../", import.meta.url));
/** What a published service has no use for. */
const TESTS = /\.test\.ts$|(^|\/)(testing|targets)\//;
/** Our packages that `lapwing.config.ts` stands on. */
const OWN = ["client", "result"];
/** Specifiers of our own files. */
const OWN_FILE = /(\bfrom |\bimport )"(\.{1,2}\/[^"]+)\.ts"/g;
/** What the built service looks up by its name while it runs. */
const LOOKED_UP = ["fxa-common-password-list"];

const BIN = `#!/usr/bin/env node
import { fileURLToPath } from "node:url";

// Node 26 is the first with Temporal, which the service needs.
if (Number(process.versions.node.split(".")[0]) < 26) {
	console.error(
		\`lapwing needs Node.js 26 or newer; this is \${process.version}. npx -p node@26 -p lapwing lapwing serve brings it.\`,
	);
	process.exit(1);
}
// As bin/lapwing of the repository runs them: two halves of so many MB for new objects, two arenas for what is
// allocated beside V8, and a prober with one thread for its garbage. Both are taken at the start of a process alone, so
// the service replaces this process, with its id and its output. Windows can't.
const OPTIONS = { serve: ["--max-semi-space-size=4"], prober: ["--max-semi-space-size=1", "--v8-pool-size=1"] };
const options = Object.hasOwn(OPTIONS, process.argv[2] ?? "") ? OPTIONS[process.argv[2]] : null;
if (options !== null && process.platform !== "win32") {
	const main = fileURLToPath(new URL("../server/dist/main.js", import.meta.url));
	const flags = ["--disable-warning=ExperimentalWarning", ...options, ...process.execArgv];
	const env = { MALLOC_ARENA_MAX: "2", ...process.env };
	process.execve(process.execPath, [process.execPath, ...flags, main, ...process.argv.slice(2)], env);
}
process.removeAllListeners("warning");
await import("../server/dist/main.js");
`;

/** What `lapwing.config.ts` imports from "lapwing". */
const CONFIG = 'export { defineConfig } from "@lapwing/client";\n';

interface Manifest {
	readonly version: string;
	readonly dependencies: Readonly<Record<string, string>>;
	readonly exports: Readonly<Record<string, unknown>>;
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name a folder to write to.");
await writePackage(folder);

async function writePackage(target: string): Promise<void> {
	const server = await manifestOf("server");
	// As in the checkout, for the service finds the dashboard beside itself, and its version above.
	const config = join(root, "packages/server/vite.config.ts");
	await build({ configFile: config, build: { outDir: join(target, "server/dist") }, logLevel: "error" });
	await writeJson(join(target, "server/package.json"), { private: true, version: server.version, type: "module" });
	await cp(join(root, "packages/web/dist"), join(target, "web/dist"), { recursive: true });
	const dependencies = Object.fromEntries(
		Object.entries(server.dependencies).filter(([name]) => LOOKED_UP.includes(name)),
	);
	for (const name of OWN) {
		const { version, exports, dependencies: others = {} } = await manifestOf(name);
		const place = join(target, "node_modules/@lapwing", name);
		await strip(join(root, "packages", name, "src"), join(place, "src"));
		await writeJson(join(place, "package.json"), {
			name: `@lapwing/${name}`,
			version,
			license: "MIT",
			type: "module",
			exports: stripped(exports),
			dependencies: others,
		});
		Object.assign(dependencies, others, { [`@lapwing/${name}`]: version });
	}
	const bundled = OWN.map((name) => `@lapwing/${name}`);
	await writeJson(join(target, "package.json"), {
		name: "lapwing",
		version: server.version,
		description: "A self-hosted uptime monitor: npx lapwing serve.",
		keywords: ["uptime", "monitoring", "status", "self-hosted"],
		license: "MIT",
		type: "module",
		bin: { lapwing: "bin/lapwing.js" },
		exports: { ".": { types: "./types/config.d.ts", default: "./config.js" }, "./package.json": "./package.json" },
		files: ["bin", "config.js", "server", "types", "web"],
		engines: { node: ">=26" },
		dependencies,
		bundleDependencies: bundled,
	});
	await mkdir(join(target, "bin"), { recursive: true });
	await writeFile(join(target, "bin/lapwing.js"), BIN, { mode: 0o755 });
	await writeFile(join(target, "config.js"), CONFIG);
	await declare(join(root, "packages/client/src/config.ts"), join(target, "types"));
	for (const name of ["LICENSE", "README.md"]) await cp(join(root, name), join(target, name));
}

/** Every source of `from` without its types, as .js at the same place below `to`. */
async function strip(from: string, to: string): Promise<void> {
	for await (const path of glob("**/*.ts", { cwd: from })) {
		if (TESTS.test(path)) continue;
		const source = await readFile(join(from, path), "utf8");
		const place = join(to, path.replace(/\.ts$/, ".js"));
		await mkdir(dirname(place), { recursive: true });
		await writeFile(place, stripTypeScriptTypes(source).replaceAll(OWN_FILE, '$1"$2.js"'));
	}
}

/** The declarations of a source and of what it imports. */
async function declare(source: string, to: string): Promise<void> {
	const language = ["--ignoreConfig", "--target", "esnext", "--module", "nodenext", "--allowImportingTsExtensions"];
	const args = [...language, "--declaration", "--emitDeclarationOnly", "--outDir", to, source];
	await promisify(execFile)(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), ...args]);
}

/** The entries of a package over its stripped sources. */
function stripped(exports: Manifest["exports"]): Readonly<Record<string, string>> {
	return Object.fromEntries(
		Object.entries(exports).map(([entry, ways]) => {
			const source = (ways as { readonly "@lapwing/source"?: string })["@lapwing/source"];
			return [entry, source === undefined ? entry : source.replace(/\.ts$/, ".js")];
		}),
	);
}

async function manifestOf(name: string): Promise<Manifest> {
	return JSON.parse(await readFile(join(root, "packages", name, "package.json"), "utf8"));
}

function writeJson(path: string, value: unknown): Promise<void> {
	return writeFile(path, `${JSON.stringify(value, null, 2)}\n`);
}
