import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Verdict } from "../checks/judgement.ts";
import { afterCheck, type MonitorState, type RecordedCheck } from "../checks/transition.ts";
import { type CertificateFacts, NO_CERTIFICATE } from "../monitors/certificate.ts";
import type { AlertRules } from "./alert.ts";
import {
	certificateStep,
	type Decision,
	type DueByCheck,
	type DueNotice,
	decide,
	dueByCheck,
	mayEnqueue,
	nearsItsEnd,
	reminderAt,
	type Situation,
} from "./alert-policy.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

const everything: AlertRules = {
	events: ["down", "degraded", "up"],
	cooldownMinutes: 0,
	dailyCap: 1000,
	failureThreshold: 1,
	reminderMinutes: null,
};

const pending: MonitorState = {
	status: "pending",
	statusSince: null,
	lastMinute: null,
	lastCheckedAt: null,
	lastUpAt: null,
	failingStreak: 0,
	failingSince: null,
	missedStreak: 0,
	missedSince: null,
	certificate: NO_CERTIFICATE,
};

const VERDICT = { u: "up", g: "degraded", d: "down", m: "missed" } as const satisfies Record<string, Verdict>;
type Frame = keyof typeof VERDICT;

function recorded(before: MonitorState, verdict: Verdict, minute: number): RecordedCheck {
	const check = {
		minute,
		startedAt: minute * MINUTE,
		completedAt: minute * MINUTE + 100,
		judgement: { verdict, reason: null, phase: null, message: null, contentCheckId: null },
		certificate: NO_CERTIFICATE,
	};
	const { state, transition } = afterCheck(before, check);
	return { monitorId: 1, teamId: 1, before, after: state, check, transition };
}

/**
 * A film of checks, one a minute (u up, g degraded, d down, m missed), with every notice taken up at once and every
 * delivery answered by `answer`. Tells what was decided, as "minute event decision".
 */
function film(frames: string, rules: Partial<AlertRules> = {}, options: { window?: [number, number] } = {}) {
	const own = { ...everything, ...rules };
	const told: { minute: number; event: string; outage: number | null; kind: string }[] = [];
	const strip: string[] = [];
	let state = pending;
	let pendingOutage: number | null = null;
	let notifiedOutage: number | null = null;
	let problemNotifiedAt: number | null = null;
	let later: (DueNotice & { at: number })[] = [];
	const [from, to] = options.window ?? [0, 0];
	const claimNotices = (notice: DueNotice, minute: number) => {
		const now = minute * MINUTE;
		const situation: Situation = {
			now,
			rules: own,
			monitor: {
				isPaused: false,
				status: state.status,
				failingSince: state.failingSince,
				blindSince: null,
				certificate: NO_CERTIFICATE,
			},
			notifiedOutage,
			problemNotifiedAt,
			sentInDay: told.filter((each) => each.event !== "up" && each.minute > minute - 1440).length,
			windowUntil: from <= minute && minute < to ? to * MINUTE : null,
		};
		const decision: Decision = decide(notice, situation);
		if (decision.kind === "hold") later.push({ ...notice, held: true, at: decision.until });
		if (decision.kind === "skip") {
			strip.push(`${minute} ${notice.event} ${decision.status}`);
			if (decision.againAt !== null) later.push({ ...notice, kind: "again", at: decision.againAt });
		}
		if (decision.kind === "deliver") {
			told.push({ minute, event: notice.event, outage: notice.outage, kind: notice.kind });
			strip.push(`${minute} ${notice.event}${notice.kind === "edge" ? "" : ` ${notice.kind}`}`);
			if (notice.event === "up") notifiedOutage = null;
			else {
				notifiedOutage = notice.outage;
				problemNotifiedAt = now;
			}
		}
		if (decision.kind === "deliver" || (decision.kind === "skip" && decision.status === "skipped_cap")) {
			const at = reminderAt(notice, own, now);
			later = later.filter(({ kind }) => kind !== "reminder");
			if (at !== null) later.push({ ...notice, kind: "reminder", held: true, at });
		}
	};
	for (const [minute, frame] of [...frames].entries()) {
		for (const due of later.filter(({ at }) => at <= minute * MINUTE)) {
			later = later.filter((each) => each !== due);
			claimNotices(due, minute);
		}
		const check = recorded(state, VERDICT[frame as Frame], minute);
		state = check.after;
		const owed: DueByCheck | null = mayEnqueue(check) ? dueByCheck(check, own, pendingOutage) : null;
		if (owed === null) continue;
		if (owed.event !== "up") pendingOutage = owed.outage;
		claimNotices({ ...owed, cause: "check", kind: "edge", held: false, fingerprint: null }, minute);
	}
	return { strip, told };
}

describe("edges", () => {
	test("each change of status is told once, and what stays is not", () => {
		expect(film("uudddduu").strip).toEqual(["2 down", "6 up"]);
	});

	test("the first verdict of a monitor is told when it is a problem, and not when it is up", () => {
		expect(film("uu").strip).toEqual([]);
		expect(film("dd").strip).toEqual(["0 down"]);
	});

	test("degraded and down are told apart, to worse and to better, and one recovery ends them all", () => {
		expect(film("uggddggu").strip).toEqual(["1 degraded", "3 down", "5 degraded", "7 up"]);
	});

	test("a missed check is nothing at all", () => {
		expect(film("umdmdmu").strip).toEqual(["2 down", "6 up"]);
	});

	test("an alert hears only of the events that it names, and of a recovery only after them", () => {
		expect(film("ugdu", { events: ["down", "up"] }).strip).toEqual(["2 down", "3 up"]);
		expect(film("uggu", { events: ["down", "up"] }).strip).toEqual([]);
		expect(film("ugdgu", { events: ["degraded"] }).strip).toEqual(["1 degraded", "3 degraded"]);
	});
});

describe("the threshold", () => {
	test("is reached by failing checks in a row, and what was too short is never told", () => {
		expect(film("uddu", { failureThreshold: 3 }).strip).toEqual([]);
		expect(film("udddu", { failureThreshold: 3 }).strip).toEqual(["3 down", "4 up"]);
		expect(film("uddudddu", { failureThreshold: 3 }).strip).toEqual(["6 down", "7 up"]);
	});

	test("counts degraded and down alike, tells the status that it is reached with, and later changes at once", () => {
		expect(film("ugggu", { failureThreshold: 3 }).strip).toEqual(["3 degraded", "4 up"]);
		expect(film("uggdu", { failureThreshold: 3 }).strip).toEqual(["3 down", "4 up"]);
		expect(film("ugggdu", { failureThreshold: 3 }).strip).toEqual(["3 degraded", "4 down", "5 up"]);
	});

	test("names the outage by its first failing check, not by the one that reached it", () => {
		expect(film("udddu", { failureThreshold: 3 }).told[0]?.outage).toBe(1 * MINUTE);
	});

	test("is reached once when the same minute is checked again", () => {
		const first = recorded(pending, "down", 1);
		const again = recorded(first.after, "down", 1);
		expect(dueByCheck(again, everything, null)).toBeNull();
		expect(mayEnqueue(again)).toBe(false);
	});
});

describe("the cooldown", () => {
	test("is none when it began later than now: the clock was ahead then, and nobody is left without word until it is there again", () => {
		const edge: DueNotice = {
			event: "down",
			outage: 5,
			cause: "check",
			kind: "edge",
			held: false,
			fingerprint: null,
		};
		const situation = (problemNotifiedAt: number): Situation => ({
			now: 60 * MINUTE,
			rules: { ...everything, cooldownMinutes: 10 },
			monitor: { isPaused: false, status: "down", failingSince: 5, blindSince: null, certificate: NO_CERTIFICATE },
			notifiedOutage: null,
			problemNotifiedAt,
			sentInDay: 1,
			windowUntil: null,
		});
		expect(decide(edge, situation(55 * MINUTE))).toMatchObject({ kind: "skip", status: "skipped_cooldown" });
		expect(decide(edge, situation(60 * MINUTE))).toMatchObject({ kind: "skip", status: "skipped_cooldown" });
		expect(decide(edge, situation(60 * MINUTE + 1))).toEqual({ kind: "deliver" });
	});

	test("skips problems, not recoveries, and a problem that was skipped has no recovery", () => {
		expect(film("uduudu", { cooldownMinutes: 10 }).strip).toEqual(["1 down", "2 up", "4 down skipped_cooldown"]);
	});

	test("ends after exactly its minutes", () => {
		expect(film("uduuuudu", { cooldownMinutes: 5 }).strip).toEqual(["1 down", "2 up", "6 down", "7 up"]);
		expect(film("uduuud", { cooldownMinutes: 5 }).strip).toEqual(["1 down", "2 up", "5 down skipped_cooldown"]);
	});

	test("holds nothing for ever: what was skipped and is still so is told at its end", () => {
		expect(film("ududddddddd", { cooldownMinutes: 5 }).strip).toEqual([
			"1 down",
			"2 up",
			"3 down skipped_cooldown",
			"6 down again",
		]);
		expect(film("ugdddddddu", { cooldownMinutes: 5 }).strip).toEqual([
			"1 degraded",
			"2 down skipped_cooldown",
			"6 down again",
			"9 up",
		]);
	});

	test("a change that went back within it is told once", () => {
		expect(film("uudgduuuuuuuu", { cooldownMinutes: 5 }).strip).toEqual([
			"2 down",
			"3 degraded skipped_cooldown",
			"4 down skipped_cooldown",
			"5 up",
		]);
	});
});

describe("the cap", () => {
	test("counts problems, lets recoveries pass, and is over after a day", () => {
		const day = "u".repeat(1440);
		const strip = film(`udududu${day}du`, { dailyCap: 2 }).strip;
		expect(strip).toEqual(["1 down", "2 up", "3 down", "4 up", "5 down skipped_cap", "1447 down", "1448 up"]);
	});
});

describe("reminders", () => {
	test("come every so often while the problem lasts, and end with it", () => {
		expect(film(`ud${"d".repeat(12)}u${"u".repeat(10)}`, { reminderMinutes: 5 }).strip).toEqual([
			"1 down",
			"6 down reminder",
			"11 down reminder",
			"14 up",
		]);
	});

	test("are never within the cooldown", () => {
		expect(film(`ud${"d".repeat(20)}`, { reminderMinutes: 5, cooldownMinutes: 8 }).strip).toEqual([
			"1 down",
			"9 down reminder",
			"17 down reminder",
		]);
	});

	test("start anew with a new notice, and speak of the present status alone", () => {
		expect(film(`uggg${"d".repeat(8)}`, { reminderMinutes: 5 }).strip).toEqual([
			"1 degraded",
			"4 down",
			"9 down reminder",
		]);
	});
});

describe("a maintenance window", () => {
	test("holds what changes within it; what is still wrong at its end is told then", () => {
		expect(film("uuddddddd", {}, { window: [1, 6] }).strip).toEqual(["6 down"]);
	});

	test("what is over at its end was nobody's business", () => {
		expect(film("uudduuuuu", {}, { window: [1, 6] }).strip).toEqual([]);
		expect(film("uugddddu", {}, { window: [1, 6] }).strip).toEqual(["6 down", "7 up"]);
	});

	test("the recovery of an outage that was told before is told at its end", () => {
		expect(film("uddduuuuu", {}, { window: [3, 7] }).strip).toEqual(["1 down", "7 up"]);
	});

	test("an outage before and another at its end are told as two", () => {
		const { strip, told } = film("udduddddd", {}, { window: [2, 7] });
		expect(strip).toEqual(["1 down", "7 up", "7 down"]);
		expect(told.map(({ outage }) => outage)).toEqual([1 * MINUTE, 1 * MINUTE, 4 * MINUTE]);
	});
});

describe("a notice that is taken up", () => {
	const down: DueNotice = { event: "down", cause: "check", kind: "edge", held: false, outage: 5, fingerprint: null };
	const situation: Situation = {
		now: 0,
		rules: everything,
		monitor: { isPaused: false, status: "down", failingSince: 5, blindSince: null, certificate: NO_CERTIFICATE },
		notifiedOutage: null,
		problemNotifiedAt: null,
		sentInDay: 0,
		windowUntil: null,
	};

	test("of a monitor that is paused is held, whatever its status was; its recovery is not", () => {
		const paused = { ...situation, monitor: { ...situation.monitor, isPaused: true } };
		for (const kind of ["edge", "again", "reminder"] as const) {
			const rules = { ...everything, reminderMinutes: 5 };
			expect(decide({ ...down, kind, held: true }, { ...paused, rules })).toEqual({ kind: "hold", until: MINUTE });
		}
		expect(decide({ ...down, event: "up" }, { ...paused, notifiedOutage: 5 })).toEqual({ kind: "deliver" });
	});

	test("late, of an outage that is over, is still told: its recovery follows", () => {
		const over = { ...situation, monitor: { ...situation.monitor, status: "up" as const, failingSince: null } };
		expect(decide(down, over)).toEqual({ kind: "deliver" });
		expect(decide({ ...down, held: true }, over)).toEqual({ kind: "drop" });
	});

	test("that the alert does not want any more is dropped", () => {
		expect(decide(down, { ...situation, rules: { ...everything, events: ["up"] } })).toEqual({ kind: "drop" });
	});

	test("and said again waits for the end of a cooldown that was made longer, and is recorded as skipped once", () => {
		const cooling = { ...situation, rules: { ...everything, cooldownMinutes: 10 }, problemNotifiedAt: -MINUTE };
		expect(decide({ ...down, kind: "again", held: true }, cooling)).toEqual({ kind: "hold", until: 9 * MINUTE });
	});

	test("in a window is looked at again within a minute, for windows can be ended early", () => {
		expect(decide(down, { ...situation, windowUntil: 3_600_000 })).toEqual({ kind: "hold", until: MINUTE });
		expect(decide(down, { ...situation, windowUntil: 10 })).toEqual({ kind: "hold", until: 10 });
	});
});

describe("a certificate", () => {
	const facts = (daysLeft: number, more: Partial<CertificateFacts> = {}): CertificateFacts => ({
		status: "expiring",
		expiresAt: 1000 * DAY + daysLeft * DAY,
		issuer: "CA",
		fingerprint: "aa",
		lastCheckedAt: 1000 * DAY,
		...more,
	});
	const at = 1000 * DAY;

	test.each([
		[31, null],
		[30, 30],
		[14.01, 30],
		[14, 14],
		[7.01, 14],
		[7, 7],
		[1.01, 7],
		[1, 1],
		[0.01, 1],
	])("%d days before its end is at the step %s", (daysLeft, step) => {
		expect(certificateStep(facts(daysLeft), 365, at)).toBe(step);
	});

	test("is at no step above the monitor's own warning days, and at none when it is not trusted", () => {
		expect(certificateStep(facts(20), 20, at)).toBeNull();
		expect(certificateStep(facts(13), 20, at)).toBe(14);
		expect(certificateStep(facts(5), 3, at)).toBeNull();
		expect(certificateStep(facts(5, { status: "error" }), 30, at)).toBeNull();
	});

	const seen = (before: CertificateFacts, after: CertificateFacts): RecordedCheck => {
		const base = recorded(pending, "up", 1);
		return { ...base, before: { ...base.before, certificate: before }, after: { ...base.after, certificate: after } };
	};

	test("is looked at when it comes to a step or is another one, and not at every check", () => {
		expect(nearsItsEnd(seen(facts(14.5), facts(14.4)))).toBe(false);
		expect(nearsItsEnd(seen(facts(14.5), facts(13.9)))).toBe(true);
		expect(nearsItsEnd(seen(facts(14.5), facts(14.4, { fingerprint: "bb" })))).toBe(true);
		expect(nearsItsEnd(seen(facts(40, { status: "valid" }), facts(29)))).toBe(true);
		expect(nearsItsEnd(seen(facts(14), facts(90, { status: "valid", fingerprint: "bb" })))).toBe(false);
	});
});

describe("of any film", () => {
	const frames = fc.string({ unit: fc.constantFrom("u", "g", "d", "m"), maxLength: 60 });
	const rules = fc.record({
		events: fc.subarray(["down", "degraded", "up"] as const, { minLength: 1 }),
		cooldownMinutes: fc.integer({ min: 0, max: 12 }),
		dailyCap: fc.integer({ min: 1, max: 5 }),
		failureThreshold: fc.integer({ min: 1, max: 4 }),
		reminderMinutes: fc.option(fc.integer({ min: 5, max: 9 })),
	});
	const window = fc.option(fc.tuple(fc.nat(30), fc.nat(60)), { nil: undefined });

	test("an up is told at most once for each outage, and only after a problem of it was", () => {
		fc.assert(
			fc.property(frames, rules, window, (strip, own, between) => {
				const { told } = film(strip, own, between ? { window: between } : {});
				const open = new Set<number | null>();
				for (const { event, outage } of told) {
					if (event !== "up") open.add(outage);
					else expect(open.delete(outage)).toBe(true);
				}
			}),
			{ numRuns: 2_000 },
		);
	});

	test("outside of windows, an outage that was told and is over was told to be over", () => {
		fc.assert(
			fc.property(frames, rules, (strip, own) => {
				fc.pre(own.events.includes("up"));
				const { told } = film(`${strip}u`, own);
				const open = new Set<number | null>();
				for (const { event, outage } of told) event === "up" ? open.delete(outage) : open.add(outage);
				expect([...open]).toEqual([]);
			}),
			{ numRuns: 2_000 },
		);
	});

	test("no two problems are told within the cooldown, and no more than the cap", () => {
		fc.assert(
			fc.property(frames, rules, window, (strip, own, between) => {
				const problems = film(strip, own, between ? { window: between } : {}).told.filter(
					({ event }) => event !== "up",
				);
				expect(problems.length).toBeLessThanOrEqual(own.dailyCap);
				for (const [index, { minute }] of problems.entries()) {
					const before = problems[index - 1];
					if (before) expect(minute - before.minute).toBeGreaterThanOrEqual(own.cooldownMinutes);
				}
			}),
			{ numRuns: 2_000 },
		);
	});

	test("nothing is told within a window, and only what the alert named", () => {
		fc.assert(
			fc.property(frames, rules, fc.tuple(fc.nat(30), fc.nat(60)), (strip, own, [from, to]) => {
				for (const { minute, event } of film(strip, own, { window: [from, to] }).told) {
					expect(minute < from || minute >= to).toBe(true);
					expect(own.events).toContain(event);
				}
			}),
			{ numRuns: 1_000 },
		);
	});
});
