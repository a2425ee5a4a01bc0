/** YAML of another tool: one document, of bounded size and with few aliases, so that none grows without end. */

import { readFileSync, statSync } from "node:fs";
import { parseSource } from "../../domain/config/read/yaml-source.ts";
import { UsageError } from "../usage-error.ts";

/** As ours (docs: "config 16 MiB"). */
const MAX_BYTES = 16 * 1024 ** 2;

/** What the file holds, JSON included; faults name line and column. */
export function readYaml(path: string): unknown {
	const { size } = statSync(path);
	if (size > MAX_BYTES) throw new UsageError(`${path} has ${size} bytes; at most ${MAX_BYTES} are read.`);
	const { value, problems } = parseSource(readFileSync(path, "utf8"));
	const [problem] = problems;
	if (problem !== undefined) throw new UsageError(`${path}:${problem.line}:${problem.column}: ${problem.message}`);
	return value;
}
