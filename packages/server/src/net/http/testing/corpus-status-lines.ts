/** Status lines of every kind, and what is no HTTP at all. */

import { BODY, type Case, FIVE, OK, variants } from "./corpus-case.ts";

export function statusLineCases(): Case[] {
	return [...versions(), ...statuses(), ...reasons(), ...statusLineForms(), ...interimResponses(), ...otherProtocols()];
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
