import { expect, test } from "vitest";
import { threadCpuMs } from "../../testing/thread-cpu.ts";
import { isEncodable, readReply, repliedId } from "./dns-message.ts";

const HEADER_BYTES = 12;
const SOA = 6;
const ASKED = { name: "a", type: "SOA" } as const;
const QUESTION = Buffer.concat([Buffer.from("\x01a\0", "latin1"), Buffer.from([0, SOA, 0, 1])]);

/** A reply with `questions` and `answers` in its header, and `body` after it. */
function reply(questions: number, answers: number, body: readonly Buffer[]): Buffer {
	const header = Buffer.alloc(HEADER_BYTES);
	header.writeUInt16BE(0x8180, 2);
	header.writeUInt16BE(questions, 4);
	header.writeUInt16BE(answers, 6);
	return Buffer.concat([header, ...body]);
}

/** The most labels that a name can have; each needs an escape as text. */
const LONG_NAME = Buffer.concat([...Array.from({ length: 126 }, () => Buffer.from([1, 0x80])), Buffer.alloc(1)]);

/** A record of type SOA whose owner and two names are `name`. */
function soa(name: Buffer): Buffer {
	const data = Buffer.concat([name, name, Buffer.alloc(20)]);
	const head = Buffer.from([0, SOA, 0, 1, 0, 0, 0, 60, 0, data.length]);
	return Buffer.concat([name, head, data]);
}

/** Well below what a healthy neighbour's check would notice; without a bound each of these took 200–1,000 ms. */
const BOUND_MS = 120;

function cpuMs(work: () => void): number {
	const before = threadCpuMs();
	work();
	return threadCpuMs() - before;
}

test("a thousand records whose names are pointers to one long name are refused, in bounded time", () => {
	const longAt = HEADER_BYTES + QUESTION.length;
	// The first answer, of a type that we do not know, holds the long name; the others point into it.
	const holder = Buffer.concat([Buffer.from([0, 0xff, 0, 0, 1, 0, 0, 0, 0]), Buffer.from([0, LONG_NAME.length])]);
	const pointer = Buffer.from([0xc0, longAt + holder.length]);
	const message = reply(1, 1_000, [QUESTION, holder, LONG_NAME, ...Array<Buffer>(999).fill(soa(pointer))]);
	const read: unknown[] = [];
	expect(cpuMs(() => read.push(readReply(message, ASKED)))).toBeLessThan(BOUND_MS);
	expect(read).toEqual([{ kind: "malformed" }]);
});

test("a reply with more than one question is refused, in bounded time", () => {
	const type = Buffer.from([0, SOA, 0, 1]);
	const again = Buffer.concat([Buffer.from([0xc0, HEADER_BYTES]), type]);
	const message = reply(10_000, 0, [LONG_NAME, type, ...Array<Buffer>(9_999).fill(again)]);
	const read: unknown[] = [];
	expect(cpuMs(() => read.push(readReply(message, ASKED)))).toBeLessThan(BOUND_MS);
	expect(read).toEqual([{ kind: "malformed" }]);
});

test("the records of a reply to another question are not read", () => {
	const message = reply(1, 1_000, [Buffer.concat([Buffer.from("\x01b\0", "latin1"), Buffer.from([0, SOA, 0, 1])])]);
	expect(readReply(message, ASKED)).toBeNull();
});

test("a reply that was cut between records is truncated, not a reply without records", () => {
	const message = reply(1, 0, [QUESTION]);
	expect(readReply(message, ASKED)).toEqual({ kind: "no_record" });
	message.writeUInt16BE(0x8380, 2);
	expect(readReply(message, ASKED)).toEqual({ kind: "truncated" });
});

test.each([
	["a.example", true],
	["", false],
	["a..example", false],
	[`${"a".repeat(63)}.example`, true],
	[`${"a".repeat(64)}.example`, false],
	[`${"a.".repeat(126)}a`, true],
	[`${"a.".repeat(126)}aa`, false],
])("whether %s can be asked about: %s", (name, isAsked) => {
	expect(isEncodable(name)).toBe(isAsked);
});

test("a thousand records of usual names are read", () => {
	const name = Buffer.from("\x01a\0", "latin1");
	const message = reply(1, 1_000, [QUESTION, ...Array<Buffer>(1_000).fill(soa(name))]);
	expect(readReply(message, ASKED)).toMatchObject({ kind: "records", records: ["a a 0 0 0 0 0"] });
});

test("a reply with another OPCODE than a standard query is none to ours", () => {
	const message = reply(1, 0, [QUESTION]);
	expect(repliedId(message)).toBe(0);
	// RFC 1035 §4.1.1: inverse query, status; RFC 1996: notify; RFC 2136: update.
	for (const opcode of [1, 2, 4, 5, 15]) {
		message.writeUInt8(0x81 | (opcode << 3), 2);
		expect(repliedId(message), `opcode ${opcode}`).toBeNull();
	}
});
