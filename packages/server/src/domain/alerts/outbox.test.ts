import { describe, expect, test } from "vitest";
import { UNHANDLED } from "../on-call/handling.ts";
import { HOLD_RECHECK_MS } from "./alert-policy.ts";
import { type AlertRules, USUAL_RULES } from "./alert-rules.ts";
import { type AlertTraffic, type PendingNotice, type PlanContext, planNotices, type Recovery } from "./outbox.ts";

const now = Date.UTC(2026, 4, 1, 12);
const rules: AlertRules = {
	...USUAL_RULES,
	events: ["down", "degraded", "up"],
	cooldownMinutes: 0,
	dailyCap: 2,
	failureThreshold: 1,
	reminderMinutes: null,
};
const quiet: AlertTraffic = {
	sentInDay: 0,
	inDelivery: 0,
	monitors: 0,
	lastAt: null,
	collectsUntil: null,
	isBacklogged: false,
	recoveries: [],
};
const OUTAGE = now - 60_000;

function aNotice(id: number, fields: Partial<PendingNotice> = {}): PendingNotice {
	return {
		id,
		publicId: `evt_${id}`,
		monitorId: id,
		event: "down",
		cause: "check",
		kind: "edge",
		held: false,
		outage: OUTAGE,
		fingerprint: null,
		facts: {
			since: OUTAGE,
			checkedAt: now,
			reason: "refused",
			phase: "connect",
			error: "The connection was refused.",
			lastUpAt: null,
			location: "weur",
			machine: null,
			certificate: null,
		},
		createdAt: now - 1_000,
		isCovered: true,
		wasGathered: false,
		handling: UNHANDLED,
		monitor: {
			isPaused: false,
			status: "down",
			failingSince: OUTAGE,
			blindSince: null,
			isFlapping: false,
			certificate: { status: "unknown", fingerprint: null },
		},
		notifiedOutage: null,
		pendingOutage: OUTAGE,
		problemNotifiedAt: null,
		...fields,
	};
}

function plan(pending: readonly PendingNotice[], context: Partial<PlanContext> = {}) {
	const { deliver, skip, drop, postpone } = planNotices(pending, {
		now,
		rules,
		traffic: quiet,
		gathers: true,
		open: null,
		windowUntil: () => null,
		...context,
	});
	return {
		deliver: deliver.map(({ notices }) => notices.map(({ id }) => id)),
		skip: skip.map(({ notice, status }) => [notice.id, status]),
		drop: drop.map(({ id }) => id),
		postpone: postpone.map(({ notice, until, held, gathered }) => {
			const how = held ? "held" : gathered ? "gathered" : "waits";
			return [notice.id, until - now, how];
		}),
	};
}

/** A recovery of which the alert is to notify, of a monitor that is up. */
function anUp(id: number, fields: Partial<PendingNotice> = {}): PendingNotice {
	const monitor = { ...aNotice(id).monitor, status: "up" as const, failingSince: null };
	return aNotice(id, { event: "up", notifiedOutage: OUTAGE, monitor, ...fields });
}

const none = { deliver: [], skip: [], drop: [], postpone: [] };

describe("the plan for an alert's due notices", () => {
	test("delivers two notices apart, and three in one message where the channel can", () => {
		const two = [aNotice(1), aNotice(2)];
		expect(plan(two)).toEqual({ ...none, deliver: [[1], [2]] });
		expect(plan([...two, aNotice(3)])).toEqual({ ...none, deliver: [[1, 2, 3]] });
	});

	test("drops notices of monitors that the alert no longer covers", () => {
		expect(plan([aNotice(1, { isCovered: false })])).toEqual({ ...none, drop: [1] });
	});

	test("skips what exceeds the daily cap once the messages of this pass are counted", () => {
		expect(plan([aNotice(1), aNotice(2), aNotice(3)], { gathers: false })).toEqual({
			...none,
			deliver: [[1], [2]],
			skip: [[3, "skipped_cap"]],
		});
	});

	test("while messages in delivery may use up the cap, postpones problems and delivers recoveries", () => {
		expect(plan([aNotice(1), anUp(2)], { traffic: { ...quiet, inDelivery: 2 } })).toEqual({
			...none,
			deliver: [[2]],
			postpone: [[1, HOLD_RECHECK_MS, "waits"]],
		});
	});

	const burst = { ...quiet, monitors: 29, lastAt: now - 2_000 };

	test("sends the first problem of an outage at once, and gathers what follows it in a burst, once", () => {
		const worse = aNotice(1, { notifiedOutage: OUTAGE });
		for (const later of [worse, anUp(1)]) {
			expect(plan([later], { traffic: burst })).toEqual({ ...none, postpone: [[1, 6_000, "gathered"]] });
			expect(plan([{ ...later, wasGathered: true }], { traffic: burst })).toEqual({ ...none, deliver: [[1]] });
			expect(plan([later], { traffic: burst, gathers: false })).toEqual({ ...none, deliver: [[1]] });
		}
		expect(plan([aNotice(1)], { traffic: burst })).toEqual({ ...none, deliver: [[1]] });
		const afterCooldown = aNotice(1, { kind: "again", held: true });
		expect(plan([afterCooldown], { traffic: burst })).toEqual({ ...none, deliver: [[1]] });
	});

	test("sends with a message what is ready anyway", () => {
		expect(plan([anUp(1), aNotice(2), anUp(3)], { traffic: burst })).toEqual({ ...none, deliver: [[1, 2, 3]] });
	});

	test("gathers first problems in a mass, once", () => {
		const mass = { ...burst, monitors: 30 };
		expect(plan([aNotice(1)], { traffic: mass })).toEqual({ ...none, postpone: [[1, 6_000, "gathered"]] });
		expect(plan([aNotice(1, { wasGathered: true }), aNotice(2)], { traffic: mass })).toEqual({
			...none,
			deliver: [[1], [2]],
		});
	});

	describe("the recovery of a mass", () => {
		const recovery: Recovery = { from: OUTAGE - 30_000, before: OUTAGE + 30_000, isComplete: false, until: null };
		const during = (fields: Partial<Recovery> = {}) => ({
			traffic: { ...burst, recoveries: [{ ...recovery, ...fields }] },
		});

		test("is collected from the first on, to the same instant", () => {
			expect(plan([anUp(1)], during())).toEqual({ ...none, postpone: [[1, 49_000, "gathered"]] });
			expect(plan([anUp(2)], during({ until: now + 20_000 }))).toEqual({
				...none,
				postpone: [[2, 20_000, "gathered"]],
			});
		});

		test("is sent when all are up, and when the first has waited, with all that are ready", () => {
			const three = [anUp(1), anUp(2), anUp(3)];
			expect(plan(three, during({ isComplete: true }))).toEqual({ ...none, deliver: [[1, 2, 3]] });
			const [first, ...others] = three.map((up) => ({ ...up, wasGathered: up.id === 1 }));
			if (first) expect(plan([first, ...others], during())).toEqual({ ...none, deliver: [[1, 2, 3]] });
		});

		test("is not sent with the first problem of another outage", () => {
			expect(plan([anUp(1), aNotice(2)], during())).toEqual({
				...none,
				deliver: [[2]],
				postpone: [[1, 49_000, "gathered"]],
			});
		});
	});

	test("goes on with the message that the step before left open, which counts once for the cap", () => {
		const open = { id: "evt_0", size: 1_000, hasProblem: true };
		const traffic = { ...quiet, inDelivery: 2 };
		expect(planNotices([aNotice(1)], { now, rules, traffic, gathers: true, open, windowUntil: () => null })).toEqual({
			...none,
			take: [],
			deliver: [{ id: "evt_0", notices: [aNotice(1)] }],
		});
	});

	test("holds a change that happened within a window, and not one that a later window covers", () => {
		const until = now + 30_000;
		const during = (from: number) => (_: number, instant: number) => (instant >= from ? until : null);
		expect(plan([aNotice(1)], { windowUntil: during(now - 5_000) })).toEqual({
			...none,
			postpone: [[1, 30_000, "held"]],
		});
		expect(plan([aNotice(1)], { windowUntil: during(now) })).toEqual({ ...none, deliver: [[1]] });
	});
});
