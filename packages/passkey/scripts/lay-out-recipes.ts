/**
 * Lays the recipes out in an empty folder, as someone does who has the published package: what the tarball holds, and
 * `npm ci` by their lockfile, which stands in this repository alone (300 KB that not every installation should carry).
 *
 * As a program: `node scripts/lay-out-recipes.ts` brings what the tests run, `… DIRECTORY` a copy to work on, and
 * `… DIRECTORY --lock` writes the lockfile anew.
 */

import { createHash } from "node:crypto";
import type { Dirent } from "node:fs";
import { cp, glob, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { buildAndPack, type Packed } from "./pack.ts";
import { run } from "./run.ts";
import { serveScope } from "./scope-registry.ts";

const PACKAGES = fileURLToPath(new URL("../..", import.meta.url));
const LOCKFILE = fileURLToPath(new URL("../recipes/package-lock.json", import.meta.url));
const BROUGHT = fileURLToPath(new URL("../../../.tools/recipes", import.meta.url));
const QUIET = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

/**
 * What the recipes' own commands need of the environment on a machine that reaches npm's registry alone. Prisma's
 * command line wants a program that it would download at its first start, and that `generate` doesn't run: any stands
 * in for it.
 */
export const RECIPES_ENV = {
	...process.env,
	PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
	CHECKPOINT_DISABLE: "1",
	NEXT_TELEMETRY_DISABLED: "1",
};

/**
 * The folder of the recipes for the tests, laid out anew when the tarballs or the lockfile are not those it was of. The
 * packages are packed only when a file of theirs has changed, for that takes seconds of CPU.
 */
export async function broughtRecipes(): Promise<string> {
	const recipes = join(BROUGHT, "recipes");
	const mark = join(BROUGHT, "laid-out");
	const [laidOut, packedFrom] = (await readFile(mark, "utf8").catch(() => "")).split(" ");
	const sources = await hashOfSources();
	if (packedFrom === sources) return recipes;
	const scratch = await mkdtemp(join(tmpdir(), "lapwing-recipes-"));
	try {
		const packages = await packAll(scratch);
		const state = await hashOf([...packages.map((each) => each.tarball), LOCKFILE]);
		if (laidOut !== state) {
			await rm(BROUGHT, { recursive: true, force: true });
			await layOut(packages, BROUGHT);
		}
		await writeFile(mark, `${state} ${sources}`);
		return recipes;
	} finally {
		await rm(scratch, { recursive: true });
	}
}

const NO_SOURCES = new Set(["node_modules", "dist", "e2e", "bench"]);

/** Of every file that the packages are built of, the recipes among them, and of the versions that build them. */
async function hashOfSources(): Promise<string> {
	const exclude = ({ name }: Dirent) => NO_SOURCES.has(name) || name.endsWith(".test.ts");
	const found: string[] = ["../package-lock.json", "../tsconfig.base.json"];
	for await (const file of glob("{passkey,result}/**", { cwd: PACKAGES, exclude, withFileTypes: true })) {
		if (file.isFile()) found.push(relative(PACKAGES, join(file.parentPath, file.name)));
	}
	const hash = createHash("sha256").update(process.version);
	for (const path of found.sort()) hash.update(`\n${path}\n`).update(await readFile(join(PACKAGES, path)));
	return hash.digest("hex");
}

async function newFolder(directory: string): Promise<string> {
	await mkdir(directory, { recursive: true });
	return directory;
}

async function packAll(directory: string): Promise<Packed[]> {
	return [await buildAndPack("result", directory), await buildAndPack("passkey", directory)];
}

async function hashOf(paths: string[]): Promise<string> {
	const hash = createHash("sha256");
	for (const path of paths) hash.update(await readFile(path));
	return hash.digest("hex");
}

/** @param directory an empty folder, or one to be made; the recipes are in its folder `recipes`. */
async function layOut(packages: Packed[], directory: string, { isLocking = false } = {}): Promise<void> {
	await mkdir(directory, { recursive: true });
	const recipes = join(directory, "recipes");
	const lockfile = join(recipes, "package-lock.json");
	await using registry = await serveScope(packages);
	const tarball = packages.find((each) => each.name === "@lapwing/passkey")?.tarball ?? "";
	await run("tar", ["-xzf", tarball, "--strip-components=1", "package/recipes"], directory);
	await writeFile(join(recipes, ".npmrc"), registry.setting);
	if (isLocking) {
		await run("npm", ["install", "--package-lock-only", "--omit-lockfile-registry-resolved", ...QUIET], recipes);
		await completeLockfile(lockfile);
		await cp(lockfile, LOCKFILE);
	} else {
		await cp(LOCKFILE, lockfile);
	}
	await run("npm", ["ci", "--prefer-offline", ...QUIET], recipes);
}

interface Locked {
	version: string;
	integrity?: string;
	optional?: true;
	os?: string[];
	cpu?: string[];
	libc?: string[];
	optionalDependencies?: Record<string, string>;
}

/**
 * Our own packages are locked by version: their hash is another with every change. And npm leaves out what a registry
 * lacks, as mirrors lack large binaries of other platforms: then `npm ci` fails on every platform. They are named here
 * without a hash; npm takes them where they are needed from a registry that has them.
 */
async function completeLockfile(path: string): Promise<void> {
	const lockfile: { packages: Record<string, Locked> } = JSON.parse(await readFile(path, "utf8"));
	const { packages } = lockfile;
	for (const name of ["@lapwing/passkey", "@lapwing/result"]) delete packages[`node_modules/${name}`]?.integrity;
	for (const { optionalDependencies = {} } of Object.values(packages)) {
		for (const [name, version] of Object.entries(optionalDependencies)) {
			const place = `node_modules/${name}`;
			const isThere = Object.keys(packages).some((each) => each.endsWith(place));
			if (!isThere) packages[place] = { version, optional: true, ...platformOf(name) };
		}
	}
	const sorted = Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1));
	lockfile.packages = Object.fromEntries(sorted);
	await writeFile(path, `${JSON.stringify(lockfile, undefined, 2)}\n`);
}

/** As packages of one platform are named: `@next/swc-win32-x64-msvc`. */
const PLATFORM =
	/-(android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|ia32|loong64|ppc64|riscv64|s390x|x64)(?:-(\w+))?$/;

function platformOf(name: string): Pick<Locked, "os" | "cpu" | "libc"> {
	const [, os, cpu, abi = ""] = PLATFORM.exec(name) ?? [];
	if (!os || !cpu) throw new Error(`${name} is missing in the registry, and names no platform`);
	const libc = abi.startsWith("gnu") ? "glibc" : abi.startsWith("musl") && "musl";
	return { os: [os], cpu: [cpu], ...(os === "linux" && libc && { libc: [libc] }) };
}

// Run as a program by bin/setup --tests, for a test is no place to wait for downloads.
if (import.meta.main) {
	const [directory] = process.argv.slice(2).filter((each) => each !== "--lock");
	if (directory === undefined) await broughtRecipes();
	else
		await layOut(await packAll(await newFolder(directory)), directory, { isLocking: process.argv.includes("--lock") });
}
