import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	asMessages,
	BURST_MONITORS,
	type CauseTraffic,
	FOLLOWERS_MS,
	GATHER_MS,
	gatherUntil,
	LATER_MS,
	MAX_GROUP,
	SETTLE_MS,
	SUMMARY_MS,
	waitOfProblem,
} from "./gathering.ts";

const notices = (count: number, groupId: number | null = null, isAlone = false) =>
	Array.from({ length: count }, (_, index) => ({ publicId: `evt_${index}`, groupId, isAlone }));
const idsOf = (messages: ReturnType<typeof asMessages>) =>
	messages.map(({ id, notices: members }) => [id, members.map(({ publicId }) => publicId)]);

describe("notices that are ready together", () => {
	test("are one message for each cause; without a cause from three on; and incidents always one by one", () => {
		const apart = (count: number) => notices(count).map(({ publicId }) => [publicId, [publicId]]);
		expect(idsOf(asMessages(notices(2, 7)))).toEqual([["evt_0", ["evt_0", "evt_1"]]]);
		expect(idsOf(asMessages(notices(2)))).toEqual(apart(2));
		expect(idsOf(asMessages(notices(3)))).toEqual([["evt_0", ["evt_0", "evt_1", "evt_2"]]]);
		expect(idsOf(asMessages(notices(3, null, true)))).toEqual(apart(3));
		const two = [...notices(1, 7), { publicId: "evt_a", groupId: 8, isAlone: false }, ...notices(1, 7)];
		expect(asMessages(two).map(({ causeId, notices: members }) => [causeId, members.length])).toEqual([
			[7, 2],
			[8, 1],
		]);
	});

	test("join the message that the step before left open, as far as it has room", () => {
		const open = { id: "evt_a", causeId: 7, size: MAX_GROUP - 2, hasProblem: true };
		expect(idsOf(asMessages(notices(1, 7), open))).toEqual([["evt_a", ["evt_0"]]]);
		expect(idsOf(asMessages(notices(1, 8), open))).toEqual([["evt_0", ["evt_0"]]]);
		expect(idsOf(asMessages(notices(4, 7), open))).toEqual([
			["evt_a", ["evt_0", "evt_1"]],
			["evt_2", ["evt_2", "evt_3"]],
		]);
		expect(asMessages([], open)).toEqual([]);
	});

	test("are in messages of bounded size; none is lost or reordered", () => {
		fc.assert(
			fc.property(fc.nat(3 * MAX_GROUP), fc.boolean(), (count, isAlone) => {
				const ready = notices(count, 7, isAlone);
				const messages = asMessages(ready);
				expect(messages.flatMap((message) => message.notices)).toEqual(ready);
				expect(messages.every((message) => message.notices.length <= MAX_GROUP)).toBe(true);
				expect(messages.every(({ id, notices: [first] }) => id === first?.publicId)).toBe(true);
			}),
			{ numRuns: 10 },
		);
	});
});

const now = 1_000_000;

describe("a problem", () => {
	const untold: CauseTraffic = {
		isShared: true,
		isLoose: false,
		toldAt: null,
		isInDelivery: false,
		messages: 0,
		collectsUntil: null,
		isOver: false,
		isToldOpen: false,
		importance: 0,
		messageRef: null,
		publicId: "cau_1",
		isIncidentBusy: false,
	};
	const told = { ...untold, toldAt: now - 2_000, messages: 1, isToldOpen: true };
	const problem = {
		createdAt: now - SETTLE_MS,
		isUncoveredConsequence: false,
		isFreed: false,
		importance: 0,
		isChange: false,
	};
	const still = { updates: false, now };

	test("is sent at once when it is the first of its cause, or the first after what was told is over", () => {
		expect(waitOfProblem(problem, untold, still)).toBeNull();
		expect(waitOfProblem(problem, { ...told, isToldOpen: false, messages: 3 }, still)).toBeNull();
	});

	test("is gathered with others when the first was sent, or is being sent", () => {
		const until = problem.createdAt + FOLLOWERS_MS;
		expect(waitOfProblem(problem, told, still)).toEqual({ kind: "gather", until });
		expect(waitOfProblem(problem, { ...untold, isInDelivery: true }, still)).toEqual({ kind: "gather", until });
		expect(waitOfProblem(problem, { ...told, collectsUntil: now + 5 }, still)).toEqual({
			kind: "gather",
			until: now + 5,
		});
		const after = problem.createdAt + GATHER_MS;
		expect(waitOfProblem(problem, { ...told, messages: 2 }, still)).toEqual({ kind: "gather", until: after });
		expect(waitOfProblem({ ...problem, createdAt: now - FOLLOWERS_MS }, told, still)).toBeNull();
	});

	test("that comes later is held, unless the channel updates or it is more important", () => {
		const long = { ...told, toldAt: problem.createdAt - LATER_MS - 1, messages: 2 };
		expect(waitOfProblem(problem, long, still)).toEqual({ kind: "later", until: long.toldAt + SUMMARY_MS });
		const freed = { ...problem, isFreed: true };
		expect(waitOfProblem(freed, long, still)).toEqual({ kind: "gather", until: now + GATHER_MS });
		expect(waitOfProblem(problem, { ...long, isLoose: true }, still)?.kind).toBe("gather");
		expect(waitOfProblem(problem, { ...long, toldAt: problem.createdAt - LATER_MS }, still)?.kind).toBe("gather");
		expect(waitOfProblem(problem, long, { ...still, updates: true })?.kind).toBe("gather");
		expect(waitOfProblem({ ...problem, importance: 1 }, long, still)?.kind).toBe("gather");
		expect(waitOfProblem({ ...problem, isChange: true }, long, still)?.kind).toBe("gather");
		expect(waitOfProblem({ ...problem, isChange: true }, { ...long, isShared: false }, still)).toBeNull();
	});

	test("is held no longer than until the next summary, at which all are sent that are held", () => {
		const toldAt = now - SUMMARY_MS - 60_000;
		const long = { ...told, toldAt, messages: 2 };
		const until = toldAt + 2 * SUMMARY_MS;
		for (const createdAt of [now, now - 1_000]) {
			expect(waitOfProblem({ ...problem, createdAt }, long, still)).toEqual({ kind: "later", until });
			expect(waitOfProblem({ ...problem, createdAt }, long, { ...still, now: until })).toBeNull();
		}
	});

	test("no wait for others is longer than half a minute", () => {
		expect(Math.max(FOLLOWERS_MS, GATHER_MS)).toBeLessThanOrEqual(30_000);
	});
});

describe("a notice of blindness waits for others", () => {
	const at = (monitors: number, lastAt: number | null = now - 1_000) => ({
		monitors,
		lastAt,
		collectsUntil: null,
		isBacklogged: false,
	});
	const createdAt = now - SETTLE_MS;

	test("in a burst, until some seconds after the last message and after it was enqueued", () => {
		expect(gatherUntil(createdAt, at(BURST_MONITORS - 1), now)).toBeNull();
		expect(gatherUntil(createdAt, at(BURST_MONITORS), now)).toBe(now - 1_000 + FOLLOWERS_MS);
		expect(gatherUntil(createdAt, at(BURST_MONITORS, now - FOLLOWERS_MS), now)).toBeNull();
		expect(gatherUntil(createdAt, at(BURST_MONITORS, null), now)).toBeNull();
		expect(gatherUntil(now - FOLLOWERS_MS, at(BURST_MONITORS, now), now)).toBeNull();
		expect(gatherUntil(now - 5_000, at(BURST_MONITORS, now), now)).toBe(now - 5_000 + FOLLOWERS_MS);
	});

	test("until those are sent that are collected already", () => {
		expect(gatherUntil(createdAt, { ...at(BURST_MONITORS), collectsUntil: now + 2_000 }, now)).toBe(now + 2_000);
	});

	test("not while changes of the team wait until the outbox has room", () => {
		expect(gatherUntil(createdAt, { ...at(BURST_MONITORS), isBacklogged: true }, now)).toBeNull();
	});
});
