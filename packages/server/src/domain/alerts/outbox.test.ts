import { describe, expect, test } from "vitest";
import { HOLD_RECHECK_MS } from "./alert-policy.ts";
import { type AlertRules, USUAL_RULES } from "./alert-rules.ts";
import type { CauseTraffic } from "./gathering.ts";
import { type AlertTraffic, type PendingNotice, type PlanContext, planNotices } from "./outbox.ts";
import { UNHANDLED } from "./testing/policy-run.ts";

const now = Date.UTC(2026, 4, 1, 12);
const rules: AlertRules = {
	...USUAL_RULES,
	events: ["down", "degraded", "up"],
	cooldownMinutes: 0,
	dailyCap: 2,
	failureThreshold: 1,
	reminderMinutes: null,
	groupsByCause: true,
};
const quiet: AlertTraffic = {
	sentInDay: 0,
	inDelivery: 0,
	monitors: 0,
	lastAt: null,
	collectsUntil: null,
	isBacklogged: false,
};
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
	publicId: "cau_7",
	isIncidentBusy: false,
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
		outageId: id,
		causeId: id,
		isCovered: true,
		wasGathered: false,
		handling: UNHANDLED,
		waitsUntil: null,
		consequenceOf: null,
		wasConsequence: false,
		importance: 0,
		monitor: {
			isPaused: false,
			status: "down",
			failingSince: OUTAGE,
			blindSince: null,
			isFlapping: false,
			isRegional: false,
			certificate: { status: "unknown", fingerprint: null },
		},
		notifiedOutage: null,
		pendingOutage: OUTAGE,
		problemNotifiedAt: null,
		notifiedIncident: null,
		...fields,
	};
}

function plan(pending: readonly PendingNotice[], context: Partial<PlanContext> = {}) {
	const { deliver, skip, drop, postpone } = planNotices(pending, {
		now,
		rules,
		traffic: quiet,
		causes: new Map(),
		gathers: true,
		updates: false,
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
	test("delivers strangers apart, and notices of one cause in one message where the channel and the alert do", () => {
		const three = [1, 2, 3].map((id) => aNotice(id));
		expect(plan(three)).toEqual({ ...none, deliver: [[1], [2]], skip: [[3, "skipped_cap"]] });
		const alike = three.map((notice) => ({ ...notice, causeId: 7 }));
		const causes = new Map([[7, untold]]);
		expect(plan(alike, { causes })).toEqual({ ...none, deliver: [[1, 2, 3]] });
		expect(plan(alike, { causes, gathers: false })).toEqual({ ...none, deliver: [[1, 2, 3]] });
		expect(plan(alike.slice(1), { causes, rules: { ...rules, groupsByCause: false } })).toEqual({
			...none,
			deliver: [[2], [3]],
		});
	});

	test("sends what was sent to an incident there, and the rest to that of its cause, where incidents are opened", () => {
		const causes = new Map([
			[6, { ...untold, publicId: "cau_6" }],
			[7, untold],
		]);
		const to = (rules_: AlertRules) =>
			planNotices([anUp(1, { causeId: 7, notifiedIncident: 6 }), anUp(2, { causeId: 7 }), aNotice(3, { causeId: 7 })], {
				...{ now, rules: rules_, traffic: quiet, causes, gathers: false, updates: false, open: null },
				windowUntil: () => null,
			}).deliver.map(({ messageRef, notices }) => [messageRef, ...notices.map(({ id }) => id)]);
		expect(to(rules)).toEqual([
			["cau_6", 1],
			[null, 2],
			["cau_7", 3],
		]);
		expect(to({ ...rules, groupsByCause: false })).toEqual([
			["cau_6", 1],
			[null, 2],
			[null, 3],
		]);
	});

	test("lets what is for an incident wait while a message to it is in delivery", () => {
		const causes = new Map([[7, { ...untold, isIncidentBusy: true }]]);
		expect(plan([anUp(1, { causeId: 7, notifiedIncident: 7 })], { causes, gathers: false })).toEqual({
			...none,
			postpone: [[1, 5_000, "held"]],
		});
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

	const member = (id: number, fields: Partial<PendingNotice> = {}) => aNotice(id, { causeId: 7, ...fields });
	const of = (cause: Partial<CauseTraffic>) => ({ causes: new Map([[7, { ...untold, ...cause }]]) });
	const told = { toldAt: now - 5_000, messages: 1, isToldOpen: true };

	test("gathers what follows the first message about a cause, once, and sends with it what is ready anyway", () => {
		expect(plan([member(1)], of(told))).toEqual({ ...none, postpone: [[1, 7_000, "gathered"]] });
		expect(plan([member(1, { wasGathered: true })], of(told))).toEqual({ ...none, deliver: [[1]] });
		expect(plan([member(1, { wasGathered: true }), member(2), aNotice(3)], of(told))).toEqual({
			...none,
			deliver: [[1, 2], [3]],
		});
	});

	test("never has the first problem of a stranger wait", () => {
		const burst = { ...quiet, monitors: 3, lastAt: now - 100 };
		expect(plan([aNotice(1), member(2)], { ...of(told), traffic: burst })).toEqual({
			...none,
			deliver: [[1]],
			postpone: [[2, 7_000, "gathered"]],
		});
	});

	test("holds the recovery of a cause until all are up, and sends it as one", () => {
		const ups = [anUp(1, { causeId: 7 }), anUp(2, { causeId: 7 })];
		expect(plan(ups, of(told))).toEqual({
			...none,
			postpone: [
				[1, HOLD_RECHECK_MS, "held"],
				[2, HOLD_RECHECK_MS, "held"],
			],
		});
		expect(plan(ups, of({ ...told, isToldOpen: false, isOver: true }))).toEqual({ ...none, deliver: [[1, 2]] });
	});

	test("updates the message of a cause where the channel can; its recovery is a message of its own", () => {
		const context = { ...of({ ...told, messageRef: "42" }), updates: true };
		const messageRefOf = (notice: PendingNotice, more: Partial<CauseTraffic> = {}) =>
			planNotices([notice], {
				now,
				rules,
				traffic: quiet,
				gathers: true,
				open: null,
				windowUntil: () => null,
				...context,
				...of({ ...told, messageRef: "42", ...more }),
			}).deliver.map(({ messageRef }) => messageRef);
		expect(messageRefOf(member(1, { wasGathered: true }))).toEqual(["42"]);
		expect(messageRefOf(anUp(1, { causeId: 7 }))).toEqual(["42"]);
		expect(messageRefOf(anUp(1, { causeId: 7 }), { isOver: true, isToldOpen: false })).toEqual([null]);
		// An update makes no sound: what has to be heard is a message of its own.
		expect(messageRefOf(member(1, { wasGathered: true, importance: 2 }))).toEqual([null]);
		expect(messageRefOf(member(1, { wasGathered: true, notifiedOutage: OUTAGE }))).toEqual([null]);
		expect(messageRefOf(member(1, { wasGathered: true }), { isLoose: true })).toEqual([null]);
		expect(messageRefOf(anUp(1, { causeId: 7 }), { isLoose: true })).toEqual(["42"]);
		expect(messageRefOf(member(1, { wasGathered: true, kind: "escalation" }))).toEqual([null]);
	});

	test("holds a problem while checks of what its monitor depends on are waited for, and as a consequence", () => {
		expect(plan([aNotice(1, { waitsUntil: now + 4_000 })])).toEqual({ ...none, postpone: [[1, 4_000, "held"]] });
		const consequenceOf = { monitorId: 9, id: "mon_1", name: "Router", isNotified: true };
		expect(plan([aNotice(1, { consequenceOf })])).toEqual({ ...none, postpone: [[1, HOLD_RECHECK_MS, "held"]] });
		const notified = aNotice(1, { consequenceOf, waitsUntil: now + 4_000, notifiedOutage: OUTAGE });
		expect(plan([notified])).toEqual({ ...none, deliver: [[1]] });
	});

	test("gathers consequences of what the alert does not cover, and sends them", () => {
		const consequenceOf = { monitorId: 9, id: "mon_1", name: "Router", isNotified: false };
		expect(plan([member(1, { consequenceOf })], of({}))).toEqual({ ...none, postpone: [[1, 19_000, "gathered"]] });
		const waited = [member(1, { consequenceOf, wasGathered: true }), member(2, { consequenceOf })];
		expect(plan(waited, of({}))).toEqual({ ...none, deliver: [[1, 2]] });
	});

	test("goes on with the message that the step before left open, which counts once for the cap", () => {
		const open = { id: "evt_0", causeId: 7, size: 1_000, hasProblem: true };
		const traffic = { ...quiet, inDelivery: 2 };
		expect(plan([member(1)], { ...of({}), traffic, open })).toEqual({ ...none, deliver: [[1]] });
		expect(plan([aNotice(2)], { ...of({}), traffic, open })).toEqual({
			...none,
			postpone: [[2, HOLD_RECHECK_MS, "waits"]],
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
