import fc from "fast-check";
import { expect, test } from "vitest";
import type { StateRow } from "../commit/state-rows.ts";
import { lockStates } from "../commit/state-rows.ts";
import { freshDatabase } from "../testing/engines.ts";
import { aMonitor, aTeam } from "../testing/fixtures.ts";
import { PackedStates } from "./packed-states.ts";
import { SharedTexts } from "./shared-texts.ts";

const ROW: StateRow = {
	monitor_id: 7,
	location_id: 3,
	team_id: 2,
	revision: 3,
	interval_ms: 60_000,
	phase_ms: 31_234,
	timeout_ms: 10_000,
	due_at: 1_795_300_000_000,
	slot_at: null,
	claimed: 1,
	was_slow: 0,
	status: 1,
	status_since: 1_795_200_000_123,
	last_minute: 29_921_666,
	last_checked_at: 1_795_300_000_456,
	last_up_at: null,
	failing_streak: 0,
	failing_since: null,
	missed_streak: 2,
	missed_since: 1_795_300_000_789,
	last_missed_minute: 29_921_665,
	ssl_status: 0,
	ssl_expires_at: 1_800_000_000_000,
	ssl_issuer: "CN=Example CA",
	ssl_fingerprint: "ab".repeat(32),
	ssl_last_checked_at: 1_795_300_000_456,
	ssl_monitoring_enabled: 1,
	ssl_expiry_warning_days: 14,
};
const aPack = () => new PackedStates(new SharedTexts());
const numbers = Object.keys(ROW).filter((column) => !column.startsWith("ssl_i") && column !== "ssl_fingerprint");
const anyRow = fc
	.tuple(
		fc.array(fc.oneof(fc.constant(null), fc.integer({ min: -(2 ** 47), max: 2 ** 47 })), {
			minLength: numbers.length,
			maxLength: numbers.length,
		}),
		fc.option(fc.string({ maxLength: 80 })),
		fc.option(fc.string({ maxLength: 80 })),
	)
	.map(([values, ssl_issuer, ssl_fingerprint]): StateRow => {
		const entries = numbers.map((column, index) => [column, values[index] ?? null] as const);
		return { ...ROW, ...Object.fromEntries(entries), ssl_issuer, ssl_fingerprint };
	});

test("a state is read as it was written, whatever it holds", () => {
	const states = aPack();
	const place = states.add(ROW);
	expect(states.read(place)).toEqual(ROW);
	fc.assert(
		fc.property(anyRow, (row) => {
			states.write(place, row);
			expect(states.read(place)).toEqual(row);
		}),
	);
});

test("every column of a state in the database is held", async () => {
	await using database = await freshDatabase("sqlite");
	const monitor = await aMonitor(database, await aTeam(database));
	const row = (await lockStates(database, [monitor])).get(monitor);
	if (!row) throw new Error("the monitor has no state");
	const states = aPack();
	// Leases are not in the row here.
	expect({ held_by: null, ...states.read(states.add(row)) }).toEqual(row);
});

test("thousands of states keep apart, and the place of one that was freed is used again", () => {
	const states = aPack();
	const places = Array.from({ length: 3_000 }, (_, id) =>
		states.add({ ...ROW, monitor_id: id, status: id % 4, ssl_issuer: `CN=${id}` }),
	);
	expect(new Set(places).size).toBe(3_000);
	states.free(places[1_500] as number);
	expect(states.add({ ...ROW, monitor_id: 9_999, ssl_issuer: null })).toBe(places[1_500]);
	expect(states.read(places[1_500] as number)).toEqual({ ...ROW, monitor_id: 9_999, ssl_issuer: null });
	for (const id of [0, 1_023, 1_024, 1_499, 1_501, 2_999]) {
		const place = places[id] as number;
		expect(states.read(place)).toEqual({ ...ROW, monitor_id: id, status: id % 4, ssl_issuer: `CN=${id}` });
		expect(states.statusOf(place)).toBe(id % 4);
	}
});

test("what is read is a copy", () => {
	const states = aPack();
	const place = states.add(ROW);
	states.read(place).status = 2;
	expect(states.read(place)).toEqual(ROW);
});
