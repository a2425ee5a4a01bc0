/** Any table written as CSV and read again by a parser of another make, as RFC 4180 says. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { fuzz, timeoutOf } from "../../testing/fuzz.ts";
import { csvLine } from "./csv.ts";

const BOX = { seconds: 1 };

/** A state machine after the grammar of RFC 4180 §2, where what is between quotes is any text. */
function parsed(csv: string): string[][] {
	const rows: string[][] = [];
	let row: string[] = [];
	let at = 0;
	while (at < csv.length) {
		let cell = "";
		if (csv[at] === '"') {
			for (at += 1; ; at += 1) {
				if (at >= csv.length) throw new Error("A quote is not closed");
				if (csv[at] !== '"') cell += csv[at];
				else if (csv[at + 1] === '"') {
					cell += '"';
					at += 1;
				} else break;
			}
			at += 1;
		} else {
			while (at < csv.length && csv[at] !== "," && csv[at] !== "\r") {
				if (csv[at] === '"' || csv[at] === "\n") throw new Error(`A bare ${JSON.stringify(csv[at])}`);
				cell += csv[at++];
			}
		}
		row.push(cell);
		if (csv[at] === ",") at += 1;
		else if (csv.startsWith("\r\n", at)) {
			at += 2;
			rows.push(row);
			row = [];
		} else throw new Error(`Neither a comma nor a line end at ${at}`);
		// A comma at the end of the text begins one more cell.
		if (at >= csv.length && row.length > 0) throw new Error("The last line has no end");
	}
	return rows;
}

const piece = fc.constantFrom(
	"=",
	"+",
	"-",
	"@",
	"\t",
	"\r",
	"\n",
	"\r\n",
	'"',
	'""',
	",",
	"'",
	";",
	"|",
	" ",
	"1",
	"=1+1",
	"＝",
	"＠",
	"\0",
);
const text = fc.oneof(
	fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join("")),
	fc.string({ unit: "binary", maxLength: 20 }),
	fc.string({ unit: "grapheme", maxLength: 20 }),
);
const cell = fc.oneof({ weight: 4, arbitrary: text }, fc.integer(), fc.double({ noNaN: true }), fc.constant(null));
const table = fc
	.integer({ min: 1, max: 6 })
	.chain((columns) => fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { maxLength: 8 }));

/** What spreadsheets take for the beginning of a formula (OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;

test("comes back cell by cell, and none of its texts is a formula", { timeout: timeoutOf(BOX) }, async () => {
	const property = fc.property(table, (rows) => {
		const read = parsed(rows.map(csvLine).join(""));
		const meant = rows.map((row) =>
			row.map((value) => {
				if (typeof value !== "string") return value === null ? "" : String(value);
				return FORMULA.test(value) ? `'${value}` : value;
			}),
		);
		expect(read).toEqual(meant);
	});
	await fuzz(property, BOX);
});
