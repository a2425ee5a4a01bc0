/** CSV as RFC 4180 has it, safe to open in a spreadsheet. */

export type CsvCell = string | number | null;

/** What a spreadsheet would take for a formula, or for the beginning of one. */
const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** One cell: null is empty, a text that a spreadsheet would run gets an apostrophe in front. */
function csvCell(value: CsvCell): string {
	if (value === null) return "";
	if (typeof value === "number") return String(value);
	const harmless = FORMULA.test(value) ? `'${value}` : value;
	return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A line with its end. */
export function csvLine(cells: readonly CsvCell[]): string {
	return `${cells.map(csvCell).join(",")}\r\n`;
}

/** `uptimePercent` → `uptime_percent` */
export function snakeCase(name: string): string {
	return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
