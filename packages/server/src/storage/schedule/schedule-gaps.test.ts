import fc from "fast-check";
import { expect, test } from "vitest";
import { type CheckOrder, minuteOf } from "../../domain/checks/check.ts";
import type { Database } from "../database/tx.ts";
import { aMonitor, anOutcome, aTeam } from "../testing/fixtures.ts";
import { onEachSchedule, type ScheduleStage } from "../testing/schedules.ts";
import { askForCheck, makeDueNow, resumeChecks, stopChecks } from "./monitor-states.ts";

const noon = Date.UTC(2026, 4, 1, 12);
/** What the rules promise beside the interval (docs/rules/checks.md#schedule). */
const LATER_MS = 3_000;
/** How often a service looks for monitors whose check the dispatcher returned. */
const TICK_MS = 250;

/** Each needs some hundred transactions, which take longer between processes. */
const RUNS = { leases: 10, memory: 100 };

const action = fc.record({
	afterMs: fc.oneof(fc.nat(5_000), fc.nat(70_000), fc.nat(400_000)),
	kind: fc.constantFrom("create", "edit", "pause", "resume", "ask", "wait"),
	which: fc.nat(20),
	intervalSeconds: fc.constantFrom(60, 61, 90, 300),
	/** Of the checks from now on. */
	tookMs: fc.constantFrom(5, 300, 4_000, 20_000),
});

interface Seen {
	intervalMs: number;
	isEnabled: boolean;
	lastStart: number | null;
	/** Since when its phase must stay. */
	phaseChosenAt: number;
	slots: number[];
}

onEachSchedule("a monitor's checks", (open, kind) => {
	test("are never further apart than its interval and three seconds, at one phase from choice to choice", async () => {
		await using stage = await open();
		const team = await aTeam(stage.database);
		let begins = noon;
		const property = fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 10 }), async (actions) => {
			// One history begins where the one before has ended, or failed.
			begins += 100 * 3_600_000;
			await stopAll(stage.database);
			await replay(stage, { team, begins, actions });
		});
		await fc.assert(property, { numRuns: RUNS[kind] });
	});
});

interface History {
	readonly team: number;
	readonly begins: number;
	readonly actions: readonly (typeof action extends fc.Arbitrary<infer Action> ? Action : never)[];
}

async function stopAll(database: Database): Promise<void> {
	const states = await database.db.selectFrom("monitor_states").select("monitor_id").execute();
	await stopChecks(
		database,
		states.map((state) => state.monitor_id),
	);
}

async function replay(stage: ScheduleStage, { team, begins, actions }: History): Promise<void> {
	const { database } = stage;
	const monitors = new Map<number, Seen>();
	const running = new Map<number, { order: CheckOrder; endsAt: number }>();
	let [now, tookMs] = [begins, 5];

	const expectNoGap = (seen: Seen) => {
		if (!seen.isEnabled || seen.lastStart === null) return;
		expect(now - seen.lastStart).toBeLessThanOrEqual(seen.intervalMs + LATER_MS);
	};
	/** As the dispatcher does: one check of a monitor at a time. */
	const start = async (order: CheckOrder) => {
		const older = running.get(order.monitorId)?.order;
		const isOfMinute = older && minuteOf(older.scheduledAt) === minuteOf(order.scheduledAt);
		if (older && older.revision === order.revision && !isOfMinute) {
			await stage.schedule.release([order], now);
			return false;
		}
		const seen = monitors.get(order.monitorId) as Seen;
		expectNoGap(seen);
		seen.lastStart = now;
		if (order.scheduledAt > seen.phaseChosenAt) seen.slots.push(order.scheduledAt);
		running.set(order.monitorId, { order, endsAt: now + tookMs });
		return true;
	};
	const runUntil = async (until: number) => {
		for (;;) {
			const ends = Math.min(...Array.from(running.values(), ({ endsAt }) => endsAt));
			const at = Math.max(now, Math.min(ends, (await stage.schedule.oldestDue()) ?? Number.POSITIVE_INFINITY));
			if (at > until) break;
			now = at;
			const ended = [...running.values()].filter(({ endsAt }) => endsAt <= now);
			for (const { order } of ended) running.delete(order.monitorId);
			const outcomes = ended.map(({ order: { monitorId, scheduledAt, revision } }) =>
				anOutcome(monitorId, 0, undefined, { scheduledAt, revision }),
			);
			await stage.record(outcomes, now);
			const orders = await stage.claim(now);
			const started = await Promise.all(orders.map(start));
			if (started.includes(false) || (orders.length === 0 && ended.length === 0)) now += TICK_MS;
		}
		now = Math.max(now, until);
	};

	for (const { afterMs, kind, which, intervalSeconds, ...change } of actions) {
		await runUntil(now + afterMs);
		tookMs = change.tookMs;
		const id = [...monitors.keys()][which % Math.max(1, monitors.size)];
		const seen = id === undefined ? undefined : monitors.get(id);
		if (kind === "create" || id === undefined || seen === undefined) {
			const created = await aMonitor(database, team, { createdAt: now, intervalSeconds });
			const intervalMs = intervalSeconds * 1000;
			monitors.set(created, { intervalMs, isEnabled: true, lastStart: null, phaseChosenAt: now, slots: [] });
		} else if (kind === "edit" && seen.isEnabled) {
			await makeDueNow(database, id, { intervalSeconds, timeoutSeconds: 10 }, now);
			choose(seen, { intervalMs: intervalSeconds * 1000 });
		} else if (kind === "pause" && seen.isEnabled) {
			await stopChecks(database, [id]);
			choose(seen, { isEnabled: false, lastStart: null });
		} else if (kind === "resume" && !seen.isEnabled) {
			await resumeChecks(database, [id], now);
			choose(seen, { isEnabled: true });
		} else if (kind === "ask") {
			expect(await askForCheck(database, id, now)).toBe(seen.isEnabled);
			if (seen.isEnabled) choose(seen, {});
		}
	}
	await runUntil(now + 400_000);
	for (const seen of monitors.values()) {
		expectNoGap(seen);
		expectOnePhase(seen);
	}

	function choose(seen: Seen, changed: Partial<Seen>) {
		expectNoGap(seen);
		expectOnePhase(seen);
		Object.assign(seen, changed, { phaseChosenAt: now, slots: [] });
	}
}

function expectOnePhase({ slots, intervalMs }: Seen) {
	const phases = slots.map((slot) => slot % intervalMs);
	expect(new Set(phases).size).toBeLessThanOrEqual(1);
}
