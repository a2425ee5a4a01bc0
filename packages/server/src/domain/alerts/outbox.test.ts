import { describe, expect, test } from "vitest";
import type { AlertRules } from "./alert.ts";
import { HOLD_RECHECK_MS } from "./alert-policy.ts";
import { type AlertTraffic, type PendingNotice, type PlanContext, planNotices } from "./outbox.ts";

const now = Date.UTC(2026, 4, 1, 12);
const rules: AlertRules = {
	events: ["down", "degraded", "up"],
	cooldownMinutes: 0,
	dailyCap: 2,
	failureThreshold: 1,
	reminderMinutes: null,
};
const quiet: AlertTraffic = { sentInDay: 0, inDelivery: 0, monitors: 0, lastAt: null };

function aNotice(id: number, fields: Partial<PendingNotice> = {}): PendingNotice {
	return {
		id,
		publicId: `evt_${id}`,
		monitorId: id,
		event: "down",
		cause: "check",
		kind: "edge",
		held: false,
		outage: now - 60_000,
		fingerprint: null,
		facts: {
			since: now - 60_000,
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
		monitor: {
			isPaused: false,
			status: "down",
			failingSince: now - 60_000,
			blindSince: null,
			certificate: { status: "unknown", fingerprint: null },
		},
		notifiedOutage: null,
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
		windowUntil: () => null,
		...context,
	});
	return {
		deliver: deliver.map((message) => message.map(({ id }) => id)),
		skip: skip.map(({ notice, status }) => [notice.id, status]),
		drop: drop.map(({ id }) => id),
		postpone: postpone.map(({ notice, until, held }) => [notice.id, until - now, held]),
	};
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
		const up = aNotice(2, { event: "up", notifiedOutage: now - 60_000 });
		expect(plan([aNotice(1), up], { traffic: { ...quiet, inDelivery: 2 } })).toEqual({
			...none,
			deliver: [[2]],
			postpone: [[1, HOLD_RECHECK_MS, false]],
		});
	});

	test("gathers further notices after several monitors failed at once", () => {
		const burst = { ...quiet, monitors: 3, lastAt: now - 10_000 };
		expect(plan([aNotice(1)], { traffic: burst })).toEqual({ ...none, postpone: [[1, 20_000, false]] });
		expect(plan([aNotice(1)], { traffic: burst, gathers: false })).toEqual({ ...none, deliver: [[1]] });
	});

	test("holds a change that happened within a window, and not one that a later window covers", () => {
		const until = now + 30_000;
		const during = (from: number) => (_: number, instant: number) => (instant >= from ? until : null);
		expect(plan([aNotice(1)], { windowUntil: during(now - 5_000) })).toEqual({
			...none,
			postpone: [[1, 30_000, true]],
		});
		expect(plan([aNotice(1)], { windowUntil: during(now) })).toEqual({ ...none, deliver: [[1]] });
	});
});
