/** Header lines of every kind, and heads of every size. */

import { BODY, type Case, FIVE, OK, variants } from "./corpus-case.ts";

export function headerCases(): Case[] {
	return [...headerNames(), ...headerValues(), ...sizes()];
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
