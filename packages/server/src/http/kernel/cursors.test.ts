import { z } from "@hono/zod-openapi";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Cursors, type ListName } from "./cursors.ts";

const cursors = new Cursors(new Uint8Array(32).fill(1));
const key = z.tuple([z.int(), z.string()]);
const list: ListName = ["monitors", 1];
const position = { direction: "forward", from: [1_700_000_000_000, "naïve 🦆"] } as const;

describe("a cursor", () => {
	test("returns the position that was put into it", () => {
		for (const each of [position, { direction: "backward", from: null } as const]) {
			expect(cursors.read(list, cursors.write(list, each), key)).toEqual(each);
		}
	});

	test("is one base64url text", () => {
		expect(cursors.write(list, position)).toMatch(/^[A-Za-z0-9_-]+$/);
	});

	test("is refused for another list, another subject, another team and another service", () => {
		const written = cursors.write(["results", 5, 1], position);
		for (const other of [
			["results", 6, 1],
			["results", 5, 2],
			["content-checks", 5, 1],
			["results", 51],
		] as const) {
			expect(cursors.read(other, written, key)).toBeNull();
		}
		expect(new Cursors(new Uint8Array(32).fill(2)).read(["results", 5, 1], written, key)).toBeNull();
	});

	test("is refused with any one character changed, added or removed", () => {
		const written = cursors.write(list, position);
		const edits = fc.record({ at: fc.nat(written.length - 1), by: fc.constantFrom(..."ABCxyz019-_=+/. ") });
		fc.assert(
			fc.property(edits, ({ at, by }) => {
				const changed = written.slice(0, at) + by + written.slice(at + 1);
				if (changed !== written) expect(cursors.read(list, changed, key)).toBeNull();
				expect(cursors.read(list, written.slice(0, at) + by + written.slice(at), key)).toBeNull();
				expect(cursors.read(list, written.slice(0, at), key)).toBeNull();
			}),
		);
	});

	test("is refused when it is any other text", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => cursors.read(list, text, key) === null),
		);
	});

	test("of a version with other keys is refused", () => {
		expect(cursors.read(list, cursors.write(list, { direction: "forward", from: [1, 2] }), key)).toBeNull();
	});
});
