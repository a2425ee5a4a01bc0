/** The health of the parts that run in this process. */

import { type MissedSummary, TALLIED_MINUTES } from "../domain/checks/missed-tally.ts";
import type { MissedCause } from "../domain/checks/observation.ts";
import { FILE_GONE } from "../engine/upkeep/database-file.ts";
import type { Health } from "../http/public/health.ts";
import { DatabaseBusy } from "../storage/database/tx.ts";
import { oldestDue } from "../storage/schedule/monitor-states.ts";
import type { Parts } from "./parts.ts";
import type { EngineRole } from "./roles/engine.ts";

/** A scheduler that has not run for this long is reported as failing. */
const SCHEDULER_STALLS_AFTER_MS = 15_000;
/** Probe threads start within a second or two, also on a busy machine; without one for this long no check is made. */
const PROBERS_AWAY_AFTER_MS = 15_000;
/**
 * A database that another process has kept locked for this long is failing; the commits of other processes take
 * milliseconds.
 */
const WRITES_BLOCKED_AFTER_MS = 2_000;
/** A database that has not answered within this time is reported as unreachable. */
const PING_TIMEOUT_MS = 2_000;

/** From this share of missed checks on, what the others say does not hide that Lapwing is blind. */
const BLIND_FROM_SHARE = 0.05;

/** @param engine null in a process without one, which reports only on its database */
export async function healthOf(
	{ database, now }: Pick<Parts, "database" | "now">,
	engine: Pick<EngineRole, "schedulerTickedAt" | "noProberForMs" | "missed" | "oldestDue"> | null,
): Promise<Health> {
	const answer = await within(PING_TIMEOUT_MS, engine?.oldestDue() ?? oldestDue(database.requests));
	const due = answer?.value ?? null;
	const schedulerTickedAt = engine?.schedulerTickedAt ?? null;
	const isTicking = schedulerTickedAt !== null && now() - schedulerTickedAt < SCHEDULER_STALLS_AFTER_MS;
	const blockedForMs = database.writeBlockedForMs() ?? 0;
	const isBlocked = blockedForMs >= WRITES_BLOCKED_AFTER_MS;
	const isGone = database.isFileGone();
	let problem: string | undefined;
	if (answer === null) problem = "The database does not answer.";
	else if (isGone) problem = FILE_GONE;
	else if (isBlocked) problem = new DatabaseBusy(blockedForMs).message;
	else if (engine !== null && !isTicking) problem = "The scheduler stands still.";
	else if ((engine?.noProberForMs ?? 0) >= PROBERS_AWAY_AFTER_MS) {
		const seconds = Math.round((engine?.noProberForMs ?? 0) / 1_000);
		problem = `No probe thread has come through its start for ${seconds} s, so no check is made. The log says why.`;
	}
	const missed = engine?.missed ?? null;
	const reduced = database.wasDiskFull() ? DISK_FULL : missed === null ? null : blindnessOf(missed);
	return {
		status: problem !== undefined ? "failing" : reduced !== null ? "degraded" : "ok",
		...((problem ?? reduced) !== null && { problem: problem ?? reduced ?? "" }),
		database: answer !== null && !isBlocked && !isGone,
		schedulerTickedAt,
		lagMs: due === null ? null : Math.max(0, now() - due),
		missedChecks: missed,
	};
}

const DISK_FULL =
	"The disk of the database is full: nothing can be changed, and results wait in memory until there is space.";

/** What keeps Lapwing from checking, in one sentence; null while few checks are missed. */
function blindnessOf({ checks, missed, causes }: MissedSummary): string | null {
	if (checks === 0 || missed / checks < BLIND_FROM_SHARE) return null;
	const counts = causes.map(({ cause, missed }) => `${missed} because ${CAUSE_WORDS[cause]}`);
	return `Of ${checks} checks in the last ${TALLIED_MINUTES} minutes ${missed} could not be made: ${counts.join(", ")}.`;
}

const CAUSE_WORDS: Readonly<Record<MissedCause, string>> = {
	resolver: "the name servers do not answer (resolver)",
	no_network: "this machine has no network (no_network)",
	no_capacity: "sockets, file descriptors, memory, time or places to check in ran out (no_capacity)",
	stalled: "this process stood still (stalled)",
	prober_lost: "a prober was lost (prober_lost)",
	cut_off: "this machine's own network is cut off (cut_off)",
	service_off: "reports could not be received (service_off)",
	no_prober: "their location has no prober (no_prober)",
	prober_away: "the probers of their location are silent (prober_away)",
	too_late: "Lapwing was off or behind, or a failure arrived too late to be confirmed (too_late)",
	internal: "of an error in Lapwing, which the log describes (internal)",
};

/** The value of `work`; null when it failed or took longer. */
async function within<Value>(ms: number, work: Promise<Value>): Promise<{ value: Value } | null> {
	const { promise: late, resolve } = Promise.withResolvers<null>();
	const timer = setTimeout(() => resolve(null), ms);
	try {
		return await Promise.race([
			work.then(
				(value) => ({ value }),
				() => null,
			),
			late,
		]);
	} finally {
		clearTimeout(timer);
	}
}
