/** Reads ssrf-corpus.tsv, whose head defines its classes and kinds. */

import { readFileSync } from "node:fs";

export type Expected = "never" | "private" | "public" | "mixed" | "invalid" | "front" | "nowhere";
type Kind = "host" | "zone" | "name" | "alias" | "url" | "location";

export interface Trick {
	readonly expected: Expected;
	readonly kind: Kind;
	/** Of a name and an alias: without its answers. */
	readonly text: string;
	/** The aliases that lead from a name to its answers. */
	readonly aliases: readonly string[];
	/** What a name resolves to. */
	readonly answers: readonly string[];
	readonly reason: string;
}

export function readTricks(): readonly Trick[] {
	const lines = readFileSync(new URL("./ssrf-corpus.tsv", import.meta.url), "utf8").split("\n");
	return lines.filter((line) => line !== "" && !line.startsWith("#")).map(trickOf);
}

function trickOf(line: string): Trick {
	const [expected = "", kind = "", escaped = "", reason = ""] = line.split("\t");
	if (reason === "") throw new Error(`A line of the corpus has no reason: ${line}`);
	const whole: string = JSON.parse(`"${escaped}"`);
	const trick = { expected: expected as Expected, kind: kind as Kind, reason, aliases: [], answers: [] };
	if (kind !== "name" && kind !== "alias") return { ...trick, text: whole };
	const [chain = "", answers = ""] = whole.split("=");
	const [text = "", ...aliases] = chain.split(">");
	return { ...trick, text, aliases, answers: answers.split(",") };
}
