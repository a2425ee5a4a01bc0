/**
 * What Biome has no rule for; `bin/test lint` runs it.
 *
 * - Comments and prose end at 120 columns, a tab being two. Code is Biome's: what it leaves longer is one string.
 *   Tables, fenced code, lines that are one address, and generated files are exempt.
 * - packages/server/src/domain reads no clock and no random source: time and chance are arguments there.
 */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const MAX_COLUMNS = 120;
const root = join(import.meta.dirname, "..");
const GENERATED = /(^|\/)generated\/|\.gen\.ts$/;
const DOMAIN = /^packages\/server\/src\/domain\/.*(?<!\.test)\.ts$/;
const IMPURE =
	/\bDate\.now\b|\bnew Date\(\)|\bDate\(\)|\bMath\.random\b|\bperformance\b|\bcrypto\b|\bprocess\.|\bsetTimeout\b|\bTemporal\.Now\b/;
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

function* impureLines(lines: readonly string[]): Iterable<number> {
	for (const [index, line] of lines.entries()) if (!COMMENT.test(line) && IMPURE.test(line)) yield index + 1;
}

const listed = execFileSync("git", ["ls-files", "-z", "--", "*.ts", "*.tsx", "*.cjs", "*.md"], { cwd: root });
const problems: string[] = [];
for (const file of String(listed).split("\0")) {
	if (file === "" || GENERATED.test(file)) continue;
	let text: string;
	try {
		text = readFileSync(join(root, file), "utf8");
	} catch {
		// Deleted, and not yet committed.
		continue;
	}
	const lines = text.split("\n");
	for (const line of longLines(file, lines)) problems.push(`${file}:${line} is longer than ${MAX_COLUMNS} columns`);
	if (DOMAIN.test(file))
		for (const line of impureLines(lines)) problems.push(`${file}:${line} reads a clock or a random source`);
}
process.stdout.write(problems.map((problem) => `${problem}\n`).join(""));
process.stdout.write(`${problems.length} problems with lines and the domain's purity\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
