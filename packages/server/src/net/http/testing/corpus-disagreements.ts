/** Where our reader agrees neither with curl nor with Chromium on purpose, and why. */

interface Disagreement {
	readonly reason: string;
	/** Titles of entries of corpus.json. */
	readonly titles: readonly string[];
}

export const DISAGREEMENTS: readonly Disagreement[] = [
	{
		reason:
			"A Content-Length that is no number. curl takes the digits at its start, Chromium ignores it and reads until the " +
			"connection ends; where the body ends is anyone's guess, so it stays refused.",
		titles: [
			'header line: " : x"',
			'header line: "\\t: x"',
			'header line: " Leading: x"',
			'header line: "\\tLeading: x"',
			'Content-Length: "+5"',
			'Content-Length: "+0"',
			'Content-Length: "5;5"',
			'Content-Length: "5;"',
			'Content-Length: "5.0"',
			'Content-Length: "5."',
			'Content-Length: "0x5"',
			'Content-Length: "5e0"',
			'Content-Length: "5 5"',
			'Content-Length: "5five"',
			'Content-Length: "5_0"',
		],
	},
	{
		reason: "A Content-Length over 2^63 - 1. Both ignore it; we take the server at its word, and the body is cut off.",
		titles: [
			'Content-Length: "9223372036854775808"',
			'Content-Length: "18446744073709551615"',
			'Content-Length: "18446744073709551616"',
			'Content-Length: "18446744073709551621"',
			'Content-Length: "99999999999999999999999999"',
		],
	},
	{
		reason:
			"A status line whose version is no version. Both search for digits somewhere in it; no server was ever seen to " +
			"send one, and other protocols must not pass as HTTP.",
		titles: ['version: "HTTP/x.1"', 'version: "HTTP/ 1.1"', 'version: "HTTP/+1.1"', 'version: "HTTP/-1.1"'],
	},
	{
		reason:
			"101 without a request for another protocol. curl shows what follows as a body or waits for a response, Chromium " +
			"reads on or fails; for us it is the final status, which is not the expected one (node:http agrees).",
		titles: [
			'Content-Length of 5 with a body: "101 X"',
			'Content-Length of 5 without a body: "101 X"',
			'interim: "101 Switching Protocols"',
			'interim alone: "101 X"',
		],
	},
	{
		reason: "The connection ends within the head. Both show an empty page; a monitor reports that it was cut off.",
		titles: [
			'ends after: "HTTP/1.1 200 OK\\r\\n"',
			'ends after: "HTTP/1.1 200 OK\\r\\nA"',
			'ends after: "HTTP/1.1 200 OK\\r\\nA: b"',
			'ends after: "HTTP/1.1 200 OK\\r\\nA: b\\r\\n"',
			'ends after: "HTTP/1.1 200 OK\\r\\nA: b\\r\\n\\r"',
		],
	},
	{
		reason: "A transfer coding that was not asked for. This curl knows Brotli and fails quietly; Chromium ignores it.",
		titles: ['Transfer-Encoding with chunks: "br, chunked"'],
	},
];
