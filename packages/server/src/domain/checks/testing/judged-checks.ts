/** Judged checks and the state before the first one, for tests of what follows from checks. */

import { MINUTE_MS } from "../../durations.ts";
import { NO_CERTIFICATE } from "../../monitors/certificate.ts";
import type { Verdict } from "../judgement.ts";
import type { JudgedCheck, MonitorState } from "../transition.ts";

const TOOK_MS = 50;

export const pending: MonitorState = {
	status: "pending",
	statusSince: null,
	lastMinute: null,
	lastCheckedAt: null,
	lastUpAt: null,
	failingStreak: 0,
	failingSince: null,
	missedStreak: 0,
	missedSince: null,
	lastMissedMinute: null,
	certificate: NO_CERTIFICATE,
};

/** A check that starts `lateMs` after its scheduled minute, and completes 50 ms later. */
export function judgedCheck(verdict: Verdict, minute: number, lateMs = 0): JudgedCheck {
	const startedAt = minute * MINUTE_MS + lateMs;
	const reason = verdict === "up" ? null : "refused";
	return {
		minute,
		startedAt,
		completedAt: startedAt + TOOK_MS,
		judgement: { verdict, reason, phase: null, message: null, contentCheckId: null },
		certificate: NO_CERTIFICATE,
		location: null,
		machine: null,
	};
}
