/**
 * Holds a table of fields to the converter and to the docs: a field whose row says that it leaves a trace changes what
 * is imported, one that leaves none changes nothing, and the page shows these rows and no others.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { type FieldTable, NOTHING } from "../converting.ts";
import type { Imported } from "../imported.ts";

const DOCS = join(import.meta.dirname, "../../../../../../docs/use/coming-over");

interface ShownTable {
	/** Of docs/use/coming-over. */
	readonly file: string;
	readonly heading: string;
	readonly fields: FieldTable;
}

/**
 * @param convert what is imported when these members of the example are others
 * @param changes another value for each field that leaves a trace, but for those that the example lacks
 */
export function expectTable(
	{ file, heading, fields }: ShownTable,
	convert: (change: Readonly<Record<string, unknown>>) => Imported,
	changes: Readonly<Record<string, unknown>>,
): void {
	expect(rowsOf(readFileSync(join(DOCS, file), "utf8"), heading)).toEqual(Object.entries(fields));
	const unchanged = convert({});
	for (const [field, becomes] of Object.entries(fields)) {
		if (becomes.startsWith(NOTHING)) expect(convert({ [field]: "another value" }), field).toEqual(unchanged);
	}
	for (const [field, value] of Object.entries(changes)) {
		expect(fields, field).toHaveProperty([field]);
		expect(convert({ [field]: value }), field).not.toEqual(unchanged);
	}
}

/** The rows of the table below a heading: field, and what becomes of it. */
function rowsOf(page: string, heading: string): [string, string][] {
	const [, section = ""] = page.split(`\n## ${heading}\n`);
	const lines = section.split(/\n## /)[0]?.split("\n") ?? [];
	return lines.flatMap((line) => {
		const [, field, becomes] = /^\| `([^`]+)` \| (.*) \|$/.exec(line) ?? [];
		return field === undefined || becomes === undefined ? [] : [[field, becomes] as [string, string]];
	});
}
