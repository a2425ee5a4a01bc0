/**
 * The files that commands of a configuration are given: which there are, what they hold, and the variables beside them.
 * TypeScript is run by Node as it is; it is code, so whoever may change it may do all that its reader may.
 */

import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { registerHooks } from "node:module";
import { relative } from "node:path";
import { pathToFileURL } from "node:url";
import { parseEnv } from "node:util";
import { DEFAULT_PROJECT } from "../../domain/config/config.ts";
import {
	type ConfigSource,
	type FileFault,
	type ReadConfig,
	readConfig,
} from "../../domain/config/read/read-config.ts";
import type { Environment } from "../../domain/config/read/variables.ts";
import { fileArgument, printAside, reasonOf } from "../command.ts";
import { UsageError } from "../usage-error.ts";

/** What is read when no file is named. */
const USUAL = ["lapwing.yaml", "lapwing.config.ts", "lapwing"];
const IN_FOLDERS = "**/*.{yaml,yml,json,config.ts}";
/** What else lies beside a configuration. */
const NOT_OURS = /(^|\/)(node_modules|\.[^/]+)(\/|$)|(^|\/)(package(-lock)?|tsconfig[^/]*|biome)\.json$/;
/** More is a wrong folder. */
const MAX_FILES = 1_000;
/** More than a screen is read by nobody. */
const MAX_FAULTS_SHOWN = 50;
/** Under which a program imports `defineConfig`; ours is used where a project has not installed one. */
const OWN_PACKAGES = ["@lapwing/client", "lapwing"];

interface ConfigFile {
	readonly path: string;
	/** As the caller would name it. */
	readonly source: ConfigSource;
}

export interface LoadedConfig {
	readonly files: readonly ConfigFile[];
	readonly read: ReadConfig;
}

/** The files of `--file`, or the usual ones, as one document. Faults of reading them end the command. */
export async function loadConfig(given: readonly string[] | undefined): Promise<LoadedConfig> {
	const paths = pathsOf(given);
	const files = await Promise.all(paths.map(async (path) => ({ path, source: await sourceOf(path) })));
	const variables = paths.map((path) => `${path}.env`).filter((path) => existsSync(path));
	const beside = Object.assign({}, ...variables.map((path) => parseEnv(readFileSync(path, "utf8"))));
	const config = loaded(files, { ...beside, ...process.env });
	for (const warning of config.read.warnings.slice(0, MAX_FAULTS_SHOWN)) printAside(faultText(warning));
	return config;
}

function loaded(files: readonly ConfigFile[], environment: Environment): LoadedConfig {
	const read = readConfig(
		files.map(({ source }) => source),
		environment,
	);
	if (read.faults.length > 0) throw new FaultyFiles(read.faults);
	return { files, read };
}

/** Whose objects the files have. */
export function projectOf({ read }: LoadedConfig): string {
	const { project } = read.value;
	return typeof project === "string" ? project : DEFAULT_PROJECT;
}

/** Faults of files, which are printed a line each; the exit code is 1. */
export class FaultyFiles extends Error {
	override readonly name = "FaultyFiles";
	readonly faults: readonly FileFault[];

	/** @param message instead of how many are listed */
	constructor(faults: readonly FileFault[], message: string | null = null) {
		super(message ?? `The files have ${faults.length === 1 ? "a fault" : `${faults.length} faults`}.`);
		this.faults = faults;
	}

	print(): void {
		for (const fault of this.faults.slice(0, MAX_FAULTS_SHOWN)) printAside(faultText(fault));
		const more = this.faults.length - MAX_FAULTS_SHOWN;
		if (more > 0) printAside(`… and ${more} more`);
	}
}

/** As compilers write it, so that terminals and editors lead there. */
function faultText({ file, line, column, message }: FileFault): string {
	return `${[file, line, column].filter((part) => part !== null).join(":")}: ${message}`;
}

function pathsOf(given: readonly string[] | undefined): readonly string[] {
	const named = given ?? USUAL.map(fileArgument).filter((path) => existsSync(path));
	const missing = named.find((path) => !existsSync(path));
	if (missing !== undefined) throw new UsageError(`There is no file or folder ${shown(missing)}.`);
	const found = named.flatMap((path) => {
		return statSync(path).isDirectory() ? filesIn(path) : [path];
	});
	const paths = [...new Set(found)];
	if (paths.length > MAX_FILES) throw new UsageError(`These are ${paths.length} files; at most ${MAX_FILES} are read.`);
	if (paths.length > 0) return paths;
	throw new UsageError(
		given === undefined
			? `There is no ${USUAL.join(", ")}/ here. Name a file or a folder: --file PATH. \`lapwing export --file lapwing.yaml\` writes what the team has.`
			: `${given.map(shown).join(", ")}: no file there ends in .yaml, .yml, .json or .config.ts.`,
	);
}

/** Of a folder and the ones below, in the order of their names. */
export function filesIn(folder: string): readonly string[] {
	const inside = globSync(IN_FOLDERS, { cwd: folder, exclude: (name) => NOT_OURS.test(name) });
	return inside
		.filter((name) => !NOT_OURS.test(name))
		.toSorted()
		.map((name) => `${folder}/${name}`);
}

async function sourceOf(path: string): Promise<ConfigSource> {
	const name = shown(path);
	if (!/\.[cm]?[jt]s$/.test(path)) return { name, text: readFileSync(path, "utf8") };
	try {
		resolveOwnPackages();
		const { default: value } = await import(pathToFileURL(path).href);
		if (value === undefined) throw new Error("it has no default export: export default defineConfig({ … })");
		return { name, value: typeof value === "function" ? await value() : await value };
	} catch (error) {
		const stack = (error as Error)?.stack ?? "";
		const [, line, column] = /^:(\d+):?(\d+)?/.exec(stack.slice(stack.indexOf(path) + path.length)) ?? [];
		const place = {
			line: line === undefined ? null : Number(line),
			column: column === undefined ? null : Number(column),
		};
		throw new FaultyFiles([{ file: name, ...place, message: `cannot be run: ${reasonOf(error)}` }]);
	}
}

let areOwnResolved = false;

/** A repository of files needs no node_modules. */
function resolveOwnPackages(): void {
	if (areOwnResolved) return;
	areOwnResolved = true;
	registerHooks({
		resolve(specifier, context, next) {
			if (!OWN_PACKAGES.includes(specifier)) return next(specifier, context);
			try {
				return next(specifier, context);
			} catch {
				return next("@lapwing/client", { ...context, parentURL: import.meta.url });
			}
		},
	});
}

export function shown(path: string): string {
	const from = process.env["LAPWING_CALLED_FROM"] ?? process.cwd();
	const short = relative(from, path);
	return short === "" || short.startsWith("..") ? path : short;
}
