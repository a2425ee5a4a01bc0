import fc from "fast-check";
import { expect, test } from "vitest";
import { fuzz, timeoutOf } from "../../../testing/fuzz.ts";
import type { ResultRow } from "../check-row.ts";
import type { StoredStep } from "../stored-steps.ts";
import { BrokenBlock, checksum, decodeHour, decodeOutcomes, decodeSteps, encodeHour } from "./hour-block.ts";

const BOX = { seconds: 2 };
const key = { monitorId: 7, hour: 494_000 };
const first = key.hour * 60;
const INT = 2 ** 31 - 1;

const aRow = (minute: number, fields: Partial<ResultRow> = {}): ResultRow => ({
	minute,
	monitor_id: key.monitorId,
	revision: 1,
	outcome: 4,
	response_status: 200,
	elapsed_ms: 80,
	started_ms: 20_030,
	attempts: 1,
	location: 2,
	dns_ms: null,
	connect_ms: 10,
	tls_ms: null,
	first_byte_ms: 60,
	phase: null,
	message: null,
	content_check_id: null,
	locations: null,
	...fields,
});

const time = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: INT }));
const timeOrNull = fc.option(time, { freq: 4 });
const details = fc.option(
	fc.record({
		phase: fc.option(fc.nat(4)),
		message: fc.string({ unit: "grapheme", maxLength: 200 }),
		content_check_id: fc.option(fc.string({ maxLength: 30 })),
	}),
	{ nil: { phase: null, message: null, content_check_id: null } },
);
const row = fc
	.record({
		minute: fc.integer({ min: first, max: first + 59 }),
		revision: fc.nat(INT),
		outcome: fc.nat(2_100),
		response_status: fc.option(fc.integer({ min: 0, max: 32_767 })),
		elapsed_ms: timeOrNull,
		// A job's run begins long before or after the minute that it is of.
		started_ms: fc.oneof(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: -INT, max: INT })),
		attempts: fc.nat(9),
		location: fc.option(fc.nat(12)),
		dns_ms: timeOrNull,
		connect_ms: timeOrNull,
		tls_ms: timeOrNull,
		first_byte_ms: timeOrNull,
		details,
	})
	.map(({ details, minute, ...fields }) => aRow(minute, { ...fields, ...details }));
/** What some of four locations saw, in the order of their keys. */
const parts = fc
	.uniqueArray(fc.tuple(fc.nat(3), row), { minLength: 1, selector: ([location]) => location })
	.map((each) =>
		each
			.sort(([a], [b]) => a - b)
			.map(([location, { minute: _, monitor_id, revision, locations, ...part }]) => ({ ...part, location })),
	);
const checkOfSome = fc.tuple(row, fc.option(parts, { freq: 2 })).map(([check, locations]) => ({ ...check, locations }));
const anyHour = fc
	.uniqueArray(fc.oneof(row, checkOfSome), { minLength: 1, maxLength: 60, selector: ({ minute }) => minute })
	.map((rows) => rows.sort((a, b) => a.minute - b.minute));

const aStep = fc
	.tuple(
		fc.oneof(fc.constantFrom("Log in", "Account"), fc.string({ unit: "grapheme", maxLength: 60 })),
		fc.option(fc.integer({ min: 100, max: 599 })),
		time,
		fc.array(time, { minLength: 5, maxLength: 5 }),
	)
	.map(([name, status, timeMs, phases]): StoredStep => [name, status, timeMs, ...phases]);
const hourOfFlow = fc.tuple(anyHour, fc.array(fc.array(aStep, { maxLength: 20 }), { minLength: 60, maxLength: 60 }));

/** What a flow's hour keeps of its steps, by minute. */
function stepsOf(rows: readonly ResultRow[], steps: readonly (readonly StoredStep[])[]) {
	return new Map(rows.flatMap(({ minute }, place) => (steps[place]?.length ? [[minute, steps[place]]] : [])));
}

/** A block with any content, its checksum correct. */
function blockOf(content: Uint8Array): Uint8Array {
	const block = new Uint8Array(content.length + 4);
	block.set(content);
	new DataView(block.buffer).setUint32(content.length, checksum(key, content));
	return block;
}

function codeOf(read: () => unknown): string {
	try {
		read();
	} catch (error) {
		if (error instanceof BrokenBlock) return error.code;
		throw error;
	}
	return "read";
}

test("a block gives back the checks of any hour", () => {
	fc.assert(
		fc.property(anyHour, (rows) => {
			const block = encodeHour(key, rows);
			expect(decodeHour(key, block)).toEqual(rows);
			expect(decodeOutcomes(key, block)).toEqual({
				minutes: rows.map(({ minute }) => minute),
				outcomes: rows.map(({ outcome }) => outcome),
			});
		}),
		{ numRuns: 300 },
	);
});

test("a block gives back the checks and the steps of any hour of a flow", () => {
	fc.assert(
		fc.property(hourOfFlow, ([rows, steps]) => {
			const given = stepsOf(rows, steps);
			const block = encodeHour(key, rows, given);
			expect(decodeHour(key, block)).toEqual(rows);
			expect(decodeSteps(key, block)).toEqual(given);
			expect(decodeSteps(key, encodeHour(key, rows))).toEqual(new Map());
		}),
		{ numRuns: 100 },
	);
});

test("the steps of an ordinary hour take less than eight bytes each", () => {
	const rows = Array.from({ length: 60 }, (_, place) => aRow(first + place));
	const steps = rows.map((_, place) =>
		["Log in", "Account", "Basket"].map((name, at): StoredStep => {
			const [connect, tls] = [8 + (place % 7), 12 + ((place * 31) % 11)];
			const [firstByte, transfer] = [40 * (at + 1) + ((place * 7919) % 61), 1 + (place % 3)];
			return [name, 200, connect + tls + firstByte + transfer, 0, connect, tls, firstByte, transfer];
		}),
	);
	const bytes = encodeHour(key, rows, stepsOf(rows, steps)).length - encodeHour(key, rows).length;
	expect(bytes / 60 / 3).toBeLessThan(8);
});

test("an ordinary hour takes less than four bytes a check", () => {
	const rows = Array.from({ length: 60 }, (_, place) => {
		const noise = (place * 7919) % 61;
		return aRow(first + place, {
			started_ms: 20_000 + ((place * 31) % 150),
			first_byte_ms: 60 + noise,
			elapsed_ms: 90 + noise,
		});
	});
	expect(encodeHour(key, rows).length / 60).toBeLessThan(4);
});

test("an ordinary hour of three locations takes less than three bytes a check for each of them", () => {
	const rows = Array.from({ length: 60 }, (_, place) => {
		const seen = [1, 2, 3].map((location) => {
			const noise = (place * 7919 * location) % 61;
			const times = { first_byte_ms: 60 * location + noise, elapsed_ms: 80 + 60 * location + noise };
			const { minute, monitor_id, revision, locations, ...part } = aRow(first + place, times);
			return { ...part, location };
		});
		const [, middle] = seen;
		return aRow(first + place, { ...middle, location: 0, locations: seen });
	});
	const alone = rows.map((row) => ({ ...row, locations: null }));
	const [several, one] = [encodeHour(key, rows).length, encodeHour(key, alone).length];
	expect((several - one) / 60 / 3).toBeLessThan(3);
});

test("an outage keeps its message once", () => {
	const message = "The connection was refused. ".repeat(6);
	const rows = Array.from({ length: 60 }, (_, place) =>
		aRow(first + place, { outcome: 42, elapsed_ms: 5, phase: 1, message, content_check_id: null }),
	);
	const block = encodeHour(key, rows);
	expect(decodeHour(key, block)).toEqual(rows);
	expect(block.length).toBeLessThan(message.length + 60);
});

test("a block with a changed bit, a missing end, or of another monitor or hour is broken", () => {
	fc.assert(
		fc.property(hourOfFlow, fc.nat(), fc.integer({ min: 1, max: 40 }), ([rows, steps], at, cut) => {
			const block = encodeHour(key, rows, stepsOf(rows, steps));
			const flipped = block.slice();
			const bit = at % (block.length * 8);
			flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
			const isKnown = [1, 2, 3, 4].includes(flipped[0] ?? 0);
			for (const read of [decodeHour, decodeOutcomes]) {
				expect(codeOf(() => read(key, flipped))).toBe(isKnown ? "checksum" : "version");
				expect(codeOf(() => read(key, block.subarray(0, -cut)))).not.toBe("read");
				expect(codeOf(() => read({ ...key, monitorId: 8 }, block))).toBe("checksum");
				expect(codeOf(() => read({ ...key, hour: key.hour - 1 }, block))).toBe("checksum");
			}
		}),
		{ numRuns: 100 },
	);
});

test("any bytes with a correct checksum are read as checks of that hour or are broken, in bounded time and memory", {
	timeout: timeoutOf(BOX),
}, async () => {
	const bytesOf = (columns: fc.Arbitrary<Uint8Array>) =>
		fc.tuple(fc.constantFrom(1, 2, 3, 4), columns).map(([version, bytes]) => Uint8Array.from([version, ...bytes]));
	const content = fc.oneof(
		bytesOf(fc.uint8Array({ maxLength: 400 })),
		bytesOf(fc.uint8Array({ minLength: 4_000, maxLength: 8_000 })),
		// Near a real block, so that the decoder comes further.
		fc
			.tuple(hourOfFlow, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 }))
			.map(([[rows, steps], changes]) => {
				const bytes = encodeHour(key, rows, stepsOf(rows, steps)).slice(0, -4);
				for (const [at, value] of changes) bytes[1 + (at % (bytes.length - 1))] = value;
				return bytes;
			}),
	);
	let readable = 0;
	const property = fc.property(content, (bytes) => {
		const block = blockOf(bytes);
		for (const read of [decodeHour, decodeOutcomes, decodeSteps])
			expect(["read", "content"]).toContain(codeOf(() => read(key, block)));
		if (codeOf(() => decodeHour(key, block)) !== "read") return;
		readable += 1;
		const rows = decodeHour(key, block);
		expect(rows.length).toBeLessThanOrEqual(60);
		expect(rows.every(({ minute }) => minute >= first && minute < first + 60)).toBe(true);
		// Texts can't be longer than the block that they are in, whatever lengths it names.
		const texts = new Set(rows.flatMap(({ message, content_check_id }) => [message ?? "", content_check_id ?? ""]));
		expect([...texts].join("").length).toBeLessThanOrEqual(block.length);
		// What can be read can be written again.
		expect(decodeHour(key, encodeHour(key, rows))).toEqual(rows);
	});
	await fuzz(property, BOX);
	expect(readable).toBeGreaterThan(0);
	expect(codeOf(() => decodeHour(key, new Uint8Array()))).toBe("version");
	expect(codeOf(() => decodeHour(key, blockOf(Uint8Array.of(5))))).toBe("version");
});
