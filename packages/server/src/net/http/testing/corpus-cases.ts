/**
 * Responses, well-formed, odd and broken, for comparing our reader with curl, Chromium and node:http. The connection
 * ends after each. ./record-corpus.ts asks the three and writes everything to corpus.json; ../corpus.test.ts reads
 * that.
 */

/** Latin-1 text, or a text and how often it is repeated. */
export type Piece = string | readonly [text: string, times: number];

export interface Case {
	/** What is odd about it, and its id. */
	readonly title: string;
	readonly response: readonly Piece[];
}

export function bytesOf(response: readonly Piece[]): Buffer {
	return Buffer.from(
		response.map((piece) => (typeof piece === "string" ? piece : piece[0].repeat(piece[1]))).join(""),
		"latin1",
	);
}

export function corpusCases(): Case[] {
	const cases = [
		...versions(),
		...statuses(),
		...reasons(),
		...statusLineForms(),
		...headerNames(),
		...headerValues(),
		...contentLengths(),
		...transferEncodings(),
		...chunks(),
		...trailers(),
		...sizes(),
		...interimResponses(),
		...ends(),
		...otherProtocols(),
	];
	const titles = new Set(cases.map(({ title }) => title));
	if (titles.size !== cases.length) throw new Error("Two cases have the same title");
	return cases;
}

const BODY = "hello";
const OK = "HTTP/1.1 200 OK\r\n";
const FIVE = "Content-Length: 5\r\n";

/** A list of odd texts as cases of one group: the text stands, quoted, in the title. */
function variants(group: string, texts: readonly string[], response: (text: string) => string): Case[] {
	return texts.map((text) => ({ title: `${group}: ${JSON.stringify(text)}`, response: [response(text)] }));
}

function versions(): Case[] {
	const texts = [
		"HTTP/1.1",
		"HTTP/1.0",
		"HTTP/1.2",
		"HTTP/1.9",
		"HTTP/1.10",
		"HTTP/1.01",
		"HTTP/01.1",
		"HTTP/1.",
		"HTTP/1",
		"HTTP/",
		"HTTP",
		"HTTP/0.9",
		"HTTP/2",
		"HTTP/2.0",
		"HTTP/2.1",
		"HTTP/3",
		"HTTP/3.0",
		"HTTP/4.0",
		"HTTP/9.9",
		"HTTP/11.1",
		"http/1.1",
		"Http/1.1",
		"hTTP/1.1",
		"HTTP 1.1",
		"HTTP1.1",
		"HTTP/1,1",
		"HTTP/1.x",
		"HTTP/x.1",
		"HTTP /1.1",
		"HTTP/ 1.1",
		"HTTP/1.1.1",
		"HTTP/+1.1",
		"HTTP/-1.1",
		"HTTPS/1.1",
		"XHTTP/1.1",
		"ICY",
		"SHOUTCAST/1.0",
		"RTSP/1.0",
		"SIP/2.0",
	];
	return variants("version", texts, (version) => `${version} 200 OK\r\n${FIVE}\r\n${BODY}`);
}

function statuses(): Case[] {
	const numbers = [200, 201, 202, 203, 204, 205, 206, 207, 226, 299, 300, 304, 305, 399, 400, 401, 404, 407, 418, 429];
	const more = [451, 499, 500, 502, 503, 511, 520, 599, 600, 666, 700, 999];
	const odd = [
		"1000",
		"2000",
		"099",
		"99",
		"20",
		"2",
		"0",
		"000",
		"2OO",
		"+200",
		"-200",
		"20x",
		"x200",
		"0x200",
		"2 00",
		"200.0",
	];
	const texts = [
		...[...numbers, ...more].map(String),
		...odd,
		"",
		"OK",
		"\xb2\xb0\xb0",
		"200,201",
		"00200",
		"200OK",
		"200\0",
	];
	return variants("status", texts, (status) => `HTTP/1.1 ${status} X\r\n${FIVE}\r\n${BODY}`);
}

function reasons(): Case[] {
	const texts = [
		"",
		" ",
		"  ",
		" OK",
		"  OK",
		" OK ",
		"\tOK",
		" O\tK",
		" Gr\xfcn",
		" Gr\xc3\xbcn",
		" O\0K",
		" O\rK",
		" O\x01K",
		" O\x7fK",
		": OK",
		";OK",
		",OK",
		"/OK",
	];
	return [
		...variants("reason", texts, (reason) => `HTTP/1.1 200${reason}\r\n${FIVE}\r\n${BODY}`),
		...[1_000, 10_000, 100_000].map((length) => ({
			title: `reason: ${length} characters`,
			response: ["HTTP/1.1 200 ", ["x", length] as const, `\r\n${FIVE}\r\n${BODY}`],
		})),
	];
}

function statusLineForms(): Case[] {
	const separators = ["  ", "   ", "\t", " \t", "\xa0", "\x0b", "\x0c", "", "\r"];
	const lineEnds = ["\n", "\r", "\r\r\n", "\n\r", " \r\n", "\t\r\n", "\0\r\n", "\x0b\r\n"];
	const before = [
		"\r\n",
		"\n",
		"\r",
		"\r\n\r\n",
		"\n\n\n",
		" ",
		"\t",
		"  ",
		"\0",
		"\xef\xbb\xbf",
		"x",
		"xy",
		"xyz",
		"abcd",
		"abcdefgh",
		"abcdefghi",
		"junk\r\n",
		"A: b\r\n",
	];
	return [
		...variants("before the status", separators, (separator) => `HTTP/1.1${separator}200 OK\r\n${FIVE}\r\n${BODY}`),
		...variants("end of the status line", lineEnds, (end) => `HTTP/1.1 200 OK${end}${FIVE}\r\n${BODY}`),
		...variants(
			"end of all lines",
			["\n", "\r", "\r\r\n"],
			(end) => `HTTP/1.1 200 OK${end}Content-Length: 5${end}${end}${BODY}`,
		),
		...variants("before the response", before, (text) => `${text}${OK}${FIVE}\r\n${BODY}`),
	];
}

function headerNames(): Case[] {
	const symbols = [..."!\"#$%&'()*+,-./;<=>?@[\\]^_`{|}~"];
	const controls = ["\0", "\x01", "\x08", "\x0b", "\x0c", "\r", "\x1b", "\x7f", "\x80", "\xa0", "\xff"];
	const names = [...symbols, ...controls, " ", "\t", "\xc3\xbc", "\xfc"].map((symbol) => `X${symbol}Y: z`);
	const lines = [
		"Server : x",
		"Server\t: x",
		"Server  : x",
		"Server \t : x",
		"Server\x0b: x",
		"Server\0: x",
		"Server\xa0: x",
		": x",
		":x",
		":",
		"::",
		" : x",
		"\t: x",
		"A:",
		"A: ",
		"A:b",
		"A:\tb",
		"A::b",
		"A: :b",
		"A",
		"no colon at all",
		"no-colon",
		"=",
		"HTTP/1.1 200 OK",
		"<html>",
		"(comment): x",
		"X-Forwarded-For (old): x",
		"/path: x",
		"user@example.com: x",
		"[bracket]: x",
		"{brace}: x",
		'"quoted": x',
		" Leading: x",
		"\tLeading: x",
		"\x0bLeading: x",
		"1: x",
		"-: x",
		"_: x",
		"X_Y_Z: x",
		"\u00fcmlaut: x",
		"\xe2\x82\xac: x",
	];
	const framing = [
		"Content-Length : 5",
		"Content-Length\t: 5",
		"Content Length: 5",
		"Content-Length\0: 5",
		"Content-Length\x0b: 5",
		" Content-Length: 5",
		"CONTENT-LENGTH: 5",
		"content-length: 5",
		"Content_Length: 5",
		"Content-Length; 5",
	];
	return [
		...variants("header name", names, (line) => `${OK}${line}\r\n${FIVE}\r\n${BODY}`),
		...variants("header line", lines, (line) => `${OK}${FIVE}${line}\r\n\r\n${BODY}`),
		...variants("length line", framing, (line) => `${OK}${line}\r\n\r\n${BODY}`),
		...variants("length line with more to come", framing, (line) => `${OK}${line}\r\n\r\n${BODY}, and more`),
		...[100, 1_000, 10_000].map((length) => ({
			title: `header name of ${length} characters`,
			response: [OK, FIVE, ["n", length] as const, ": x\r\n\r\n", BODY],
		})),
	];
}

function headerValues(): Case[] {
	const values = [
		"\0",
		"a\0b",
		"\x01",
		"a\x01b",
		"\x08",
		"\x0b",
		"\x0c",
		"a\rb",
		"\r",
		"\x1b[31m",
		"\x7f",
		"\x80",
		"\xff",
		"gr\xfcn",
		"gr\xc3\xbcn",
		"\xe2\x82\xac",
		'"',
		'"a',
		"a\tb",
		" a ",
		"\ta\t",
		"a\n b",
		"a\r\n b",
		"a\r\n\tb",
		"a\r\n  b\r\n c",
		"\r\n b",
		"a\r\n \r\n b",
		"a\r\n : b",
		"a\r\n b: c",
	];
	return [
		...variants("value", values, (value) => `${OK}X: ${value}\r\n${FIVE}\r\n${BODY}`),
		...variants("folded first line", [" a", "\ta", " a: b", "  "], (line) => `${OK}${line}\r\n${FIVE}\r\n${BODY}`),
		...variants(
			"folded length",
			["\r\n 5", "\r\n\t5", " 5\r\n ", " \r\n 5"],
			(value) => `${OK}Content-Length:${value}\r\n\r\n${BODY}`,
		),
		...[1_000, 10_000, 60_000, 90_000, 150_000, 250_000, 400_000].map((length) => ({
			title: `value of ${length} characters`,
			response: [OK, FIVE, "X: ", ["v", length] as const, "\r\n\r\n", BODY],
		})),
	];
}

function contentLengths(): Case[] {
	const values = [
		"5",
		"05",
		"0000000000000000000005",
		"+5",
		"-5",
		"5 ",
		"5\t",
		"5,5",
		"5, 5",
		"5 , 5",
		"5,6",
		"5, 05",
		"5,",
		",5",
		"5,,5",
		"5;5",
		"5;",
		"5.0",
		"5.",
		"0x5",
		"5e0",
		"",
		" ",
		"five",
		"5 5",
		"5five",
		"five5",
		'"5"',
		"'5'",
		"5\0",
		"5\x0b",
		"5\x0c",
		"_5",
		"5_0",
		"\xb5",
		"6",
		"4",
		"0",
		"00",
		"-0",
		"+0",
		"-1",
		"2147483648",
		"4294967296",
		"4294967301",
		"9007199254740993",
		"9223372036854775807",
		"9223372036854775808",
		"18446744073709551615",
		"18446744073709551616",
		"18446744073709551621",
		"99999999999999999999999999",
	];
	const pairs = [
		"5|5",
		"5|6",
		"6|5",
		"5|05",
		"5|",
		"|5",
		"5|five",
		"five|5",
		"5|+5",
		"5|5|5",
		"5|5|6",
		"5|-5",
		"0|5",
		"5|0",
	];
	const withStatus = ["204 X", "304 X", "205 X", "206 X", "101 X"];
	return [
		...variants("Content-Length", values, (value) => `${OK}Content-Length: ${value}\r\n\r\n${BODY}`),
		...variants("several Content-Length", pairs, (pair) => {
			const lines = pair.split("|").map((value) => `Content-Length: ${value}\r\n`);
			return `${OK}${lines.join("")}\r\n${BODY}`;
		}),
		...variants("Content-Length of 5 with a body", withStatus, (status) => `HTTP/1.1 ${status}\r\n${FIVE}\r\n${BODY}`),
		...variants("Content-Length of 5 without a body", withStatus, (status) => `HTTP/1.1 ${status}\r\n${FIVE}\r\n`),
	];
}

function transferEncodings(): Case[] {
	const chunked = "5\r\nhello\r\n0\r\n\r\n";
	const codings = [
		"chunked",
		"Chunked",
		"CHUNKED",
		"chunked ",
		"\tchunked",
		"chunked,",
		",chunked",
		"chunked, chunked",
		"chunked,chunked",
		"identity",
		"identity, chunked",
		"chunked, identity",
		"Identity",
		"gzip",
		"gzip, chunked",
		"chunked, gzip",
		"deflate",
		"br, chunked",
		"compress",
		"x",
		"x, chunked",
		"chunked, x",
		"",
		" ",
		'"chunked"',
		"chunked;q=1",
		"chunked; a=b",
		"chunked\x0b",
		"chunked\x0c",
		"chunked\0",
		"\x0bchunked",
		"xchunked",
		"chunkedx",
		"chunk",
		"chun ked",
		"none",
		"trailers",
	];
	const lines = [
		"chunked|chunked",
		"chunked|identity",
		"identity|chunked",
		"gzip|chunked",
		"chunked|gzip",
		"identity|identity",
		"|chunked",
		"chunked|",
		"chunked|chunked|chunked",
	];
	const names = [
		"Transfer-Encoding : chunked",
		"Transfer-Encoding\t: chunked",
		" Transfer-Encoding: chunked",
		"transfer-encoding: chunked",
		"Transfer-Encoding:chunked",
		"Transfer-Encoding:\r\n chunked",
		"Transfer_Encoding: chunked",
		"Transfer Encoding: chunked",
		"Transfer-Encoding\0: chunked",
		"TE: chunked",
	];
	const line = (coding: string) => `Transfer-Encoding: ${coding}\r\n`;
	return [
		...variants("Transfer-Encoding with chunks", codings, (coding) => `${OK}${line(coding)}\r\n${chunked}`),
		...variants("Transfer-Encoding with a plain body", codings, (coding) => `${OK}${line(coding)}\r\n${BODY}`),
		...variants(
			"several Transfer-Encoding",
			lines,
			(each) => `${OK}${each.split("|").map(line).join("")}\r\n${chunked}`,
		),
		...variants("Transfer-Encoding line", names, (name) => `${OK}${name}\r\n\r\n${chunked}`),
		...variants(
			"Transfer-Encoding in HTTP/1.0 with chunks",
			["chunked", "identity", "gzip, chunked"],
			(coding) => `HTTP/1.0 200 OK\r\n${line(coding)}\r\n${chunked}`,
		),
		...variants(
			"Transfer-Encoding in HTTP/1.0 with a plain body",
			["chunked", "identity"],
			(coding) => `HTTP/1.0 200 OK\r\n${line(coding)}\r\n${BODY}`,
		),
		...variants(
			"Transfer-Encoding and Content-Length",
			[
				"chunked|5",
				"chunked|15",
				"chunked|0",
				"chunked|1",
				"chunked|five",
				"identity|5",
				"identity|15",
				"gzip|5",
				"x|5",
				"|5",
			],
			(pair) => {
				const [coding = "", length = ""] = pair.split("|");
				return `${OK}${line(coding)}Content-Length: ${length}\r\n\r\n${chunked}`;
			},
		),
		...variants(
			"Content-Length and Transfer-Encoding in HTTP/1.0",
			["5", "15"],
			(length) => `HTTP/1.0 200 OK\r\nContent-Length: ${length}\r\n${line("chunked")}\r\n${chunked}`,
		),
		...variants(
			"chunks in a response without a body",
			["204 X", "304 X", "205 X"],
			(status) => `HTTP/1.1 ${status}\r\n${line("chunked")}\r\n${chunked}`,
		),
	];
}

const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;

function chunks(): Case[] {
	const sizes = [
		"5",
		"05",
		"0000000005",
		"00000000000000005",
		"000000000000000000000000000000000000005",
		"5 ",
		" 5",
		"\t5",
		"5\t",
		"5  ",
		"5 \t",
		"0x5",
		"0X5",
		"+5",
		"-5",
		"5;",
		"5 ;",
		"5; ",
		"5;a",
		"5;a=b",
		'5;a="b"',
		"5 ; a = b",
		"5;\0",
		"5;\x01",
		"5;a\rb",
		"5,",
		"5 5",
		"5g",
		"5.0",
		"g",
		"",
		" ",
		";",
		";a",
		"5\r",
		"\r5",
		"5\x0b",
		"5\0",
		"\xb5",
		"5;\xfc",
		"F",
		"f",
		"a",
		"1000000000000005",
		"FFFFFFFF",
		"100000005",
		"7FFFFFFFFFFFFFFF",
		"FFFFFFFFFFFFFFFF",
		"10000000000000005",
		"-1",
		"4",
		"6",
	];
	const afterData = ["\r\n", "\n", "", "\r", "\r\r\n", " \r\n", "x\r\n", "\r\n\r\n", "\n\r\n"];
	const last = [
		"0\r\n\r\n",
		"00\r\n\r\n",
		"0000000000000000000\r\n\r\n",
		"0 \r\n\r\n",
		"0;a\r\n\r\n",
		"0;a=b\r\n\r\n",
		"-0\r\n\r\n",
		"+0\r\n\r\n",
		"0x0\r\n\r\n",
		"0\n\n",
		"0\r\n\n",
		"0\n\r\n",
		"0\r\n",
		"0\r",
		"0",
		"0\r\n\r",
		"",
		"\r\n",
		"\r\n0\r\n\r\n",
		" 0\r\n\r\n",
		"0\r\n\r\nmore",
		"0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
		"0\r\nx",
	];
	return [
		...variants("chunk size", sizes, (size) => `${CHUNKED}${size}\r\nhello\r\n0\r\n\r\n`),
		...variants("chunk size ended by LF", ["5", "5 ", "5;a"], (size) => `${CHUNKED}${size}\nhello\r\n0\r\n\r\n`),
		...variants("after the data of a chunk", afterData, (end) => `${CHUNKED}5\r\nhello${end}0\r\n\r\n`),
		...variants("last chunk", last, (end) => `${CHUNKED}5\r\nhello\r\n${end}`),
		...[100, 10_000, 20_000, 100_000].map((length) => ({
			title: `chunk extension of ${length} characters`,
			response: [`${CHUNKED}5;`, ["e", length] as const, "\r\nhello\r\n0\r\n\r\n"],
		})),
		...[100, 5_000, 50_000].map((times) => ({
			title: `${times} chunks of one byte`,
			response: [CHUNKED, ["1\r\na\r\n", times] as const, "0\r\n\r\n"],
		})),
	];
}

function trailers(): Case[] {
	const lines = [
		"A: b\r\n",
		"A: b\r\nC: d\r\n",
		"A:\r\n",
		"A : b\r\n",
		"nonsense\r\n",
		": b\r\n",
		" folded\r\n",
		"A: b\r\n c\r\n",
		"A: b\n",
		"A: \0\r\n",
		"A: \x01\r\n",
		"A(: b\r\n",
		"Content-Length: 9\r\n",
		"Transfer-Encoding: chunked\r\n",
		"HTTP/1.1 200 OK\r\n",
		"\0\r\n",
		"\x80: b\r\n",
	];
	return [
		...variants("trailer", lines, (line) => `${CHUNKED}5\r\nhello\r\n0\r\n${line}\r\n`),
		...variants("trailers cut off", ["A: b", "A: b\r\n", "A"], (line) => `${CHUNKED}5\r\nhello\r\n0\r\n${line}`),
		...[100, 300, 2_000].map((times) => ({
			title: `${times} trailers`,
			response: [`${CHUNKED}5\r\nhello\r\n0\r\n`, ["A: b\r\n", times] as const, "\r\n"],
		})),
	];
}

function sizes(): Case[] {
	const lines = [
		50, 99, 100, 101, 128, 255, 256, 257, 300, 400, 500, 750, 1_000, 1_500, 2_000, 3_000, 4_000, 4_500, 4_999, 5_001,
		10_000, 30_000,
	];
	const kibibytes = [8, 15, 17, 32, 48, 63, 65, 80, 100, 128, 200, 250, 255, 257, 270, 299, 310, 400, 600, 1_024];
	return [
		...lines.map((times) => ({
			title: `${times} header lines`,
			response: [OK, FIVE, ["X: y\r\n", times] as const, "\r\n", BODY],
		})),
		...kibibytes.map((size) => ({
			title: `head of ${size} KiB in lines of 1 KiB`,
			response: [OK, FIVE, [`X: ${"v".repeat(1_019)}\r\n`, size] as const, "\r\n", BODY],
		})),
	];
}

function interimResponses(): Case[] {
	const first = ["100 Continue", "101 Switching Protocols", "102 Processing", "103 Early Hints", "199 X", "110 X"];
	const final = `${OK}${FIVE}\r\n${BODY}`;
	return [
		...variants("interim", first, (status) => `HTTP/1.1 ${status}\r\n\r\n${final}`),
		...variants("interim with a length", ["100 X", "103 X"], (status) => `HTTP/1.1 ${status}\r\n${FIVE}\r\n${final}`),
		...variants(
			"interim with chunks",
			["100 X", "103 X"],
			(status) => `HTTP/1.1 ${status}\r\nTransfer-Encoding: chunked\r\n\r\n${final}`,
		),
		...variants("interim alone", ["100 X", "102 X", "103 X", "101 X"], (status) => `HTTP/1.1 ${status}\r\n\r\n`),
		...variants("after an interim", ["\r\n", "garbage\r\n", "HTTP/1.1", ""], (text) => `HTTP/1.1 100 X\r\n\r\n${text}`),
		...[2, 5, 9, 11, 20, 50, 200].map((times) => ({
			title: `${times} interim responses`,
			response: [["HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", times] as const, final],
		})),
	];
}

function ends(): Case[] {
	const cut = [
		"",
		"H",
		"HTTP",
		"HTTP/1.1",
		"HTTP/1.1 ",
		"HTTP/1.1 2",
		"HTTP/1.1 200",
		"HTTP/1.1 200 OK",
		"HTTP/1.1 200 OK\r",
		OK,
		`${OK}A`,
		`${OK}A: b`,
		`${OK}A: b\r\n`,
		`${OK}A: b\r\n\r`,
		`${OK}\r\n`,
		`${OK}${FIVE}\r\n`,
		`${OK}${FIVE}\r\nhell`,
		`${OK}${FIVE}\r\nhello!`,
		`${CHUNKED}`,
		`${CHUNKED}5`,
		`${CHUNKED}5\r\n`,
		`${CHUNKED}5\r\nhell`,
		`${CHUNKED}5\r\nhello`,
		"HTTP/1.0 200 OK\r\n\r\nhello",
		`${OK}Connection: close\r\n\r\nhello`,
		`${OK}Connection: keep-alive\r\n\r\nhello`,
		`${OK}Content-Type: text/event-stream\r\n\r\nhello`,
	];
	return variants("ends after", cut, (text) => text);
}

function otherProtocols(): Case[] {
	const texts = [
		"SSH-2.0-OpenSSH_9.2\r\n",
		"220 mail.example ESMTP\r\n",
		"+OK POP3 ready\r\n",
		"* OK IMAP4 ready\r\n",
		"\x15\x03\x01\x00\x02\x02\x46",
		"\x00\x00\x12\x04\x00\x00\x00\x00\x00",
		"<html><body>hello</body></html>",
		"hello",
		"\0\0\0\0",
		"\xff\xfb\x01",
		"-ERR unknown command\r\n",
		'{"a":1}',
		"RFB 003.008\n",
		"GET / HTTP/1.1\r\n\r\n",
		"HTTQ/1.1 200 OK\r\n\r\nhello",
	];
	return variants("another protocol", texts, (text) => text);
}
