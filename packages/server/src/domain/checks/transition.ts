/**
 * The state of a monitor after a recorded check, and whether its status changed.
 *
 * - A missed check changes only the count of consecutive missed checks. One that was missed because the prober is cut
 *   off begins no blindness of its monitor: one notice is about all monitors (../alerts/due-by-check.ts).
 * - A late check, older than the newest one, changes only the history.
 * - The same minute again, made under newer settings, takes the place of the first: it changes the status and does not
 *   count twice in a streak.
 */

import type { CertificateFacts } from "../monitors/certificate.ts";
import type { Status } from "../monitors/monitor.ts";
import type { Judgement, Verdict } from "./judgement.ts";

export interface MonitorState {
	readonly status: Status;
	/**
	 * Since when the status holds: the start of the check that failed, as its outage begins with it, and the completion
	 * of the one that was up again, as the outage ends with that. Null while pending.
	 */
	readonly statusSince: number | null;
	/** Newest minute that holds a judged check. */
	readonly lastMinute: number | null;
	readonly lastCheckedAt: number | null;
	/** Completion of the last check that was up. */
	readonly lastUpAt: number | null;
	/** Checks in a row that were not up, and the start of the first of them. */
	readonly failingStreak: number;
	readonly failingSince: number | null;
	/** Checks in a row that were missed, and the start of the first of them, those of a cut-off network left out. */
	readonly missedStreak: number;
	readonly missedSince: number | null;
	/** Newest minute whose check was missed. */
	readonly lastMissedMinute: number | null;
	readonly certificate: CertificateFacts;
}

export interface JudgedCheck {
	readonly minute: number;
	/** Of checks that were missed in a row, the minute of the last one. Default: `minute`. */
	readonly lastMinute?: number;
	readonly startedAt: number;
	readonly completedAt: number;
	readonly judgement: Judgement;
	readonly certificate: CertificateFacts;
	/** The name of the location where it was made; null for several, and where that has no name. */
	readonly location: string | null;
	/** The machine that made it; null when that is not known, and for several locations. */
	readonly machine: string | null;
	/** What each of several locations saw of a failing check, in the order of the monitor; else absent. */
	readonly seenFrom?: readonly SeenFrom[];
	/** 2 when a second attempt confirmed or refuted the first one. Default: 1. */
	readonly attempts?: number;
}

export interface SeenFrom {
	/** In words: the name of the location, or the machine. */
	readonly location: string;
	readonly verdict: Verdict;
}

export interface Transition {
	readonly from: Status;
	readonly to: Status;
}

interface Recorded {
	readonly state: MonitorState;
	/** Null when the status did not change. */
	readonly transition: Transition | null;
}

export function afterCheck(before: MonitorState, check: JudgedCheck): Recorded {
	const { verdict } = check.judgement;
	const unchanged = { state: before, transition: null };
	if (before.lastMinute !== null && check.minute < before.lastMinute) return unchanged;
	if (verdict === "missed") {
		const isCutOff = check.judgement.reason === "cut_off";
		const missedSince = isCutOff ? blindSince(before) : (before.missedSince ?? check.startedAt);
		const lastMissedMinute = check.lastMinute ?? check.minute;
		return {
			state: { ...before, missedStreak: before.missedStreak + 1, missedSince, lastMissedMinute },
			transition: null,
		};
	}

	const takesPlace = check.minute === before.lastMinute;
	const streak = (length: number) => (takesPlace ? Math.max(length, 1) : length + 1);
	const failing = verdict !== "up";
	const changed = verdict !== before.status;
	return {
		state: {
			status: verdict,
			statusSince: changed ? (failing ? check.startedAt : check.completedAt) : before.statusSince,
			lastMinute: check.minute,
			lastCheckedAt: check.completedAt,
			lastUpAt: failing ? before.lastUpAt : check.completedAt,
			failingStreak: failing ? streak(before.failingStreak) : 0,
			failingSince: failing ? (before.failingSince ?? check.startedAt) : null,
			missedStreak: 0,
			missedSince: null,
			lastMissedMinute: before.lastMissedMinute,
			certificate: check.certificate,
		},
		transition: changed ? { from: before.status, to: verdict } : null,
	};
}

/** Consecutive missed checks after which it counts as unknown what its target is. A restart can cause one or two. */
export const BLIND_AFTER_MISSES = 5;

/** Since when a monitor is blind: the start of the first of BLIND_AFTER_MISSES or more missed checks; else null. */
export function blindSince({
	missedStreak,
	missedSince,
}: Pick<MonitorState, "missedStreak" | "missedSince">): number | null {
	return missedStreak >= BLIND_AFTER_MISSES ? missedSince : null;
}

/** A recorded check that changed its monitor's state; ../alerts/alert-policy.ts derives notices from it. */
export interface RecordedCheck {
	readonly monitorId: number;
	readonly teamId: number;
	readonly before: MonitorState;
	readonly after: MonitorState;
	readonly check: JudgedCheck;
	readonly transition: Transition | null;
}
