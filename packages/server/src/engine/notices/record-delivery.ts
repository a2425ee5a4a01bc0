/**
 * Records the outcome of a delivery: the time of the next attempt, or an event for each notice of the message. A notice
 * leaves the outbox in the transaction that records its event, and so becomes one event however often it was delivered.
 */

import { reminderAt } from "../../domain/alerts/alert-policy.ts";
import { type ClaimedMessage, isProblem } from "../../domain/alerts/outbox.ts";
import { nextAttemptAt } from "../../domain/alerts/retry.ts";
import type { Delivery } from "../../notify/interface.ts";
import { lockAlert } from "../../storage/alerts/notice-leases.ts";
import { clearNotified, insertAlertEvents, setNotified } from "../../storage/alerts/notified.ts";
import { enqueueAgain, removeNotices, retryMessage } from "../../storage/alerts/outbox.ts";
import type { Session } from "../../storage/database/session.ts";

export type DeliveryOutcome = Exclude<Delivery, { kind: "aborted" }>;

/**
 * Returns the status of the events; null when there will be another attempt.
 *
 * @param random from [0, 1), spreads the attempts
 */
export async function recordDelivery(
	database: Session,
	claimed: ClaimedMessage,
	outcome: DeliveryOutcome,
	{ now, random }: { now: number; random: number },
): Promise<"sent" | "failed" | null> {
	if (outcome.kind === "failed" && outcome.again) {
		const next = nextAttemptAt({ attempts: claimed.attempts + 1, retryAfterMs: outcome.retryAfterMs }, now, random);
		if (next !== null) {
			await retryMessage(database, claimed, { dueAt: next, error: outcome.message });
			return null;
		}
	}
	await database.transaction((session) => recordEvents(session, claimed, outcome, now));
	return outcome.kind;
}

async function recordEvents(
	session: Session,
	{ alertId, rules, notices }: ClaimedMessage,
	outcome: DeliveryOutcome,
	now: number,
): Promise<void> {
	const errorMessage = outcome.kind === "sent" ? (outcome.warning ?? null) : outcome.message;
	// The daily cap counts messages by the first notice, so a problem must come before a recovery.
	const first = notices.find(isProblem) ?? notices[0];
	await lockAlert(session, alertId);
	// If the lease was lost, another deliverer may have recorded the same message; its consequences are written only
	// once.
	const removed = await removeNotices(session, notices);
	// In the order in which the recorder locks rows of monitors, so that there is no deadlock.
	const inOrder = notices.toSorted((a, b) => a.monitorId - b.monitorId);
	const events = inOrder.map((notice) => ({
		notice,
		status: outcome.kind,
		startsMessage: notice === first,
		errorMessage,
	}));
	await insertAlertEvents(session, alertId, events, now);
	for (const notice of inOrder) {
		if (!removed.has(notice.id)) continue;
		if (notice.outage !== null && !isProblem(notice)) await clearNotified(session, alertId, notice);
		else if (notice.outage !== null && (outcome.kind === "sent" || notice.cause === "cut_off")) {
			// What tells of a cut network is often undeliverable while it lasts: its end is delivered all the same.
			await setNotified(session, alertId, notice, now);
		}
		const reminder = reminderAt(notice, rules, now);
		if (reminder !== null) await enqueueAgain(session, alertId, notice, { kind: "reminder", dueAt: reminder }, now);
	}
}
