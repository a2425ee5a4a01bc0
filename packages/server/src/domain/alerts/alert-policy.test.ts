import { describe, expect, test } from "vitest";
import { pending } from "../checks/testing/judged-checks.ts";
import { NO_CERTIFICATE } from "../monitors/certificate.ts";
import { type DueNotice, decide, openOutage, type Situation } from "./alert-policy.ts";
import { dueByCheck, mayEnqueue } from "./due-by-check.ts";
import { everything, MINUTE, recorded, run, UNHANDLED } from "./testing/policy-run.ts";

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
		expect(
			dueByCheck(again, everything, {
				pendingOutage: null,
				isPendingLost: false,
				notifiedOutage: null,
				alertCreatedAt: 0,
			}),
		).toBeNull();
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
			monitor: {
				isPaused: false,
				isFlapping: false,
				isRegional: false,
				status: "down",
				failingSince: 5,
				blindSince: null,
				certificate: NO_CERTIFICATE,
			},
			notifiedOutage: null,
			pendingOutage: null,
			closesIncidents: false,
			problemNotifiedAt,
			sentInDay: 1,
			windowUntil: null,
			handling: UNHANDLED,
			hoursBeginAt: null,
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

	test("skips what is over before its end", () => {
		expect(run("uudduuuuu", {}, { window: [1, 6] }).log).toEqual(["5 down skipped_outdated"]);
		expect(run("uugddddu", {}, { window: [1, 6] }).log).toEqual(["4 degraded skipped_outdated", "6 down", "7 up"]);
	});

	test("delivers at its end the recovery of an outage that was notified before it", () => {
		expect(run("uddduuuuu", {}, { window: [3, 7] }).log).toEqual(["1 down", "7 up"]);
	});

	test("an outage before it and another at its end are two outages", () => {
		const { log, delivered } = run("udduddddddu", {}, { window: [2, 7] });
		expect(log).toEqual(["1 down", "5 up skipped_outdated", "7 down", "10 up"]);
		expect(delivered.map(({ outage }) => outage)).toEqual([1 * MINUTE, 4 * MINUTE, 4 * MINUTE]);
	});

	test("that holds the end of an outage and hides another leaves its receiver with one end", () => {
		expect(run("uddududuu", {}, { window: [2, 8] }).log).toEqual([
			"1 down",
			"5 up skipped_outdated",
			"6 down skipped_outdated",
			"7 up skipped_outdated",
			"8 down skipped_outdated",
			"8 up",
		]);
	});
});

describe("a claimed notice", () => {
	const down: DueNotice = { event: "down", cause: "check", kind: "edge", held: false, outage: 5, fingerprint: null };
	const situation: Situation = {
		now: 0,
		rules: everything,
		monitor: {
			isPaused: false,
			isFlapping: false,
			isRegional: false,
			status: "down",
			failingSince: 5,
			blindSince: null,
			certificate: NO_CERTIFICATE,
		},
		notifiedOutage: null,
		pendingOutage: null,
		closesIncidents: false,
		problemNotifiedAt: null,
		sentInDay: 0,
		windowUntil: null,
		handling: UNHANDLED,
		hoursBeginAt: null,
	};

	test("that repeats a problem waits while somebody has it, and for the end of a snooze; all others are sent", () => {
		const by = { kind: "user", id: "usr_1", name: "Ada" } as const;
		const snoozed = { at: 0, by, until: 5 * MINUTE };
		const told = { ...situation, rules: { ...everything, reminderMinutes: 5 }, notifiedOutage: 5, pendingOutage: 5 };
		const decided = (notice: DueNotice, handling: Situation["handling"], now = 0) =>
			decide(notice, { ...told, now, handling }).kind;
		const reminder: DueNotice = { ...down, kind: "reminder", held: true };
		const taken = { acknowledged: { at: 0, by }, snoozed: null };
		for (const kind of ["reminder", "step"] as const)
			expect(decided({ ...down, kind, held: true }, taken)).toBe("hold");
		expect(decided({ ...down, kind: "escalation" }, taken)).toBe("drop");
		const ended = { ...told, monitor: { ...told.monitor, status: "up", failingSince: null }, handling: taken } as const;
		expect(decide({ ...down, kind: "step", held: true }, ended).kind).toBe("drop");
		expect(decided(reminder, { acknowledged: null, snoozed })).toBe("hold");
		expect(decided(reminder, { acknowledged: null, snoozed }, 5 * MINUTE)).toBe("deliver");
		const handled = { acknowledged: { at: 0, by }, snoozed };
		expect(decided(down, handled)).toBe("deliver");
		const up: DueNotice = { ...down, event: "up" };
		const recovered = { ...told.monitor, status: "up", failingSince: null } as const;
		expect(decide(up, { ...told, monitor: recovered, handling: handled }).kind).toBe("deliver");
	});

	test("of an acknowledgement is sent behind its problem, whatever cooldown and cap, and not when that was not sent", () => {
		const acknowledgement: DueNotice = { ...down, kind: "acknowledgement" };
		const inCooldown = {
			...situation,
			rules: { ...everything, cooldownMinutes: 10 },
			problemNotifiedAt: 0,
			sentInDay: 100,
		};
		expect(decide(acknowledgement, { ...inCooldown, notifiedOutage: 5 }).kind).toBe("deliver");
		expect(decide(acknowledgement, { ...inCooldown, notifiedOutage: null }).kind).toBe("drop");
		const over = { ...situation.monitor, status: "up", failingSince: null } as const;
		expect(decide(acknowledgement, { ...inCooldown, notifiedOutage: 5, monitor: over }).kind).toBe("drop");
	});

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

	const outdated = { kind: "skip", status: "skipped_outdated", againAt: null };

	test("of an outage that is over, or has another status by now, is skipped as outdated; a repeat is dropped", () => {
		const over = { ...situation, monitor: { ...situation.monitor, status: "up" as const, failingSince: null } };
		const slow = { ...situation, monitor: { ...situation.monitor, status: "degraded" as const } };
		const later = { ...situation, monitor: { ...situation.monitor, failingSince: 6 } };
		for (const now of [over, slow, later]) {
			expect(decide(down, now)).toEqual(outdated);
			expect(decide({ ...down, kind: "again", held: true }, now)).toEqual({ kind: "drop" });
		}
	});

	test("of a recovery is outdated once the alert has a problem of the next outage, except where it closes an incident", () => {
		const up: DueNotice = { ...down, event: "up" };
		const again = { ...situation, notifiedOutage: 5, monitor: { ...situation.monitor, failingSince: 9 } };
		expect(decide(up, { ...again, pendingOutage: 9 })).toEqual(outdated);
		expect(openOutage(up, again.monitor, false)).toBe(9);
		expect(decide(up, { ...again, pendingOutage: 9, closesIncidents: true })).toEqual({ kind: "deliver" });
		// Below the alert's threshold the next outage is none for this alert, and has no end that could be delivered.
		expect(decide(up, { ...again, pendingOutage: 5 })).toEqual({ kind: "deliver" });
	});

	test("that was outdated leaves its end owed when an attempt may have arrived, or when the network was cut", () => {
		expect(openOutage(down, situation.monitor, false)).toBeNull();
		expect(openOutage(down, situation.monitor, true)).toBe(5);
		expect(openOutage({ ...down, event: "blind", cause: "cut_off" }, situation.monitor, false)).toBe(5);
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
