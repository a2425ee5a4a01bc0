/** YAML of another tool: one document, of bounded size and with few aliases, so that none grows without end. */

import { readFileSync, statSync } from "node:fs";
import { parseDocument } from "yaml";
import { UsageError } from "../usage-error.ts";

/** As ours (docs: "config 16 MiB"). */
const MAX_BYTES = 16 * 1024 ** 2;
/** Aliases of aliases double with each line: a hundred are enough for people. */
const MAX_ALIASES = 100;

/** What the file holds, JSON included; faults name line and column. */
export function readYaml(path: string): unknown {
	const { size } = statSync(path);
	if (size > MAX_BYTES) throw new UsageError(`${path} has ${size} bytes; at most ${MAX_BYTES} are read.`);
	const document = parseDocument(readFileSync(path, "utf8"), { merge: true });
	const [fault] = document.errors;
	if (fault !== undefined) throw new UsageError(`${path} is no YAML: ${fault.message}`);
	try {
		return document.toJS({ maxAliasCount: MAX_ALIASES });
	} catch (cause) {
		throw new UsageError(`${path} has more than ${MAX_ALIASES} aliases, or aliases of aliases.`, { cause });
	}
}
