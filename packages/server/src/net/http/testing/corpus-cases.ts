/**
 * Responses, well-formed, odd and broken, for comparing our reader with curl, Chromium and node:http. The connection
 * ends after each. ./record-corpus.ts asks the three and writes everything to corpus.json; ../corpus.test.ts reads
 * that.
 */

import type { Case } from "./corpus-case.ts";
import { chunkCases } from "./corpus-chunks.ts";
import { headerCases } from "./corpus-headers.ts";
import { lengthCases } from "./corpus-lengths.ts";
import { statusLineCases } from "./corpus-status-lines.ts";

export function corpusCases(): Case[] {
	const cases = [...statusLineCases(), ...headerCases(), ...lengthCases(), ...chunkCases()];
	const titles = new Set(cases.map(({ title }) => title));
	if (titles.size !== cases.length) throw new Error("Two cases have the same title");
	return cases;
}
