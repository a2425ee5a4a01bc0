/**
 * Where our reader and node:http disagree on purpose. Ours reads what curl and Chromium read (corpus.json), so it is
 * more lenient nearly everywhere: a site that people see is not down. A disagreement that is not listed is a bug.
 */

interface NodeDifference {
	readonly name: string;
	readonly reason: string;
	/** What node:http says; absent: it reads the response, too. */
	readonly node?: RegExp;
	/** What our reader says; absent: it reads the response. */
	readonly ours?: RegExp;
	/** What in the response it is about. */
	readonly where: RegExp;
}

export const NODE_DIFFERENCES: readonly NodeDifference[] = [
	{
		name: "a folded header line",
		reason: "A user agent reads it as a space (RFC 9112 §5.2); node:http wants a flag for that.",
		node: /^HPE_INVALID_HEADER_TOKEN/,
		where: /\n[ \t]/,
	},
	{
		name: "a header's name that is no token",
		reason: "Browsers show the page; the line means nothing to anyone.",
		node: /^HPE_INVALID_HEADER_TOKEN/,
		where: /(?:^|\n)(?:[^:\n]*[^!#$%&'*+\-.^_`|~0-9A-Za-z:\r\n][^:\n]*)?:/,
	},
	{
		name: "a control character in a header",
		reason: "Only NUL is refused, as by browsers.",
		node: /^HPE_INVALID_HEADER_TOKEN/,
		// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about.
		where: /[\x01-\x08\x0b-\x1f\x7f]/,
	},
	{
		name: "a line that ends with LF alone, or with more than one CR",
		reason: "A recipient may read LF alone as the end of a line (RFC 9112 §2.2), and curl reads further CRs.",
		node: /^HPE_(?:CR_EXPECTED|LF_EXPECTED|STRICT|INVALID_(?:STATUS|HEADER_TOKEN|CHUNK_SIZE))/,
		where: /(?<!\r)\n|\r(?!\n)/,
	},
	{
		name: "a chunk whose data ends with LF alone, or with more than one CR",
		reason: "Lines end so elsewhere, too. Where a size is wrong, the CR before it is data.",
		node: /^HPE_(?:CR_EXPECTED|LF_EXPECTED|STRICT)/,
		where: /transfer-encoding:[^\n]*chunked/i,
	},
	{
		name: "white space or odd characters behind a chunk's size",
		reason: "Chunk extensions mean nothing to us (RFC 9112 §7.1.1), so what is in them does not matter.",
		node: /^HPE_(?:INVALID_CHUNK_SIZE|STRICT)/,
		where: /\n[0-9a-f]+(?:[ \t]|;)/i,
	},
	{
		name: "Transfer-Encoding: identity beside Content-Length",
		reason: "Identity changes nothing (RFC 2616 §3.6), so the length counts.",
		node: /^HPE_INVALID_CONTENT_LENGTH/,
		where: /transfer-encoding:/i,
	},
	{
		name: "a Content-Length that is no length, of a response without a body",
		reason: "It says nothing about a 204 or 304 (RFC 9112 §6.3).",
		node: /^HPE_INVALID_CONTENT_LENGTH/,
		where: /HTTP\/\d\.\d[ \t]+(?:204|304)/,
	},
	{
		name: "an interim response in HTTP/1.0, or with Connection: close",
		reason: "The response that follows it is what counts (RFC 9110 §15.2).",
		node: /^HPE_CLOSED_CONNECTION/,
		where: /HTTP\/[\d.]+[ \t]+1\d\d/i,
	},
	{
		name: "another version",
		reason: "Any minor version is read as HTTP/1.1, and so is HTTP/2 written out as text, which some servers send.",
		node: /^HPE_INVALID_VERSION/,
		where: /HTTP\/(?:1\.[2-9]|2)/i,
	},
	{
		name: "white space around the status",
		reason: "curl and Chromium skip it.",
		node: /^HPE_INVALID_STATUS/,
		where: /HTTP\/[\d.]+[ \t]{2,}|HTTP\/[\d.]+ \t|HTTP\/[\d.]+[ \t]+\d{3}[^ \r\n]/i,
	},
	{
		name: "a transfer coding that was not asked for",
		reason: "The body can't be decoded; node:http reads it as it is.",
		ours: /^has a Transfer-Encoding that was not asked for/,
		where: /transfer-encoding:/i,
	},
	{
		name: "a blank line or a lone CR before the status line, or NUL in it",
		reason: "Neither curl nor Chromium reads them as HTTP/1.x.",
		ours: /^does not begin with an HTTP\/1\.x status line/,
		where: /(?:^|\n\r?\n)[\r\n]|\0/,
	},
	{
		name: "a status below 100",
		reason: "There is no such status (RFC 9110 §15).",
		ours: /^has the status 0\d\d, below 100/,
		where: / 0\d\d/,
	},
	{
		name: "a tab or a comma beside “chunked”",
		reason: "Neither is a part of it (RFC 9112 §5, RFC 9110 §5.6.1); node:http then reads the chunks as the body.",
		where: /transfer-encoding:[^\n]*[\t,]/i,
	},
];
