/** Chunks, trailers, and responses that end early. */

import { type Case, CHUNKED, FIVE, OK, variants } from "./corpus-case.ts";

export function chunkCases(): Case[] {
	return [...chunks(), ...trailers(), ...ends()];
}

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
