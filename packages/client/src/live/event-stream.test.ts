import fc from "fast-check";
import { expect, test } from "vitest";
import { EventStreamReader } from "./event-stream.ts";

test("reads events with type, id and lines of data", () => {
	const stream = "retry: 2000\n: hello\n\nevent: change\nid: a-1\ndata: {\ndata: }\n\ndata:x\n\n";
	const reader = new EventStreamReader();
	expect(reader.push(stream)).toEqual([
		{ type: "change", data: "{\n}", lastEventId: "a-1" },
		{ type: "message", data: "x", lastEventId: "a-1" },
	]);
	expect(reader.retryMs).toBe(2000);
});

test("reads what the standard says of odd lines", () => {
	const reader = new EventStreamReader();
	expect(reader.push("\uFEFFdata\n\nid: a\0b\nnonsense: 1\nretry: soon\ndata: \uFEFF\n\nevent: lost\n\n")).toEqual([
		{ type: "message", data: "", lastEventId: "" },
		{ type: "message", data: "\uFEFF", lastEventId: "" },
	]);
	expect(reader.retryMs).toBeNull();
});

test("reads the same events however the stream is cut, and whichever line ends it has", () => {
	const lines = ["event: change", "id: a-1", "data: ä", "data: b", "", ": still here", "", "data: c", "", ""];
	const expected = [
		{ type: "change", data: "ä\nb", lastEventId: "a-1" },
		{ type: "message", data: "c", lastEventId: "a-1" },
	];
	fc.assert(
		fc.property(
			fc.constantFrom("\n", "\r\n", "\r"),
			fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 60, maxLength: 60 }),
			(lineEnd, lengths) => {
				const reader = new EventStreamReader();
				// One more line end: a CR at the very end is not known to be a whole one.
				let rest = lines.join(lineEnd) + lineEnd;
				const events = lengths.flatMap((length) => {
					const piece = rest.slice(0, length);
					rest = rest.slice(length);
					return reader.push(piece);
				});
				expect([...events, ...reader.push(rest)]).toEqual(expected);
			},
		),
	);
});

test("refuses an event without an end", () => {
	const reader = new EventStreamReader();
	const piece = `data: ${"x".repeat(1024 * 1024)}\n`;
	expect(() => {
		for (let count = 0; count < 9; count++) reader.push(piece);
	}).toThrow(RangeError);
	const oneLine = new EventStreamReader();
	expect(() => oneLine.push("x".repeat(9 * 1024 * 1024))).toThrow(RangeError);
});
