import fc from "fast-check";
import { expect, test } from "vitest";
import { USUAL_RULES } from "./alert-rules.ts";
import { figuresOf, type ReplayedRules, replayed, type SentNotice, unknownOf } from "./replay.ts";

const MINUTE = 60_000;
/** A Monday, 12:00 UTC. */
const NOON = Date.UTC(2026, 5, 1, 12);

/** A problem of an outage that begins some minutes after noon, and its end. */
function anOutage(at: number, minutes: number, changes: Partial<SentNotice> = {}): SentNotice[] {
	const outage = { startedAt: NOON + at * MINUTE, endedAt: NOON + (at + minutes) * MINUTE };
	const common = { monitorId: 1, importance: "normal", intervalMs: MINUTE, cause: "check", kind: "edge" } as const;
	const down = { ...common, event: "down", messageId: `d${at}`, outage, sentAt: outage.startedAt + 1_000 } as const;
	const up = { ...common, event: "up", messageId: `u${at}`, outage, sentAt: outage.endedAt + 1_000 } as const;
	return [
		{ ...down, ...changes },
		{ ...up, ...changes, event: "up", messageId: `u${at}`, sentAt: up.sentAt },
	];
}

const messages = (sent: readonly SentNotice[], changes: ReplayedRules) =>
	replayed(sent, USUAL_RULES, changes).map(({ messageId }) => messageId);

test("a higher threshold keeps quiet about outages that were over before, and about their ends", () => {
	const sent = [...anOutage(0, 2), ...anOutage(30, 3)];
	expect(messages(sent, { failureThreshold: 3 })).toEqual(["d30", "u30"]);
	expect(messages(sent, { failureThreshold: 4 })).toEqual([]);
});

test("importance and events leave out what nobody asked for", () => {
	const sent = [...anOutage(0, 5, { importance: "low" }), ...anOutage(30, 5, { event: "degraded" })];
	expect(messages(sent, { minimumImportance: "normal" })).toEqual(["d30", "u30"]);
	expect(messages(sent, { events: ["down", "up"] })).toEqual(["d0", "u0"]);
	expect(messages(sent, { events: ["down"] })).toEqual(["d0"]);
});

test("a longer cooldown leaves out what was over when it ended", () => {
	const sent = [...anOutage(0, 5), ...anOutage(30, 5), ...anOutage(40, 90)];
	expect(messages(sent, { cooldownMinutes: 60 })).toEqual(["d0", "u0", "d40", "u40"]);
});

test("hours leave out what was over when they began, or all that is outside of them", () => {
	const sent = [...anOutage(0, 5), ...anOutage(60, 120)];
	const hours = { timeZone: "UTC", spans: [{ days: ["monday" as const], from: "14:00", to: "18:00" }] };
	expect(messages(sent, { hours: { ...hours, outside: "hold" } })).toEqual(["d60", "u60"]);
	expect(messages(sent, { hours: { ...hours, outside: "skip" } })).toEqual([]);
});

test("without groups each notice is a message of its own", () => {
	const sent = [...anOutage(0, 5, { messageId: "one" }), ...anOutage(0, 5, { messageId: "one", monitorId: 2 })];
	expect(figuresOf(sent, true)).toEqual({ messages: 2, problems: 1 });
	expect(figuresOf(sent, false)).toEqual({ messages: 4, problems: 2 });
});

test("what laxer settings would have sent besides is unknown", () => {
	const laxer: ReplayedRules = { cooldownMinutes: 0, reminderMinutes: 60, dailyCap: 1_000 };
	expect(unknownOf(USUAL_RULES, laxer)).toEqual(["cooldownMinutes", "reminderMinutes", "dailyCap"]);
	expect(unknownOf(USUAL_RULES, { failureThreshold: 3, groupsByCause: false, events: ["down"] })).toEqual([]);
});

const history = fc
	.array(fc.record({ at: fc.nat(2_000), minutes: fc.integer({ min: 1, max: 200 }), monitorId: fc.nat(3) }))
	.map((outages) => outages.flatMap(({ at, minutes, monitorId }) => anOutage(at, minutes, { monitorId })))
	.map((sent) => sent.toSorted((a, b) => a.sentAt - b.sentAt));

test("today's settings leave out nothing, and stricter ones never add", () => {
	fc.assert(
		fc.property(
			history,
			fc.integer({ min: 1, max: 10 }),
			fc.integer({ min: 10, max: 1_440 }),
			(sent, checks, minutes) => {
				expect(replayed(sent, USUAL_RULES, { ...USUAL_RULES })).toEqual(sent);
				const left = replayed(sent, USUAL_RULES, { failureThreshold: checks, cooldownMinutes: minutes });
				expect(left.every((notice) => sent.includes(notice))).toBe(true);
			},
		),
	);
});
