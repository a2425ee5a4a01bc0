/** Content-Length and Transfer-Encoding, alone and against each other. */

import { BODY, type Case, FIVE, OK, variants } from "./corpus-case.ts";

export function lengthCases(): Case[] {
	return [...contentLengths(), ...transferEncodings()];
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
