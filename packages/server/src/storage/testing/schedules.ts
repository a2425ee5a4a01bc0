/** Runs one suite on every way to schedule: leases in rows, and the memory of the only process. */

import { describe } from "vitest";
import type { CheckOrder } from "../../domain/checks/check.ts";
import type { JudgedOutcome } from "../../domain/checks/record.ts";
import { type CommittedChecks, recordChecks } from "../commit/record-checks.ts";
import type { HeldStates } from "../commit/state-rows.ts";
import type { Database } from "../database/tx.ts";
import { leasedSchedule } from "../schedule/leased-schedule.ts";
import type { ClaimLimit, Schedule } from "../schedule/schedule.ts";
import { ScheduleInMemory } from "../schedule/schedule-in-memory.ts";
import { type EngineName, freshDatabase } from "./engines.ts";
import { anOutcome, TEN_AT_MOST } from "./fixtures.ts";

export interface ScheduleStage extends AsyncDisposable {
	readonly database: Database;
	readonly schedule: Schedule;
	/** Null where leases are in rows. */
	readonly held: HeldStates | null;
	/** The orders of what is due at `now`, ten at most; what is overdue is recorded as missed first. */
	claim(now: number, limit?: ClaimLimit): Promise<readonly CheckOrder[]>;
	record(outcomes: readonly JudgedOutcome[], now: number): Promise<CommittedChecks>;
	/** The process is killed, and another one starts on the database. */
	crash(): void;
}

type Kind = "leases" | "memory";

export async function scheduleStage(kind: Kind, engine: EngineName): Promise<ScheduleStage> {
	const database = await freshDatabase(engine);
	const inMemory = () => (kind === "memory" ? new ScheduleInMemory(database) : null);
	let held = inMemory();
	let schedule: Schedule = held ?? leasedSchedule(database);
	const record = (outcomes: readonly JudgedOutcome[], now: number) => recordChecks(database, outcomes, now, { held });
	return {
		database,
		get schedule() {
			return schedule;
		},
		get held() {
			return held;
		},
		async claim(now, limit = TEN_AT_MOST) {
			const { orders, overdue } = await schedule.claim(now, limit);
			if (overdue.length === 0) return orders;
			await record(overdue.map(overdueOutcome), now);
			return [...orders, ...(await schedule.claim(now, limit)).orders];
		},
		record,
		crash() {
			held = inMemory();
			schedule = held ?? leasedSchedule(database);
		},
		[Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
	};
}

/** The same tests over every way to schedule that a service has. */
export function onEachSchedule(title: string, suite: (open: () => Promise<ScheduleStage>, kind: Kind) => void): void {
	describe(`${title} by leases on postgresql`, () => suite(() => scheduleStage("leases", "postgresql"), "leases"));
	describe(`${title} in memory on sqlite`, () => suite(() => scheduleStage("memory", "sqlite"), "memory"));
}

/** As the scheduler hands it to the recorder. */
export function overdueOutcome({ monitorId, scheduledAt, revision }: CheckOrder): JudgedOutcome {
	const { outcome, judgement } = anOutcome(monitorId, 0, tooLate, { scheduledAt, revision });
	return { outcome: { ...outcome, isOverdue: true }, judgement };
}

const tooLate = { kind: "missed", cause: "too_late", message: "Lapwing was off." } as const;
