import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	asMessages,
	BURST_MONITORS,
	GATHER_MS,
	GROUP_FROM,
	gatherUntil,
	MASS_MONITORS,
	MAX_GROUP,
	massesOf,
	RECOVERY_MS,
	SETTLE_MS,
} from "./flood.ts";

const notices = (count: number) => Array.from({ length: count }, (_, index) => ({ publicId: `evt_${index}` }));
const idsOf = (messages: ReturnType<typeof asMessages>) =>
	messages.map(({ id, notices: members }) => [id, members.map(({ publicId }) => publicId)]);

describe("notices that are ready together", () => {
	test("are sent one by one when they are few, in one message when they are many, and incidents always one by one", () => {
		const apart = (count: number) => notices(count).map(({ publicId }) => [publicId, [publicId]]);
		expect(idsOf(asMessages(notices(2), true))).toEqual(apart(2));
		expect(idsOf(asMessages(notices(3), true))).toEqual([["evt_0", ["evt_0", "evt_1", "evt_2"]]]);
		expect(idsOf(asMessages(notices(3), false))).toEqual(apart(3));
		expect(GROUP_FROM).toBe(3);
	});

	test("join the message that the step before left open, as far as it has room", () => {
		const open = { id: "evt_a", size: MAX_GROUP - 2, hasProblem: true };
		expect(idsOf(asMessages(notices(1), true, open))).toEqual([["evt_a", ["evt_0"]]]);
		expect(idsOf(asMessages(notices(4), true, open))).toEqual([
			["evt_a", ["evt_0", "evt_1"]],
			["evt_2", ["evt_2", "evt_3"]],
		]);
		expect(asMessages([], true, open)).toEqual([]);
	});

	test("are in messages of bounded size; none is lost or reordered", () => {
		fc.assert(
			fc.property(fc.nat(3 * MAX_GROUP), fc.boolean(), (count, gathers) => {
				const ready = notices(count);
				const messages = asMessages(ready, gathers);
				expect(messages.flatMap((message) => message.notices)).toEqual(ready);
				expect(messages.every((message) => message.notices.length <= MAX_GROUP)).toBe(true);
				expect(messages.every(({ id, notices: [first] }) => id === first?.publicId)).toBe(true);
			}),
			{ numRuns: 10 },
		);
	});
});

describe("a notice waits for others", () => {
	const now = 1_000_000;
	const at = (monitors: number, lastAt: number | null = now - 1_000) => ({
		monitors,
		lastAt,
		collectsUntil: null,
		isBacklogged: false,
	});
	const first = { isFirst: true, createdAt: now - SETTLE_MS };
	const later = { isFirst: false, createdAt: now - SETTLE_MS };

	test("when it is the first problem of its outage only in a mass, else in a burst", () => {
		expect(gatherUntil(first, at(MASS_MONITORS - 1), now)).toBeNull();
		expect(gatherUntil(first, at(MASS_MONITORS), now)).toBe(now - 1_000 + GATHER_MS);
		expect(gatherUntil(later, at(BURST_MONITORS - 1), now)).toBeNull();
		expect(gatherUntil(later, at(BURST_MONITORS), now)).toBe(now - 1_000 + GATHER_MS);
	});

	test("until GATHER_MS after the last message, and no longer than that after it was enqueued", () => {
		expect(gatherUntil(later, at(BURST_MONITORS, now - GATHER_MS), now)).toBeNull();
		expect(gatherUntil(later, at(BURST_MONITORS, null), now)).toBeNull();
		expect(gatherUntil({ isFirst: false, createdAt: now - GATHER_MS }, at(MASS_MONITORS, now), now)).toBeNull();
		expect(gatherUntil({ isFirst: false, createdAt: now - 5_000 }, at(MASS_MONITORS, now), now)).toBe(
			now - 5_000 + GATHER_MS,
		);
	});

	test("until those are sent that are collected already", () => {
		const collecting = { ...at(BURST_MONITORS), collectsUntil: now + 2_000 };
		expect(gatherUntil(later, collecting, now)).toBe(now + 2_000);
	});

	test("not while changes of the team wait until the outbox has room", () => {
		expect(gatherUntil(later, { ...at(MASS_MONITORS), isBacklogged: true }, now)).toBeNull();
	});

	test("so that it arrives within 10 s, and the recovery of a mass within a minute", () => {
		expect(SETTLE_MS + GATHER_MS).toBeLessThan(10_000);
		expect(SETTLE_MS + RECOVERY_MS).toBeLessThan(60_000);
	});
});

test("outages of adjacent minutes that are many are a mass; those of a long time are not", () => {
	const many = { minute: 10, count: MASS_MONITORS - 1 };
	expect(massesOf([many])).toEqual([]);
	expect(massesOf([many, { minute: 12, count: 1 }])).toEqual([]);
	expect(massesOf([{ minute: 3, count: 1 }, many, { minute: 11, count: 1 }])).toEqual([
		{ from: 600_000, before: 720_000 },
	]);
});
