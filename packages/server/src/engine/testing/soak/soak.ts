/**
 * Months of a service on a set clock: the schedule claims, scripted probers answer, the recorder judges and commits,
 * and the background tasks roll up, seal and prune, all as in the service and on a real database. Only the instants are
 * set, and jobs run until they are idle instead of in turns with other work.
 */

import { pino } from "pino";
import { minuteOf } from "../../../domain/checks/check.ts";
import { DAY_MS } from "../../../domain/durations.ts";
import { keptSince, type Retention } from "../../../domain/figures/retention.ts";
import { hourOf } from "../../../domain/figures/roll-up.ts";
import { createMetrics } from "../../../metrics.ts";
import type { Database } from "../../../storage/database/tx.ts";
import { settledHour } from "../../../storage/figures/roll-ups.ts";
import { leasedSchedule } from "../../../storage/schedule/leased-schedule.ts";
import { ScheduleInMemory } from "../../../storage/schedule/schedule-in-memory.ts";
import { aMonitor, aTeam } from "../../../storage/testing/fixtures.ts";
import { GRACE_MS } from "../../../storage/upkeep/prune.ts";
import { GroupingRecorder } from "../../checks/record-observations.ts";
import { scheduleDueChecks } from "../../checks/schedule-due-checks.ts";
import { prune } from "../../upkeep/prune.ts";
import { rollUp } from "../../upkeep/roll-up.ts";
import { seal } from "../../upkeep/seal.ts";
import { CountedHours } from "./counted-hours.ts";
import { ScriptedProbers } from "./scripted-probers.ts";

interface SoakOptions {
	readonly days: number;
	/** How many monitors there are of each interval. */
	readonly monitors: readonly { readonly count: number; readonly intervalSeconds: number }[];
	readonly retention: Retention;
	/** Between two claims, and between two runs of the background tasks. */
	readonly stepMs: number;
	readonly tasksEveryMs: number;
	/** Called at the end of each day. */
	onDay?(soak: Soak): Promise<void> | void;
}

/** What was run, and what it has to have left. */
export interface Soak {
	readonly database: Database;
	readonly retention: Retention;
	readonly counted: CountedHours;
	readonly team: number;
	readonly monitors: readonly number[];
	/** Epoch milliseconds: the first instant, and the present one. */
	readonly start: number;
	readonly now: number;
	/** Checks recorded, and outcomes that were delivered a second time. */
	readonly checks: number;
	readonly redelivered: number;
}

const START = Date.UTC(2026, 0, 1);
/** Jobs run this long after an hour began: it is settled then (../../../storage/figures/roll-ups.ts). */
const SETTLED_AFTER_MS = 2 * 60_000;
/** A seal that has no time to rest between two slices. */
const WITHOUT_REST = AbortSignal.abort();
const NEVER = new AbortController().signal;

export async function runSoak(database: Database, options: SoakOptions): Promise<Soak> {
	const team = await aTeam(database);
	const monitors: number[] = [];
	for (const { count, intervalSeconds } of options.monitors) {
		for (let index = 0; index < count; index += 1) {
			monitors.push(await aMonitor(database, team, { intervalSeconds, createdAt: START }));
		}
	}
	const end = START + options.days * DAY_MS;
	const keys = { first: monitors[0] ?? 0, count: monitors.length };
	// One hour more: a check may begin just before the end.
	const counted = new CountedHours(keys, hourOf(minuteOf(START)), options.days * 24 + 1);
	let now = START;
	const deps = { database, metrics: createMetrics(), log: pino({ level: "silent" }), now: () => now };
	const held = database.dialect.isSingleProcess ? new ScheduleInMemory(database) : null;
	const schedule = held ?? leasedSchedule(database);
	const recorder = new GroupingRecorder({ ...deps, held });
	const load = { fullAt: Number.NEGATIVE_INFINITY };
	const dispatcher = new ScriptedProbers(recorder, counted);
	const soak = (): Soak => ({
		...{ database, retention: options.retention, counted, team, monitors, start: START, now },
		...{ checks: dispatcher.checks, redelivered: dispatcher.redelivered },
	});

	async function check(): Promise<void> {
		while (
			(await scheduleDueChecks({
				...deps,
				locations: { absenceAt: () => null, hintedCapacity: 0 },
				schedule,
				dispatcher,
				recorder,
				load,
			})) === "more"
		);
		dispatcher.redeliver(now);
		const left = await recorder.finish(NEVER);
		if (left > 0) throw new Error(`${left} outcomes were not recorded`);
	}

	async function doTasks(): Promise<void> {
		while ((await rollUp(deps)) === "more");
		while ((await seal(deps, WITHOUT_REST)) === "more");
		while ((await prune({ ...deps, retention: options.retention })) === "more");
	}

	let tasksAt = START + SETTLED_AFTER_MS;
	for (now = START; now < end; now += options.stepMs) {
		await check();
		if (now >= tasksAt) {
			await doTasks();
			tasksAt += options.tasksEveryMs;
		}
		if ((now + options.stepMs - START) % DAY_MS < options.stepMs) await options.onDay?.(soak());
	}
	// Pruning is announced first, and done later (../../../storage/upkeep/prune.ts).
	for (const laterMs of [SETTLED_AFTER_MS, SETTLED_AFTER_MS + GRACE_MS]) {
		now = end + laterMs;
		await doTasks();
	}
	return soak();
}

/** Hours since the epoch, `to` excluded. */
export interface Hours {
	readonly from: number;
	readonly to: number;
}

/** The hours that are over of which some days are kept. */
export function kept({ start, now }: Soak, days: number): Hours {
	return { from: Math.max(hourOf(minuteOf(start)), hourOf(keptSince(days, now))), to: settledHour(now) };
}
