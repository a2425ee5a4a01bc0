/** Tables that every check reads or writes (../../migrations/0003-checks.ts). */

import type { Generated } from "kysely";
import type { Flag } from "./flag.ts";

/** What every check reads and updates: one narrow row a monitor, apart from the settings. */
export interface MonitorStateTable {
	monitor_id: number;
	team_id: number;
	/** Incremented by every change of what is checked; orders and results carry it. */
	revision: number;
	interval_ms: number;
	phase_ms: number;
	timeout_ms: number;
	/**
	 * Null: never (paused). On PostgreSQL, when the scheduler claims it next: the slot, or the end of the lease of a
	 * running check. On SQLite that is in memory (../../schedule/schedule-in-memory.ts).
	 */
	due_at: number | null;
	/** Scheduled instant of the check that is due or running. */
	slot_at: number | null;
	/** 1 while a check is out under a lease; 0 where leases are in memory. */
	claimed: Flag;
	/** 1 when the last check that was not missed took SLOW_CHECK_MS (domain/checks/confirmation.ts) or longer. */
	was_slow: Flag;
	/** Index into STATUSES. */
	status: number;
	/** Completion of the check that changed the status; null while pending. */
	status_since: number | null;
	/** Newest minute that holds a judged check. */
	last_minute: number | null;
	last_checked_at: number | null;
	/** The last check that was up. */
	last_up_at: number | null;
	/** Consecutive checks that were not up, and when the first of them was. */
	failing_streak: number;
	failing_since: number | null;
	/** Consecutive checks that were missed, and when the first of them was. */
	missed_streak: number;
	missed_since: number | null;
	/** Newest minute whose check was missed. */
	last_missed_minute: number | null;
	/** Index into SSL_STATUSES; null until a check has seen a certificate. */
	ssl_status: number | null;
	ssl_expires_at: number | null;
	ssl_issuer: string | null;
	ssl_fingerprint: string | null;
	ssl_last_checked_at: number | null;
}

/** One row a check, until its hour is sealed. Read and written by ../../results/ only. */
export interface CheckResultTable {
	minute: number;
	monitor_id: number;
	revision: number;
	/** Index into VERDICTS plus 4 × the code of the reason (../codes.ts). */
	outcome: number;
	/** Null when there was no complete response. */
	response_status: number | null;
	/** From the start of the attempt to its end, ms; null when missed. */
	elapsed_ms: number | null;
	/** Start of the attempt, ms after the minute's beginning. */
	started_ms: number;
	/** 1, or 2 when a failure was confirmed or refuted by a second attempt. */
	attempts: number;
	/** Index into LOCATION_HINTS: where the check was made; null when that place has no name. */
	location: number | null;
	/** Whole milliseconds; null for a phase that did not take place. */
	dns_ms: number | null;
	connect_ms: number | null;
	tls_ms: number | null;
	first_byte_ms: number | null;
}

/** The details of a check that was not up. Read and written by ../../results/ only. */
export interface CheckFailureTable {
	minute: number;
	monitor_id: number;
	/** Index into PHASES, or null. */
	phase: number | null;
	message: string;
	/** `chk_…` of the content check that failed. */
	content_check_id: string | null;
}

/**
 * The checks of a monitor in an hour that is over, with the details of their failures, in the place of their rows in
 * check_results and check_failures. A check is in one of the two, never in both. Read and written by ../../results/
 * only.
 */
export interface SealedHourTable {
	/** Whole hours since the epoch. */
	hour: number;
	monitor_id: number;
	/** How many, so that deleting them needs no reading. */
	checks: number;
	/** As ../../results/sealed/hour-block.ts writes it. */
	block: Uint8Array;
}

/**
 * The sealed hours of a monitor in a UTC day that is over, in the place of their rows in sealed_hours. The hours of a
 * day are all in one of the two, never in both. Read and written by ../../results/ only.
 */
export interface SealedDayTable {
	/** Whole UTC days since the epoch. */
	day: number;
	monitor_id: number;
	checks: number;
	/** As ../../results/sealed/day-block.ts writes it. */
	block: Uint8Array;
}

/** The times of a flow's steps. Read and written by ../../results/check-steps.ts only. */
export interface CheckStepsTable {
	minute: number;
	monitor_id: number;
	/** JSON. */
	steps: string;
}

/**
 * Checks whose place in their minute a later one has taken. Read and written by ../../results/replaced-checks.ts only.
 */
export interface ReplacedChecksTable {
	minute: number;
	monitor_id: number;
	/** AttemptRecords (../../../domain/checks/check-details.ts) as JSON, oldest first. */
	checks: string;
}

/** A change of a monitor's status, written in the commit that recorded the check. */
export interface TransitionTable {
	id: Generated<number>;
	monitor_id: number;
	team_id: number;
	/** Indexes into STATUSES. */
	from_status: number;
	to_status: number;
	/** The check that caused it. */
	minute: number;
	/** Start of that check where it begins an outage, else its completion. */
	occurred_at: number;
	/** The check's reason (its code) and evidence; null for a check that was up. */
	reason: number | null;
	/** Index into PHASES, or null. */
	phase: number | null;
	message: string | null;
	/** CheckDetails (../../../domain/checks/check-details.ts) as JSON, a few KB at most. */
	details: string;
	/** Failing checks of the outage that this change ended; null for other changes. */
	ended_checks: number | null;
	created_at: number;
}
