/**
 * One pass over a leased alert, in one transaction: reads the notices that are due, decides about them
 * (../../domain/alerts/outbox.ts), writes the decisions, and returns the messages to deliver now.
 */

import type { AlertEventStatus } from "../../domain/alerts/alert.ts";
import { reminderAt } from "../../domain/alerts/alert-policy.ts";
import type { ChannelType } from "../../domain/alerts/channels.ts";
import { MAX_GROUP } from "../../domain/alerts/flood.ts";
import { type ClaimedMessage, type NoticePlan, planNotices } from "../../domain/alerts/outbox.ts";
import { type Lease, lockLeasedAlert, type ServedAlert } from "../../storage/alerts/notice-leases.ts";
import { insertAlertEvents, trafficOf } from "../../storage/alerts/notified.ts";
import {
	dueMessages,
	enqueueAgain,
	markForDelivery,
	pendingNotices,
	postponeNotices,
	removeNotices,
	removeNoticesOfAlert,
} from "../../storage/alerts/outbox.ts";
import type { SecretBox } from "../../storage/database/sealed-secrets.ts";
import type { Session } from "../../storage/database/session.ts";

/** Messages claimed in one pass. */
const MESSAGES_PER_PASS = 20;

export interface ClaimContext {
	readonly box: SecretBox;
	/** Whether one message of that channel can hold several notices. */
	gathers(type: ChannelType): boolean;
	/** End of the maintenance window that covers the monitor at that instant; null when none does. */
	windowUntil(monitorId: number, instant: number): number | null;
}

export interface ClaimedNotices {
	/** Notices that this pass decided. */
	readonly decided: number;
	readonly messages: readonly ClaimedMessage[];
	/** Notices that were skipped, by channel and status: for the metrics. */
	readonly skipped: readonly { channel: ChannelType; status: AlertEventStatus }[];
}

const NOTHING: ClaimedNotices = { decided: 0, messages: [], skipped: [] };

/** Does nothing when the lease was lost, or when the alert was disabled or deleted. */
export async function claimNotices(
	database: Session,
	lease: Lease,
	context: ClaimContext,
	now: number,
): Promise<ClaimedNotices> {
	return database.transaction(async (session) => {
		const alert = await lockLeasedAlert(session, lease, context.box, now);
		if (!alert) return NOTHING;
		if (!alert.isActive) {
			await removeNoticesOfAlert(session, alert.id);
			return NOTHING;
		}
		const pending = await pendingNotices(session, alert.id, MAX_GROUP, now);
		let skipped: ClaimedNotices["skipped"] = [];
		if (pending.length > 0) {
			const plan = planNotices(pending, {
				now,
				rules: alert.rules,
				traffic: await trafficOf(session, alert.id, now),
				gathers: context.gathers(alert.channelType),
				windowUntil: context.windowUntil,
			});
			await writePlan(session, alert, plan, now);
			skipped = plan.skip.map(({ status }) => ({ channel: alert.channelType, status }));
		}
		return { decided: pending.length, messages: await dueMessages(session, alert, MESSAGES_PER_PASS, now), skipped };
	});
}

async function writePlan(session: Session, alert: ServedAlert, plan: NoticePlan, now: number): Promise<void> {
	await markForDelivery(session, plan.deliver);
	await postponeNotices(session, plan.postpone);
	await removeNotices(session, [...plan.drop, ...plan.skip.map(({ notice }) => notice)]);
	const events = plan.skip.map(({ notice, status }) => ({ notice, status, startsMessage: false, errorMessage: null }));
	await insertAlertEvents(session, alert.id, events, now);
	for (const { notice, againAt } of plan.skip) {
		const reminder = reminderAt(notice, alert.rules, now);
		if (againAt !== null) await enqueueAgain(session, alert.id, notice, { kind: "again", dueAt: againAt }, now);
		else if (reminder !== null) {
			await enqueueAgain(session, alert.id, notice, { kind: "reminder", dueAt: reminder }, now);
		}
	}
}
