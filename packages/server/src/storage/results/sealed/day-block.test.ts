import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeDay, encodeDay, type SealedHour, sealedHoursOf } from "./day-block.ts";
import { BrokenBlock } from "./hour-block.ts";

const key = { monitorId: 7, day: 20_500 };
const firstHour = key.day * 24;

/** No hour's block begins with the first byte of a day. */
const block = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Uint8Array.from([1, ...bytes]));
const hours: fc.Arbitrary<SealedHour[]> = fc.uniqueArray(
	fc.record({ hour: fc.nat(23).map((place) => firstHour + place), checks: fc.integer({ min: 1, max: 60 }), block }),
	{ minLength: 1, maxLength: 24, selector: ({ hour }) => hour },
);
const inOrder = (some: readonly SealedHour[]) => some.toSorted((a, b) => a.hour - b.hour);
const plain = (some: readonly Pick<SealedHour, "hour" | "block">[]) =>
	some.map(({ hour, block }) => ({ hour, block: [...block] }));

function codeOf(read: () => unknown): string {
	try {
		read();
		return "read";
	} catch (error) {
		if (!(error instanceof BrokenBlock)) throw error;
		return error.code;
	}
}

test("the hours of a day are read byte by byte as they were written, all of them or some", () => {
	fc.assert(
		fc.property(hours, fc.nat(24), fc.nat(24), (given, a, b) => {
			const day = encodeDay(key, given);
			const read = decodeDay(key, day);
			expect(plain(read)).toEqual(plain(inOrder(given)));
			expect(read.map(({ checks }) => checks)).toEqual(inOrder(given).map(({ checks }) => checks));
			const [from, to] = [firstHour + Math.min(a, b), firstHour + Math.max(a, b)];
			const some = sealedHoursOf({ monitorId: 7, hour: firstHour + 5, block: day }, from, to);
			expect(plain(some)).toEqual(plain(inOrder(given).filter(({ hour }) => hour >= from && hour < to)));
		}),
	);
});

test("a row of an hour is that hour, where it is wanted", () => {
	const row = { monitorId: 7, hour: firstHour, block: Uint8Array.of(1, 2) };
	expect(sealedHoursOf(row, firstHour, firstHour + 1)).toEqual([{ hour: firstHour, block: row.block }]);
	expect(sealedHoursOf(row, firstHour + 1, firstHour + 2)).toEqual([]);
});

test("a changed bit before the blocks, a missing part of it, and another monitor or day break the day", () => {
	fc.assert(
		fc.property(hours, fc.nat(), (given, at) => {
			const day = encodeDay(key, given);
			const header = day.length - given.reduce((sum, { block }) => sum + block.length, 0);
			const flipped = Uint8Array.from(day);
			const bit = at % (header * 8);
			flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
			expect(codeOf(() => decodeDay(key, flipped))).toBe(bit < 8 ? "version" : "checksum");
			expect(codeOf(() => decodeDay(key, day.subarray(0, 1 + (at % (header - 1)))))).toBe("checksum");
			expect(codeOf(() => decodeDay({ ...key, monitorId: 8 }, day))).toBe("checksum");
			expect(codeOf(() => decodeDay({ ...key, day: key.day + 1 }, day))).toBe("checksum");
		}),
	);
	expect(codeOf(() => decodeDay(key, new Uint8Array()))).toBe("version");
});

test("any bytes are read as hours of that day, none beyond their end, or are broken", () => {
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
			expect(["version", "checksum"]).toContain(codeOf(() => decodeDay(key, Uint8Array.from([0x81, ...bytes]))));
		}),
	);
});
