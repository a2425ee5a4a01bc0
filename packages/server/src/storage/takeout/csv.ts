/** Comma-separated values (RFC 4180), with lines that end in a line feed. An empty field is null. */

export type Field = string | number | null;

export function csvLine(fields: readonly Field[]): string {
	return `${fields.map(csvField).join(",")}\n`;
}

function csvField(value: Field): string {
	if (value === null) return "";
	const text = String(value);
	return text === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function* csvRows(text: string): Generator<(string | null)[]> {
	let row: (string | null)[] = [];
	for (const [, quoted, plain = "", end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g)) {
		row.push(quoted !== undefined ? quoted.replaceAll('""', '"') : plain === "" ? null : plain);
		if (end === ",") continue;
		yield row;
		row = [];
	}
}
