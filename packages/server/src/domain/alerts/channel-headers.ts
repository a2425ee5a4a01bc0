/** The headers of an `http` channel, as its owner writes them: a line each, `Name: value`. */

/** Lines of headers. */
const MAX_HEADERS = 20;
/** RFC 9110 §5.1 and §5.5: a token, and visible characters with spaces between them. */
const LINE = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*([\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?$/;
/** Set by the exchange itself. */
const REFUSED = new Set(["host", "content-length", "connection", "transfer-encoding", "expect", "upgrade"]);

/** Why they can't be sent; null when they can. */
export function headersProblem(text: string): string | null {
	const lines = linesOf(text);
	if (lines.length > MAX_HEADERS) return `Has more than ${MAX_HEADERS} headers.`;
	for (const [index, line] of lines.entries()) {
		const [, name] = LINE.exec(line) ?? [];
		if (name === undefined) return `Header ${index + 1} is not of the form "Name: value".`;
		if (REFUSED.has(name.toLowerCase())) return `${name} is set by Lapwing.`;
	}
	const names = lines.map((line) => line.slice(0, line.indexOf(":")).toLowerCase());
	return new Set(names).size === names.length ? null : "Has a header twice.";
}

/** By name, in lower case. */
export function headersOf(text: string): Record<string, string> {
	const fields = linesOf(text).map((line): [string, string] => {
		const [, name = "", value = ""] = LINE.exec(line) ?? [];
		return [name.toLowerCase(), value];
	});
	return Object.fromEntries(fields.filter(([name]) => name !== ""));
}

function linesOf(text: string): string[] {
	return text
		.split(/\r\n?|\n/)
		.map((line) => line.trim())
		.filter((line) => line !== "");
}
