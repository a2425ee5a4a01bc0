import { describe, expect, test } from "vitest";
import type { Verdict } from "../checks/judgement.ts";
import { judgedCheck, pending } from "../checks/testing/judged-checks.ts";
import { BLIND_AFTER_MISSES } from "../checks/transition.ts";
import { NO_CERTIFICATE } from "../monitors/certificate.ts";
import { type DueNotice, decide, type Situation } from "./alert-policy.ts";
import { type AlertRules, USUAL_RULES } from "./alert-rules.ts";
import { dueByMisses, mayEnqueue } from "./due-by-check.ts";
import { MINUTE, recordedCheck, UNHANDLED } from "./testing/policy-run.ts";

/**
 * Checks, one a minute (m missed, c missed because the prober is cut off, u up, d down), and the notices that missed
 * checks cause, as "minute event since".
 */
function misses(checks: string): string[] {
	const verdicts: Record<string, Verdict> = { m: "missed", c: "missed", u: "up", d: "down" };
	const due: string[] = [];
	let before = pending;
	for (const [minute, letter] of [...checks].entries()) {
		const judged = judgedCheck(verdicts[letter] ?? "up", minute);
		const judgement = { ...judged.judgement, ...(letter === "c" && { reason: "cut_off" as const }) };
		const check = recordedCheck(before, { ...judged, judgement });
		const found = dueByMisses(check);
		if (found) due.push(`${minute} ${found.event} ${found.outage / MINUTE}`);
		if (found) expect(mayEnqueue(check)).toBe(true);
		before = check.after;
	}
	return due;
}

describe("checks missed in a row", () => {
	test("cause one blind at the fifth, which the next completed check ends", () => {
		expect(BLIND_AFTER_MISSES).toBe(5);
		expect(misses("ummmm")).toEqual([]);
		expect(misses("ummmmm")).toEqual(["5 blind 1"]);
		expect(misses("ummmmmmmmmd")).toEqual(["5 blind 1", "10 checked_again 1"]);
	});

	test("are counted from 0 again after a completed check", () => {
		expect(misses("mmmmummmmu")).toEqual([]);
		expect(misses("mmmmmummmmmu")).toEqual(["4 blind 0", "5 checked_again 0", "10 blind 6", "11 checked_again 6"]);
	});

	test("cause none while the prober is cut off, for which there is one notice for all monitors", () => {
		expect(misses("ucccccccccu")).toEqual([]);
		expect(misses("ummmccccccu")).toEqual([]);
		expect(misses("ummmmmcccccu")).toEqual(["5 blind 1", "11 checked_again 1"]);
		expect(misses("ucccccmmu")).toEqual(["6 blind 6", "8 checked_again 6"]);
	});
});

describe("a notice about them", () => {
	const rules: AlertRules = {
		...USUAL_RULES,
		events: ["down", "degraded", "up", "blind"],
		cooldownMinutes: 10,
		dailyCap: 3,
		failureThreshold: 1,
		reminderMinutes: 5,
		groupsByCause: true,
	};
	const since = 0;
	const now = 5 * MINUTE;
	const blind: DueNotice = {
		event: "blind",
		cause: "misses",
		kind: "edge",
		held: false,
		outage: since,
		fingerprint: null,
	};
	const checkedAgain: DueNotice = { ...blind, event: "checked_again" };
	const situation: Situation = {
		now,
		rules,
		monitor: {
			isPaused: false,
			isFlapping: false,
			isRegional: false,
			status: "up",
			failingSince: null,
			blindSince: since,
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

	test("is delivered to an alert that has the event, and to no other", () => {
		expect(decide(blind, situation)).toEqual({ kind: "deliver" });
		expect(decide(blind, { ...situation, rules: { ...rules, events: ["down", "up"] } })).toEqual({ kind: "drop" });
	});

	test("obeys the cooldown and the cap, and is repeated only while the monitor is blind", () => {
		const cooling = { ...situation, problemNotifiedAt: now - MINUTE };
		const againAt = now + 9 * MINUTE;
		expect(decide(blind, cooling)).toEqual({ kind: "skip", status: "skipped_cooldown", againAt });
		const again: DueNotice = { ...blind, kind: "again", held: true };
		expect(decide(again, situation)).toEqual({ kind: "deliver" });
		const over = { ...situation, monitor: { ...situation.monitor, blindSince: null } };
		expect(decide(again, over)).toEqual({ kind: "drop" });
		expect(decide(blind, { ...situation, sentInDay: 3 })).toMatchObject({ kind: "skip", status: "skipped_cap" });
	});

	test("is followed by a checked_again if and only if the blind was delivered, regardless of cooldown and cap", () => {
		const delivered = { ...situation, notifiedOutage: since, problemNotifiedAt: now - MINUTE, sentInDay: 3 };
		expect(decide(checkedAgain, delivered)).toEqual({ kind: "deliver" });
		expect(decide(checkedAgain, situation)).toEqual({ kind: "drop" });
	});
});
