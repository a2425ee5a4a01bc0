/** Holds a table of fields to the converter: what leaves a trace changes what is imported, the tool's own does not. */

import { expect } from "vitest";
import type { FieldTable } from "../fields.ts";
import type { Imported } from "../imported.ts";

/**
 * @param convert what is imported when these members of the example are others
 * @param changes another value for each field that leaves a trace, but for those that the example lacks
 */
export function expectTable(
	fields: FieldTable,
	convert: (change: Readonly<Record<string, unknown>>) => Imported,
	changes: Readonly<Record<string, unknown>>,
): void {
	const unchanged = convert({});
	for (const [field, { isOwn }] of Object.entries(fields)) {
		if (isOwn) expect(convert({ [field]: "another value" }), field).toEqual(unchanged);
	}
	for (const [field, value] of Object.entries(changes)) {
		expect(fields, field).toHaveProperty([field]);
		expect(convert({ [field]: value }), field).not.toEqual(unchanged);
	}
}
