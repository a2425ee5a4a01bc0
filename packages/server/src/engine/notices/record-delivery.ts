/**
 * Records the outcome of a delivery: the time of the next attempt, or an event for each notice of the message. A notice
 * leaves the outbox in the transaction that records its event, and so becomes one event however often it was delivered.
 * A message about thousands of monitors is recorded in several transactions; after a crash among them the rest is
 * delivered again, under the same id.
 */

import { announcesEnd, reminderAt } from "../../domain/alerts/alert-policy.ts";
import { opensIncidents, showsAcknowledgements } from "../../domain/alerts/channels.ts";
import { type ClaimedMessage, isProblem } from "../../domain/alerts/outbox.ts";
import { nextAttemptAt } from "../../domain/alerts/retry.ts";
import { type Delivery, type Failure, hasReached } from "../../notify/interface.ts";
import { acknowledgeNotified } from "../../storage/alerts/acknowledgements.ts";
import { noteReplaced, noteSent } from "../../storage/alerts/alert-causes.ts";
import { noticesOfMessage, retryMessage } from "../../storage/alerts/messages.ts";
import { lockAlertRow } from "../../storage/alerts/notice-leases.ts";
import {
	clearNotified,
	hasStarted,
	insertAlertEvents,
	setMaybeNotified,
	setNotified,
} from "../../storage/alerts/notified.ts";
import { enqueueAgain, type Repeat, releaseConsequences, removeNotices } from "../../storage/alerts/outbox.ts";
import { keepFacts } from "../../storage/alerts/told-facts.ts";
import type { Tx } from "../../storage/database/tx.ts";

type DeliveryOutcome = Exclude<Delivery, { kind: "aborted" }>;

/** Notices recorded in one transaction: they take SQLite about 30 ms. */
const NOTICES_AT_ONCE = 1_000;

interface RecordedDelivery {
	readonly status: "sent" | "failed";
	/** Notices that became events. */
	readonly notices: number;
}

/**
 * Returns what became of the notices; null when there will be another attempt.
 *
 * @param random from [0, 1), spreads the attempts
 */
export async function recordDelivery(
	database: Tx,
	claimed: ClaimedMessage,
	outcome: DeliveryOutcome,
	{ now, random }: { now: number; random: number },
): Promise<RecordedDelivery | null> {
	if (outcome.kind === "failed" && outcome.again) {
		const next = nextAttemptAt({ attempts: claimed.attempts + 1, retryAfterMs: outcome.retryAfterMs }, now, random);
		if (next !== null) {
			await database.transaction(async (tx) => {
				await lockAlertRow(tx, claimed.alertId);
				await retryMessage(tx, claimed, { dueAt: next, error: outcome.message, settled: outcome.settled });
				if (outcome.mayHaveArrived) await setMaybeNotified(tx, claimed.alertId, claimed.message.id);
			});
			return null;
		}
	}
	const last = outcome.kind === "failed" ? afterLastAttempt(claimed, outcome) : outcome;
	let notices = 0;
	for (;;) {
		const isFirst = notices === 0;
		const recorded = await database.transaction((tx) => recordEvents(tx, claimed, last, { now, isFirst }));
		notices += recorded;
		if (recorded < NOTICES_AT_ONCE) return { status: last.kind, notices };
	}
}

/** A message that was given up counts as sent where some of its recipients have it: they are told its end, too. */
function afterLastAttempt({ message: { isOnlyUpdate } }: ClaimedMessage, failed: Failure): DeliveryOutcome {
	if (hasReached(failed.settled)) return { kind: "sent", warning: failed.message };
	// The problem itself was sent.
	if (isOnlyUpdate === true) return { kind: "sent", warning: `What was sent keeps an earlier text: ${failed.message}` };
	return failed;
}

/** Records some notices of the message, and returns how many. */
async function recordEvents(
	tx: Tx,
	{ alertId, causeId, rules, channelType, message, renewed }: ClaimedMessage,
	outcome: DeliveryOutcome,
	{ now, isFirst }: { now: number; isFirst: boolean },
): Promise<number> {
	const errorMessage = outcome.kind === "sent" ? (outcome.warning ?? null) : outcome.message;
	const isSent = outcome.kind === "sent";
	const mayHaveArrived = outcome.kind === "failed" && outcome.mayHaveArrived === true;
	await lockAlertRow(tx, alertId);
	const starts = isFirst && !(await hasStarted(tx, alertId, message));
	// If the lease was lost, another deliverer may have recorded the same message: its notices are gone.
	const notices = await noticesOfMessage(tx, message.id, NOTICES_AT_ONCE);
	await removeNotices(tx, notices);
	// The daily cap counts messages by one notice, and only problems count, which come first.
	const [first] = notices;
	const events = notices.map((notice) => ({
		notice,
		status: outcome.kind,
		startsMessage: starts && notice === first && isProblem(notice),
		messageId: message.id,
		errorMessage,
	}));
	// In the order in which the recorder locks rows of monitors, so that there is no deadlock.
	events.sort((a, b) => a.notice.monitorId - b.notice.monitorId);
	await insertAlertEvents(tx, alertId, events, now);
	const ended = notices.filter((notice) => notice.outage !== null && announcesEnd(notice));
	await clearNotified(tx, alertId, ended);
	if (isSent && starts && causeId !== null) {
		const { messageRef = null } = outcome;
		if (notices.some(isProblem)) {
			const monitorIds = notices.map(({ monitorId }) => monitorId);
			await noteSent(tx, { alertId, causeId, monitorIds, messageRef }, now);
		} else if (message.messageRef !== undefined && messageRef !== null && messageRef !== message.messageRef) {
			await noteReplaced(tx, { alertId, causeId, messageRef }, now);
		}
	}
	const told = notices.flatMap((notice) => {
		const { monitorId, cause, outage } = notice;
		// What tells of a cut network is often undeliverable while it lasts: its end is delivered all the same.
		const isTold = isProblem(notice) && (isSent || mayHaveArrived || cause === "cut_off");
		const incident = message.messageRef ?? null;
		return isTold && outage !== null ? [{ monitorId, cause, outage, incident, notifiedAt: isSent ? now : null }] : [];
	});
	await setNotified(tx, alertId, told);
	// What takes the place of a message says it.
	const saysWhoHas = message.messageRef !== undefined && !opensIncidents(channelType);
	if (isSent && showsAcknowledgements(channelType) && !saysWhoHas) {
		const ofChecks = told.flatMap(({ monitorId, cause }) => (cause === "check" ? [monitorId] : []));
		await acknowledgeNotified(tx, alertId, ofChecks, now);
	}
	if (!isSent && !mayHaveArrived) await releaseConsequences(tx, alertId, notices, now);
	if (isSent && outcome.messageRef !== undefined && notices.length > 0) {
		const own = notices.filter((notice) => isProblem(notice) && notice.cause === "check");
		// With a warning, the channel shows an earlier text.
		const isRenewed = isFirst && outcome.warning === undefined;
		await keepFacts(tx, alertId, isRenewed ? [...own, ...renewed] : own);
	}
	const repeats = notices.flatMap((notice): Repeat[] => {
		const dueAt = reminderAt(notice, rules, now);
		return dueAt === null ? [] : [{ notice, kind: "reminder", dueAt }];
	});
	await enqueueAgain(tx, alertId, repeats, now);
	return notices.length;
}
