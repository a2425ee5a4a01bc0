/**
 * One step of a pass over a leased alert, in one transaction: reads the notices that are due, decides about them
 * (../../domain/alerts/outbox.ts), writes the decisions, and returns the messages to deliver now. A message about
 * thousands of monitors takes several steps, each of them short, because nothing else is committed meanwhile.
 */

import { type AlertEventStatus, endsProblem } from "../../domain/alerts/alert.ts";
import { isStillTrue, openOutage, reminderAt, repeatsHandled, wants } from "../../domain/alerts/alert-policy.ts";
import { type ChannelType, offersLink, soundsUntilAcknowledged } from "../../domain/alerts/channels.ts";
import { MAX_GROUP, type OpenMessage } from "../../domain/alerts/gathering.ts";
import {
	type ClaimedMessage,
	holdOfTried,
	isProblem,
	type NoticePlan,
	type PendingNotice,
	type PlannedMessage,
	planNotices,
	type SkippedNotice,
} from "../../domain/alerts/outbox.ts";
import { endWaiting, notifiedRecoveries, trafficOfCauses } from "../../storage/alerts/alert-causes.ts";
import { enqueueUpdates, writeDependencies } from "../../storage/alerts/consequences.ts";
import { removeSteps } from "../../storage/alerts/escalation/steps.ts";
import { dueMessages, markForDelivery } from "../../storage/alerts/messages.ts";
import { type Lease, lockLeasedAlert, type ServedAlert } from "../../storage/alerts/notice-leases.ts";
import { insertAlertEvents, setMaybeNotified, setNotified, trafficOf } from "../../storage/alerts/notified.ts";
import {
	type AttemptedNotice,
	attemptedNotices,
	enqueueAgain,
	holdUntilEnabled,
	loseEnqueued,
	pendingNotices,
	postponeNotices,
	type Repeat,
	releaseConsequences,
	removeNotices,
	removeNoticesOfAlert,
	takeBackNotices,
} from "../../storage/alerts/outbox.ts";
import type { SecretBox } from "../../storage/database/secret-box.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { linkToken } from "../../storage/on-call/acknowledgement-links.ts";
import { beginSteps, takeSteps } from "./take-steps.ts";

const MESSAGES_PER_STEP = 20;
/**
 * Notices decided in one step: they take SQLite about 30 ms. Where each is a message of its own, no more are decided
 * than are delivered next, so that a notice is still true when its delivery begins.
 */
const NOTICES_PER_STEP = 1_000;

interface ClaimContext {
	readonly box: SecretBox;
	/** Where links that acknowledge lead; null: messages hold none. */
	readonly acknowledgePage: string | null;
	/** Whether one message of that channel can hold several notices. */
	gathers(type: ChannelType): boolean;
	/** Whether that channel can update a message that it sent. */
	updates(type: ChannelType): boolean;
	/** End of the maintenance window that covers the monitor at that instant; null when none does. */
	windowUntil(monitorId: number, instant: number): number | null;
}

interface ClaimedNotices {
	readonly decided: number;
	/** The message that the next step has to complete; until then no messages are returned. */
	readonly open: OpenMessage | null;
	readonly messages: readonly ClaimedMessage[];
	/** Notices that were skipped, by channel and status: for the metrics. */
	readonly skipped: readonly { channel: ChannelType; status: AlertEventStatus }[];
	/** Monitors of which steps tell: to be decided again (../../storage/alerts/decide-again.ts). */
	readonly escalated: readonly number[];
}

const NOTHING: ClaimedNotices = { decided: 0, open: null, messages: [], skipped: [], escalated: [] };

/**
 * Does nothing when the lease was lost, or when the alert was switched off or deleted.
 *
 * @param open what the step before left open
 */
export async function claimNotices(
	database: Tx,
	lease: Lease,
	context: ClaimContext,
	now: number,
	open: OpenMessage | null = null,
): Promise<ClaimedNotices> {
	return database.transaction(async (tx) => {
		const alert = await lockLeasedAlert(tx, lease, context.box, now);
		if (!alert) return NOTHING;
		if (alert.isDeleted) {
			await removeNoticesOfAlert(tx, alert.id);
			return NOTHING;
		}
		if (!alert.isEnabled) {
			await holdUntilEnabled(tx, alert.id, now);
			return NOTHING;
		}
		const gathers = context.gathers(alert.channelType);
		const outdated = await decideTriedAgain(tx, alert, { gathers, open, now, windowUntil: context.windowUntil });
		const updates = context.updates(alert.channelType);
		const step = await decideStep(tx, alert, { ...context, gathers, updates, open, now });
		const skipped = [...outdated, ...step.skip].map(({ status }) => ({ channel: alert.channelType, status }));
		const due = step.open === null ? await dueMessages(tx, alert, MESSAGES_PER_STEP, now) : [];
		const ended = await withRecovered(tx, alert, due, { gathers, now });
		const messages = await withLinks(tx, alert, ended, context);
		return { ...step, messages, skipped };
	});
}

/** Says how many are up again where a message ends its cause: those of earlier messages, too. */
async function withRecovered(
	tx: Tx,
	alert: ServedAlert,
	messages: readonly ClaimedMessage[],
	{ gathers, now }: { readonly gathers: boolean; readonly now: number },
): Promise<readonly ClaimedMessage[]> {
	const isEnd = ({ causeId, message: { notices, others = [] } }: ClaimedMessage) =>
		causeId !== null && [...notices, ...others].every(({ event }) => event === "up");
	const causeIds = new Set(messages.filter(isEnd).flatMap(({ causeId }) => causeId ?? []));
	const causes = await trafficOfCauses(tx, alert.id, [...causeIds], now);
	return Promise.all(
		messages.map(async (claimed): Promise<ClaimedMessage> => {
			const { causeId, message } = claimed;
			// All that was sent to the same incident and lasts is in the message.
			const isOver = gathers ? causeId !== null && causes.get(causeId)?.isOver : message.messageRef !== undefined;
			if (causeId === null || !isEnd(claimed) || isOver !== true) return claimed;
			const own = message.notices.length + (message.others?.length ?? 0);
			const before = alert.rules.groupsByCause
				? await notifiedRecoveries(tx, { ...claimed, causeId, messageId: message.id })
				: 0;
			return { ...claimed, message: { ...message, recovered: own + before } };
		}),
	);
}

/** Adds the link that acknowledges to messages about a cause that somebody can acknowledge. */
async function withLinks(
	tx: Tx,
	alert: ServedAlert,
	messages: readonly ClaimedMessage[],
	{ box, acknowledgePage }: Pick<ClaimContext, "box" | "acknowledgePage">,
): Promise<readonly ClaimedMessage[]> {
	const { id: alertId, publicId: alertPublicId, channel } = alert;
	if (acknowledgePage === null || channel === null || !offersLink(channel.settings)) return messages;
	const linked: ClaimedMessage[] = [];
	for (const claimed of messages) {
		const { message, causeId } = claimed;
		const isOpen = message.notices.some(({ event, acknowledgedBy }) => !endsProblem(event) && !acknowledgedBy);
		if (causeId === null || message.cause === undefined || message.acknowledged !== undefined || !isOpen) {
			linked.push(claimed);
			continue;
		}
		const about = { alertId, alertPublicId, channel: alert.channelType, causeId, causePublicId: message.cause.id };
		const token = await linkToken(tx, box, about);
		const link = token === null ? {} : { acknowledgeLink: `${acknowledgePage}#${token}` };
		linked.push({ ...claimed, message: { ...message, ...link } });
	}
	return linked;
}

interface StepContext {
	readonly gathers: boolean;
	readonly open: OpenMessage | null;
	readonly now: number;
}

/**
 * Decides again about messages that were tried before. What is no longer true, and what only repeats what somebody has,
 * is skipped. A message that has reached nobody, and some of which is held by now, is taken apart: that waits, and the
 * rest is decided as what was not tried.
 */
async function decideTriedAgain(
	tx: Tx,
	alert: ServedAlert,
	{ gathers, open, now, windowUntil }: StepContext & Pick<ClaimContext, "windowUntil">,
): Promise<SkippedNotice[]> {
	const attempted = await attemptedNotices(tx, alert, open?.id ?? null, now);
	const outdated = attempted.filter((notice) => !isStillTrue(notice, { ...notice, closesIncidents: !gathers }));
	const handled = attempted.filter((notice) => !outdated.includes(notice) && repeatsHandled(notice, notice.handling));
	const skip = [...outdated, ...handled].map((notice): SkippedNotice => {
		const stillOpen = openOutage(notice, notice.monitor, notice.mayHaveArrived);
		return { notice, status: "skipped_outdated", againAt: null, openOutage: stillOpen, lastError: notice.lastError };
	});
	// What is still true is tried again, and the outcome of that says nothing of the attempt before.
	const unknown = new Set(attempted.flatMap(({ messageId, mayHaveArrived }) => (mayHaveArrived ? [messageId] : [])));
	for (const messageId of unknown) await setMaybeNotified(tx, alert.id, messageId);
	await writeSkipped(tx, alert, skip, now);
	// Its outage may become one of a cause that nobody has.
	const reminders = handled.flatMap((notice): Repeat[] => {
		const dueAt = notice.kind === "reminder" ? reminderAt(notice, alert.rules, now) : null;
		return dueAt === null ? [] : [{ notice, kind: "reminder", dueAt }];
	});
	await enqueueAgain(tx, alert.id, reminders, now);
	const gone = new Set<PendingNotice>([...outdated, ...handled]);
	const left = attempted.filter((notice) => !gone.has(notice));
	const messages = [...Map.groupBy(left, ({ messageId }) => messageId).values()];
	const takenApart = messages.flatMap((members) => {
		if (members.some(mayBeKnown)) return [];
		const decided = members.map((notice) => ({
			notice,
			// What is about a deleted monitor is removed from its message.
			hold: notice.isCovered ? holdOfTried(notice, { now, rules: alert.rules, gathers, windowUntil }) : null,
		}));
		if (decided.every(({ hold }) => hold === null)) return [];
		return decided.map(({ notice, hold }) => {
			return hold ?? { notice, until: now, held: notice.held, gathered: false, reason: null };
		});
	});
	await takeBackNotices(tx, takenApart);
	return skip;
}

/** Whether an attempt of its message may have reached somebody: what they have under its id stays whole. */
function mayBeKnown({ mayHaveArrived, hasReachedSome, kind, outage, notifiedOutage }: AttemptedNotice): boolean {
	return mayHaveArrived || hasReachedSome || (kind === "edge" && outage !== null && outage === notifiedOutage);
}

async function decideStep(
	tx: Tx,
	alert: ServedAlert,
	context: StepContext & Pick<ClaimContext, "windowUntil"> & { readonly updates: boolean },
): Promise<Pick<NoticePlan, "skip"> & Pick<ClaimedNotices, "decided" | "open" | "escalated">> {
	const { gathers, updates, open, now, windowUntil } = context;
	const groups = gathers || alert.rules.groupsByCause;
	const limit = groups ? NOTICES_PER_STEP : MESSAGES_PER_STEP;
	let pending = await pendingNotices(tx, alert, limit, now);
	if (pending.length === 0) return { decided: 0, open: null, skip: [], escalated: [] };
	let causes = await trafficOfCauses(tx, alert.id, causesOf(pending), now);
	// Their recoveries wait for one another: the last one has come.
	const over = causesOf(pending.filter(({ event }) => event === "up")).filter((id) => causes.get(id)?.isOver);
	if (groups && open === null && (await endWaiting(tx, alert.id, over, now))) {
		pending = await pendingNotices(tx, alert, limit, now);
		causes = await trafficOfCauses(tx, alert.id, causesOf(pending), now);
	}
	const traffic = await trafficOf(tx, alert, now);
	const { rules } = alert;
	const sounds = alert.channel !== null && soundsUntilAcknowledged(alert.channel.settings);
	const plan = planNotices(pending, { now, rules, traffic, causes, gathers, updates, sounds, open, windowUntil });
	await writeDependencies(tx, plan.deliver, pending);
	await markForDelivery(tx, plan.deliver);
	const sent = new Set(plan.deliver.flatMap(({ notices }) => notices.map(({ id }) => id)));
	await beginSteps(
		tx,
		alert,
		pending.filter(({ id }) => sent.has(id)),
		now,
	);
	await enqueueUpdates(tx, alert.id, plan, now);
	await postponeNotices(tx, plan.postpone);
	await removeNotices(tx, plan.drop);
	await loseEnqueued(
		tx,
		alert.id,
		plan.drop.filter((notice) => !notice.isCovered || !wants(rules, notice)),
	);
	await releaseConsequences(tx, alert.id, plan.drop, now);
	const escalated = await takeSteps(tx, alert, plan.take, now);
	await writeSkipped(tx, alert, plan.skip, now);
	const isFull = groups && pending.length === limit;
	return { decided: pending.length, open: isFull ? leftOpen(plan.deliver, open) : null, skip: plan.skip, escalated };
}

function causesOf(notices: readonly PendingNotice[]): number[] {
	const ids = notices.flatMap(({ causeId, notifiedIncident }) => [causeId, notifiedIncident]);
	return [...new Set(ids.filter((id) => id !== null))];
}

/** The message to which the next step adds: the largest. */
function leftOpen(planned: readonly PlannedMessage[], before: OpenMessage | null): OpenMessage | null {
	const [largest] = planned.toSorted((a, b) => b.notices.length - a.notices.length);
	if (largest === undefined) return before;
	const joined = before?.id === largest.id ? before : null;
	const size = largest.notices.length + (joined?.size ?? 0);
	const hasProblem = joined?.hasProblem === true || largest.notices.some(isProblem);
	return size < MAX_GROUP ? { id: largest.id, causeId: largest.causeId, size, hasProblem } : null;
}

async function writeSkipped(tx: Tx, alert: ServedAlert, skip: readonly SkippedNotice[], now: number): Promise<void> {
	if (skip.length === 0) return;
	await removeNotices(
		tx,
		skip.map(({ notice }) => notice),
	);
	const events = skip.map(({ notice, status, lastError = null }) => ({
		notice,
		status,
		startsMessage: false,
		messageId: null,
		errorMessage: lastError,
	}));
	await insertAlertEvents(tx, alert.id, events, now);
	const told = skip.flatMap(({ notice, openOutage: outage }) =>
		outage === null ? [] : [{ monitorId: notice.monitorId, cause: notice.cause, outage, notifiedAt: null }],
	);
	await setNotified(tx, alert.id, told);
	const notRepeated = skip.filter(({ againAt }) => againAt === null).map(({ notice }) => notice);
	await releaseConsequences(tx, alert.id, notRepeated, now);
	const untold = skip.flatMap(({ notice, status }) => (status === "skipped_hours" ? [notice] : []));
	if (alert.escalation !== null) await removeSteps(tx, alert.id, untold);
	const repeats = skip.flatMap(({ notice, status, againAt }): Repeat[] => {
		if (againAt !== null) return [{ notice, kind: "again", dueAt: againAt }];
		const dueAt = status === "skipped_cap" ? reminderAt(notice, alert.rules, now) : null;
		return dueAt === null ? [] : [{ notice, kind: "reminder", dueAt }];
	});
	await enqueueAgain(tx, alert.id, repeats, now);
}
