import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Verdict } from "../checks/judgement.ts";
import { afterCheck, type MonitorState, type RecordedCheck } from "../checks/transition.ts";
import { type CertificateFacts, NO_CERTIFICATE } from "../monitors/certificate.ts";
import type { AlertRules } from "./alert.ts";
import {
	certificateStep,
	certificateStepChanged,
	type Decision,
	type DueByCheck,
	type DueNotice,
	decide,
	dueByCheck,
	mayEnqueue,
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
	lastMissedMinute: null,
	certificate: NO_CERTIFICATE,
};

const VERDICT = { u: "up", g: "degraded", d: "down", m: "missed" } as const satisfies Record<string, Verdict>;
type CheckLetter = keyof typeof VERDICT;

function recorded(before: MonitorState, verdict: Verdict, minute: number): RecordedCheck {
	const check = {
		minute,
		startedAt: minute * MINUTE,
		completedAt: minute * MINUTE + 100,
		judgement: { verdict, reason: null, phase: null, message: null, contentCheckId: null },
		certificate: NO_CERTIFICATE,
		location: null,
		machine: null,
	};
	const { state, transition } = afterCheck(before, check);
	return { monitorId: 1, teamId: 1, before, after: state, check, transition };
}

/**
 * Runs a sequence of checks, one a minute (u up, g degraded, d down, m missed). Every notice is claimed when it is due,
 * and every delivery succeeds. `log` holds what was decided, as "minute event decision".
 */
function run(checks: string, rules: Partial<AlertRules> = {}, options: { window?: [number, number] } = {}) {
	const own = { ...everything, ...rules };
	const delivered: { minute: number; event: string; outage: number | null; kind: string }[] = [];
	const log: string[] = [];
	let state = pending;
	let pendingOutage: number | null = null;
	let notifiedOutage: number | null = null;
	let problemNotifiedAt: number | null = null;
	let later: (DueNotice & { at: number })[] = [];
	const [from, to] = options.window ?? [0, 0];
	const claimNotice = (notice: DueNotice, minute: number) => {
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
			sentInDay: delivered.filter((each) => each.event !== "up" && each.minute > minute - 1440).length,
			windowUntil: from <= minute && minute < to ? to * MINUTE : null,
		};
		const decision: Decision = decide(notice, situation);
		if (decision.kind === "hold") later.push({ ...notice, held: true, at: decision.until });
		if (decision.kind === "skip") {
			log.push(`${minute} ${notice.event} ${decision.status}`);
			if (decision.againAt !== null) later.push({ ...notice, kind: "again", at: decision.againAt });
		}
		if (decision.kind === "deliver") {
			delivered.push({ minute, event: notice.event, outage: notice.outage, kind: notice.kind });
			log.push(`${minute} ${notice.event}${notice.kind === "edge" ? "" : ` ${notice.kind}`}`);
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
	for (const [minute, letter] of [...checks].entries()) {
		for (const notice of later.filter(({ at }) => at <= minute * MINUTE)) {
			later = later.filter((each) => each !== notice);
			claimNotice(notice, minute);
		}
		const check = recorded(state, VERDICT[letter as CheckLetter], minute);
		state = check.after;
		const due: DueByCheck | null = mayEnqueue(check) ? dueByCheck(check, own, pendingOutage) : null;
		if (due === null) continue;
		if (due.event !== "up") pendingOutage = due.outage;
		claimNotice({ ...due, cause: "check", kind: "edge", held: false, fingerprint: null }, minute);
	}
	return { log, delivered };
}

describe("changes of status", () => {
	test("each change of status is notified once, and an unchanged status is not", () => {
		expect(run("uudddduu").log).toEqual(["2 down", "6 up"]);
	});

	test("the first verdict of a monitor is notified when it is a problem, and not when it is up", () => {
		expect(run("uu").log).toEqual([]);
		expect(run("dd").log).toEqual(["0 down"]);
	});

	test("changes between degraded and down are notified in both directions, and one recovery ends them", () => {
		expect(run("uggddggu").log).toEqual(["1 degraded", "3 down", "5 degraded", "7 up"]);
	});

	test("a missed check causes no notice", () => {
		expect(run("umdmdmu").log).toEqual(["2 down", "6 up"]);
	});

	test("an alert gets only the events that it names, and a recovery only after one of them", () => {
		expect(run("ugdu", { events: ["down", "up"] }).log).toEqual(["2 down", "3 up"]);
		expect(run("uggu", { events: ["down", "up"] }).log).toEqual([]);
		expect(run("ugdgu", { events: ["degraded"] }).log).toEqual(["1 degraded", "3 degraded"]);
	});
});

describe("the threshold", () => {
	test("is reached by consecutive failing checks, and a shorter outage is never notified", () => {
		expect(run("uddu", { failureThreshold: 3 }).log).toEqual([]);
		expect(run("udddu", { failureThreshold: 3 }).log).toEqual(["3 down", "4 up"]);
		expect(run("uddudddu", { failureThreshold: 3 }).log).toEqual(["6 down", "7 up"]);
	});

	test("counts degraded and down alike; the notice has the status at the threshold, and later changes are notified at once", () => {
		expect(run("ugggu", { failureThreshold: 3 }).log).toEqual(["3 degraded", "4 up"]);
		expect(run("uggdu", { failureThreshold: 3 }).log).toEqual(["3 down", "4 up"]);
		expect(run("ugggdu", { failureThreshold: 3 }).log).toEqual(["3 degraded", "4 down", "5 up"]);
	});

	test("identifies the outage by its first failing check, not by the one that reached the threshold", () => {
		expect(run("udddu", { failureThreshold: 3 }).delivered[0]?.outage).toBe(1 * MINUTE);
	});

	test("is reached once when the same minute is checked again", () => {
		const first = recorded(pending, "down", 1);
		const again = recorded(first.after, "down", 1);
		expect(dueByCheck(again, everything, null)).toBeNull();
		expect(mayEnqueue(again)).toBe(false);
	});
});

describe("the cooldown", () => {
	test("does not apply when it began after the present time, because the clock was ahead and has been set back", () => {
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

	test("skips problems but not recoveries, and a skipped problem has no recovery", () => {
		expect(run("uduudu", { cooldownMinutes: 10 }).log).toEqual(["1 down", "2 up", "4 down skipped_cooldown"]);
	});

	test("ends after exactly cooldownMinutes", () => {
		expect(run("uduuuudu", { cooldownMinutes: 5 }).log).toEqual(["1 down", "2 up", "6 down", "7 up"]);
		expect(run("uduuud", { cooldownMinutes: 5 }).log).toEqual(["1 down", "2 up", "5 down skipped_cooldown"]);
	});

	test("delivers a skipped problem at its end if the problem still exists", () => {
		expect(run("ududddddddd", { cooldownMinutes: 5 }).log).toEqual([
			"1 down",
			"2 up",
			"3 down skipped_cooldown",
			"6 down again",
		]);
		expect(run("ugdddddddu", { cooldownMinutes: 5 }).log).toEqual([
			"1 degraded",
			"2 down skipped_cooldown",
			"6 down again",
			"9 up",
		]);
	});

	test("notifies a status once when it changed and changed back within the cooldown", () => {
		expect(run("uudgduuuuuuuu", { cooldownMinutes: 5 }).log).toEqual([
			"2 down",
			"3 degraded skipped_cooldown",
			"4 down skipped_cooldown",
			"5 up",
		]);
	});
});

describe("the cap", () => {
	test("counts problems but not recoveries, and covers 24 hours", () => {
		const day = "u".repeat(1440);
		const log = run(`udududu${day}du`, { dailyCap: 2 }).log;
		expect(log).toEqual(["1 down", "2 up", "3 down", "4 up", "5 down skipped_cap", "1447 down", "1448 up"]);
	});
});

describe("reminders", () => {
	test("are sent every reminderMinutes while the problem lasts", () => {
		expect(run(`ud${"d".repeat(12)}u${"u".repeat(10)}`, { reminderMinutes: 5 }).log).toEqual([
			"1 down",
			"6 down reminder",
			"11 down reminder",
			"14 up",
		]);
	});

	test("are never sent within the cooldown", () => {
		expect(run(`ud${"d".repeat(20)}`, { reminderMinutes: 5, cooldownMinutes: 8 }).log).toEqual([
			"1 down",
			"9 down reminder",
			"17 down reminder",
		]);
	});

	test("restart with each new notice, and report the present status only", () => {
		expect(run(`uggg${"d".repeat(8)}`, { reminderMinutes: 5 }).log).toEqual([
			"1 degraded",
			"4 down",
			"9 down reminder",
		]);
	});
});

describe("a maintenance window", () => {
	test("holds changes within it, and notifies a problem that still exists at its end", () => {
		expect(run("uuddddddd", {}, { window: [1, 6] }).log).toEqual(["6 down"]);
	});

	test("drops an outage that is over before its end", () => {
		expect(run("uudduuuuu", {}, { window: [1, 6] }).log).toEqual([]);
		expect(run("uugddddu", {}, { window: [1, 6] }).log).toEqual(["6 down", "7 up"]);
	});

	test("delivers at its end the recovery of an outage that was notified before it", () => {
		expect(run("uddduuuuu", {}, { window: [3, 7] }).log).toEqual(["1 down", "7 up"]);
	});

	test("an outage before it and another at its end are two outages", () => {
		const { log, delivered } = run("udduddddd", {}, { window: [2, 7] });
		expect(log).toEqual(["1 down", "7 up", "7 down"]);
		expect(delivered.map(({ outage }) => outage)).toEqual([1 * MINUTE, 1 * MINUTE, 4 * MINUTE]);
	});
});

describe("a claimed notice", () => {
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

	test("of a paused monitor is held, whatever its kind; its recovery is not", () => {
		const paused = { ...situation, monitor: { ...situation.monitor, isPaused: true } };
		for (const kind of ["edge", "again", "reminder"] as const) {
			const rules = { ...everything, reminderMinutes: 5 };
			expect(decide({ ...down, kind, held: true }, { ...paused, rules })).toEqual({
				kind: "hold",
				until: MINUTE,
				reason: { for: "pause", until: null },
			});
		}
		expect(decide({ ...down, event: "up" }, { ...paused, notifiedOutage: 5 })).toEqual({ kind: "deliver" });
	});

	test("of an outage that is already over is still delivered, because its recovery follows", () => {
		const over = { ...situation, monitor: { ...situation.monitor, status: "up" as const, failingSince: null } };
		expect(decide(down, over)).toEqual({ kind: "deliver" });
		expect(decide({ ...down, held: true }, over)).toEqual({ kind: "drop" });
	});

	test("is dropped when the alert no longer has the event", () => {
		expect(decide(down, { ...situation, rules: { ...everything, events: ["up"] } })).toEqual({ kind: "drop" });
	});

	test("that is repeated waits for the end of an extended cooldown, and is recorded as skipped once", () => {
		const cooling = { ...situation, rules: { ...everything, cooldownMinutes: 10 }, problemNotifiedAt: -MINUTE };
		expect(decide({ ...down, kind: "again", held: true }, cooling)).toEqual({
			kind: "hold",
			until: 9 * MINUTE,
			reason: { for: "cooldown", until: 9 * MINUTE },
		});
	});

	test("in a window is decided again within a minute, because windows can be ended early", () => {
		expect(decide(down, { ...situation, windowUntil: 3_600_000 })).toEqual({
			kind: "hold",
			until: MINUTE,
			reason: { for: "maintenance", until: 3_600_000 },
		});
		expect(decide(down, { ...situation, windowUntil: 10 })).toMatchObject({ kind: "hold", until: 10 });
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

	test("causes a query when it reaches a step or is replaced, and not at every check", () => {
		expect(certificateStepChanged(seen(facts(14.5), facts(14.4)))).toBe(false);
		expect(certificateStepChanged(seen(facts(14.5), facts(13.9)))).toBe(true);
		expect(certificateStepChanged(seen(facts(14.5), facts(14.4, { fingerprint: "bb" })))).toBe(true);
		expect(certificateStepChanged(seen(facts(40, { status: "valid" }), facts(29)))).toBe(true);
		expect(certificateStepChanged(seen(facts(14), facts(90, { status: "valid", fingerprint: "bb" })))).toBe(false);
	});
});

describe("any sequence of checks", () => {
	const sequences = fc.string({ unit: fc.constantFrom("u", "g", "d", "m"), maxLength: 60 });
	const rules = fc.record({
		events: fc.subarray(["down", "degraded", "up"] as const, { minLength: 1 }),
		cooldownMinutes: fc.integer({ min: 0, max: 12 }),
		dailyCap: fc.integer({ min: 1, max: 5 }),
		failureThreshold: fc.integer({ min: 1, max: 4 }),
		reminderMinutes: fc.option(fc.integer({ min: 5, max: 9 })),
	});
	const window = fc.option(fc.tuple(fc.nat(30), fc.nat(60)), { nil: undefined });

	test("notifies an up at most once for each outage, and only after a problem of it", () => {
		fc.assert(
			fc.property(sequences, rules, window, (checks, own, between) => {
				const { delivered } = run(checks, own, between ? { window: between } : {});
				const open = new Set<number | null>();
				for (const { event, outage } of delivered) {
					if (event !== "up") open.add(outage);
					else expect(open.delete(outage)).toBe(true);
				}
			}),
			{ numRuns: 2_000 },
		);
	});

	test("without windows, notifies the end of every outage that was notified", () => {
		fc.assert(
			fc.property(sequences, rules, (checks, own) => {
				fc.pre(own.events.includes("up"));
				const { delivered } = run(`${checks}u`, own);
				const open = new Set<number | null>();
				for (const { event, outage } of delivered) event === "up" ? open.delete(outage) : open.add(outage);
				expect([...open]).toEqual([]);
			}),
			{ numRuns: 2_000 },
		);
	});

	test("notifies no two problems within the cooldown, and no more than the cap", () => {
		fc.assert(
			fc.property(sequences, rules, window, (checks, own, between) => {
				const problems = run(checks, own, between ? { window: between } : {}).delivered.filter(
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

	test("notifies nothing within a window, and only events that the alert has", () => {
		fc.assert(
			fc.property(sequences, rules, fc.tuple(fc.nat(30), fc.nat(60)), (checks, own, [from, to]) => {
				for (const { minute, event } of run(checks, own, { window: [from, to] }).delivered) {
					expect(minute < from || minute >= to).toBe(true);
					expect(own.events).toContain(event);
				}
			}),
			{ numRuns: 1_000 },
		);
	});
});
