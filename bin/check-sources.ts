/**
 * What Biome has no rule for; `bin/test lint` runs it.
 *
 * - Comments and prose end at 120 columns, a tab being two. Code is Biome's: what it leaves longer is one string.
 *   Tables, fenced code, lines that are one address, and generated files are exempt.
 * - packages/server/src/domain reads no clock and no random source: time and chance are arguments there.
 * - packages/server/src/http changes nothing itself: services do, so it imports no function of storage that writes.
 * - packages/server/src does not ask which database it runs on: storage/database knows, and compose/ asks whether this
 *   is its only process.
 * - The src folders of the packages export nothing that no other file imports.
 * - packages/server/src keeps state in memory, and timers, only in files that docs/operate/several.md names with what
 *   they are where several processes share a database.
 * - packages/server/src writes to its terminal through cli/command.ts alone, which escapes what a terminal obeys.
 */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, normalize } from "node:path";

const MAX_COLUMNS = 120;
const root = join(import.meta.dirname, "..");
const GENERATED = /(^|\/)generated\/|\.gen\.ts$/;
const DOMAIN = /^packages\/server\/src\/domain\/.*(?<!\.test)\.ts$/;
const IMPURE =
	/\bDate\.now\b|\bnew Date\(\)|\bDate\(\)|\bMath\.random\b|\bperformance\.|\bcrypto\b|\bprocess\.|\bsetTimeout\b|\bTemporal\.Now\b/;
const HTTP = /^packages\/server\/src\/http\/(?!testing\/)[^.]*\.ts$/;
const STORAGE_IMPORT = /import \{([^}]*)\} from "[./]+\/storage\/[^"]*"/g;
/** How functions that write are called. */
const WRITES =
	/^(add|ask|change|connect|create|delete|edit|end|insert|lock|make|post|put|record|remove|rename|renew|replace|resume|revoke|set|stop|take|update)[A-Z]/;
/**
 * Reports of jobs are observations, a ceremony is the challenge between two requests of a sign-in, and limits are
 * counted: nobody's changes.
 */
const NO_CHANGES: ReadonlySet<string> = new Set(["insertJobReports", "putCeremony", "takeCeremony", "addCounts"]);
const PER_PROCESS = "docs/operate/several.md";
/** Programs of a service. The command line, browsers and threads that hold one job at a time are none. */
const OF_A_SERVICE =
	/^packages\/server\/src\/(?!cli\/|probe\/targets\/|http\/public\/status\/assets\/|.*\/testing\/).*(?<!\.test)\.ts$/;
/** Variables of a module, collections that grow, and timers that repeat. */
const KEEPS_STATE =
	/^let |^const \w+ = new (?:Weak)?(?:Map|Set)\b.*\(\);|\bsetInterval\(|^\t(?:readonly )?#\w+ = new (?:Weak)?(?:Map|Set)\b.*\(\);/m;
const SERVICE = /^packages\/server\/src\/(?!cli\/command\.ts$|.*\/testing\/).*(?<!\.test)\.ts$/;
const TO_TERMINAL = /\bprocess\.std(out|err)\.write\b|\bconsole\./;
const BEHIND_DIALECT =
	/^packages\/server\/src\/(?!storage\/database\/|compose\/|cli\/doctor\/stored\.ts$|.*\/?testing\/).*(?<!\.test)\.ts$/;
const ASKS_ENGINE = /\bdialect\.(name|isSingleProcess)\b|["'`](sqlite|postgresql)["'`]/;
const EXPORTING = /^packages\/(client|passkey|server|web)\/src\/(?!.*\.test\.ts)/;
const EXPORT =
	/^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;
/** Names in braces from a file, and a file as a whole: `* as`, `import("…")`, `export *`. */
const NAMES_FROM = /^(?:import|export) (?:type )?(?:\w+, )?\{([^}]*)\} from "(\.[^"]+)"/gm;
const WHOLE = /(?:\* as \w+ from |export (?:type )?\* from |import\()"(\.[^"]+)"/g;
const COMMENT = /^\s*(\/\/|\/\*|\*)/;
/** A word that no line could hold. */
const ONE_WORD = /\S{100,}/;

function columns(line: string): number {
	return [...line.replaceAll("\t", "  ")].length;
}

function* longLines(file: string, lines: readonly string[]): Iterable<number> {
	const isProse = file.endsWith(".md");
	let isFenced = false;
	for (const [index, line] of lines.entries()) {
		if (isProse && /^\s*```/.test(line)) isFenced = !isFenced;
		if (columns(line) <= MAX_COLUMNS || ONE_WORD.test(line)) continue;
		if (isProse ? !isFenced && !line.startsWith("|") : COMMENT.test(line)) yield index + 1;
	}
}

function* linesWith(pattern: RegExp, lines: readonly string[]): Iterable<number> {
	for (const [index, line] of lines.entries()) if (!COMMENT.test(line) && pattern.test(line)) yield index + 1;
}

function writersIn(text: string): readonly string[] {
	const names = [...text.matchAll(STORAGE_IMPORT)].flatMap(([, names = ""]) => names.split(","));
	return names.map((name) => name.trim()).filter((name) => WRITES.test(name) && !NO_CHANGES.has(name));
}

/** Of the files by path: exports that no other file imports. */
function* unusedExports(files: ReadonlyMap<string, string>): Iterable<string> {
	const used = new Set<string>();
	for (const [file, text] of files) {
		const pathOf = (from: string) => normalize(join(file, "..", from));
		for (const [, names = "", from = ""] of text.matchAll(NAMES_FROM))
			for (const name of names.split(","))
				used.add(
					`${pathOf(from)} ${name
						.trim()
						.replace(/^type /, "")
						.replace(/ as .*/, "")}`,
				);
		for (const [, from = ""] of text.matchAll(WHOLE)) used.add(pathOf(from));
	}
	for (const [file, text] of files)
		if (EXPORTING.test(file) && !used.has(file))
			for (const [, name = ""] of text.matchAll(EXPORT)) if (!used.has(`${file} ${name}`)) yield `${file} ${name}`;
}

/** Files that keep state, and that PER_PROCESS names neither themselves nor by a folder; and names there of none. */
function* unanswered(files: ReadonlyMap<string, string>): Iterable<string> {
	const page = readFileSync(join(root, PER_PROCESS), "utf8");
	const named = new Map(Array.from(page.matchAll(/`([a-z][\w/-]*(?:\/|\.ts))`/g), ([, name = ""]) => [name, false]));
	for (const [file, text] of files) {
		if (!OF_A_SERVICE.test(file) || !KEEPS_STATE.test(text)) continue;
		const path = file.slice("packages/server/src/".length);
		const names = [...named.keys()].filter((name) => path === name || (name.endsWith("/") && path.startsWith(name)));
		for (const name of names) named.set(name, true);
		if (names.length === 0)
			yield `${file} keeps state, and ${PER_PROCESS} does not say what it is with several processes`;
	}
	for (const [name, isUsed] of named) if (!isUsed) yield `${PER_PROCESS} names ${name}, which keeps no state`;
}

const listed = execFileSync("git", ["ls-files", "-z", "--", "*.ts", "*.tsx", "*.cjs", "*.md"], { cwd: root });
const problems: string[] = [];
const sources = new Map<string, string>();
for (const file of String(listed).split("\0")) {
	if (file === "" || GENERATED.test(file)) continue;
	let text: string;
	try {
		text = readFileSync(join(root, file), "utf8");
	} catch {
		// Deleted, and not yet committed.
		continue;
	}
	if (/\.tsx?$/.test(file)) sources.set(file, text);
	const lines = text.split("\n");
	for (const line of longLines(file, lines)) problems.push(`${file}:${line} is longer than ${MAX_COLUMNS} columns`);
	if (DOMAIN.test(file))
		for (const line of linesWith(IMPURE, lines)) problems.push(`${file}:${line} reads a clock or a random source`);
	if (HTTP.test(file)) for (const name of writersIn(text)) problems.push(`${file} writes by ${name}, not by a service`);
	if (BEHIND_DIALECT.test(file))
		for (const line of linesWith(ASKS_ENGINE, lines)) problems.push(`${file}:${line} asks which database it runs on`);
	if (SERVICE.test(file))
		for (const line of linesWith(TO_TERMINAL, lines)) problems.push(`${file}:${line} writes past cli/command.ts`);
}
problems.push(...unanswered(sources));
for (const unused of unusedExports(sources)) problems.push(`${unused} is exported, and no other file imports it`);
process.stdout.write(problems.map((problem) => `${problem}\n`).join(""));
process.stdout.write(`${problems.length} problems that Biome has no rule for\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
