/** JSON of another tool, of bounded size and depth: what reads it goes down level by level. */

import { readFileSync, statSync } from "node:fs";
import { UsageError } from "../usage-error.ts";

/** Settings of tools have some ten levels. */
export const MAX_JSON_LEVELS = 100;

/** The value of a file; `what` it should be ends the message of one that is not JSON. */
export function readJson(path: string, maxBytes: number, what: string): unknown {
	const { size } = statSync(path);
	if (size > maxBytes) throw new UsageError(`${path} has ${size} bytes; at most ${maxBytes} are read.`);
	const text = readFileSync(path, "utf8");
	if (isTooDeep(text)) throw new UsageError(`${path} has more than ${MAX_JSON_LEVELS} levels.`);
	try {
		return JSON.parse(text);
	} catch (cause) {
		throw new UsageError(`${path} is not JSON. ${what}`, { cause });
	}
}

/** Whether lists and objects stand within one another beyond {@link MAX_JSON_LEVELS}. */
export function isTooDeep(text: string): boolean {
	let level = 0;
	let isText = false;
	for (let at = 0; at < text.length; at += 1) {
		const code = text.charCodeAt(at);
		if (isText) {
			if (code === BACKSLASH) at += 1;
			else if (code === QUOTE) isText = false;
		} else if (code === QUOTE) isText = true;
		else if (code === BRACKET || code === BRACE) {
			level += 1;
			if (level > MAX_JSON_LEVELS) return true;
		} else if (code === BRACKET + 2 || code === BRACE + 2) level -= 1;
	}
	return false;
}

const [QUOTE, BACKSLASH, BRACKET, BRACE] = [34, 92, 91, 123] as const;
