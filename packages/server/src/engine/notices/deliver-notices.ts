/**
 * Delivers notices. Each alert that has one ready is claimed under a lease and served until none is ready: decide,
 * deliver, record. Alerts are served in parallel, with fair shares (./delivery-shares.ts), so that slow receivers delay
 * only each other.
 *
 * A crash at any point loses nothing: a message without a recorded outcome is delivered again under the same id after
 * the lease has ended. A process that was silent begins no delivery, because others may be at it.
 */

import type { Logger } from "pino";
import type { OpenMessage } from "../../domain/alerts/gathering.ts";
import type { Message } from "../../domain/alerts/notice.ts";
import type { ClaimedMessage } from "../../domain/alerts/outbox.ts";
import { coverageBy } from "../../domain/maintenance/maintenance.ts";
import type { Metrics } from "../../metrics.ts";
import type { Delivery, Destination, Notifier } from "../../notify/interface.ts";
import { UNREADABLE_SECRETS } from "../../storage/alerts/alert-channels.ts";
import { decideAgain } from "../../storage/alerts/decide-again.ts";
import { countDeferredChanges } from "../../storage/alerts/enqueue/deferred-changes.ts";
import { enqueueDeferred } from "../../storage/alerts/enqueue/enqueue-notices.ts";
import { keepSettled } from "../../storage/alerts/messages.ts";
import {
	claimAlerts,
	countNotices,
	type Lease,
	nextNoticeAt,
	releaseAlert,
	waitingAlerts,
} from "../../storage/alerts/notice-leases.ts";
import type { SecretBox } from "../../storage/database/secret-box.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { type Holder, NOBODY } from "../../storage/installation/controls.ts";
import { windowsOfTeam } from "../../storage/maintenance/maintenance-windows.ts";
import { claimNotices } from "./claim-notices.ts";
import { ALERTS_AT_A_TIME, DeliveryShares } from "./delivery-shares.ts";
import { DeliveryTurns } from "./delivery-turns.ts";
import { recordDelivery } from "./record-delivery.ts";

export interface DeliverNoticesDependencies {
	readonly database: Tx;
	readonly log: Logger;
	readonly metrics: Metrics;
	/** Epoch milliseconds. */
	now(): number;
	/** Aborted at shutdown: running deliveries are aborted and their notices stay in the outbox. */
	readonly signal: AbortSignal;
	readonly notifier: Notifier;
	readonly secretBox: SecretBox;
	/** Whose the leases are. Default: nobody takes them away. */
	readonly holder?: Holder;
	/** The page of links that acknowledge; null or absent: messages hold none. */
	readonly acknowledgePage?: string | null;
}

/** Deliveries of one alert at a time: enough that forty incidents to a silent receiver take less than the lease. */
const DELIVERIES_AT_A_TIME = 4;
/** Sockets that deliveries use at most. */
export const MAX_CONCURRENT_DELIVERIES = ALERTS_AT_A_TIME * DELIVERIES_AT_A_TIME;
/**
 * A pass begins only within this time of its lease: the longest one (20 messages, four at a time, 10 s each) still
 * ends in it.
 */
const PASSES_WITHIN_MS = 45_000;
/** While some alerts are being served, others that have become ready are claimed this often. */
const CLAIM_EVERY_MS = 250;
/** Claiming alerts takes at most this share of the time, however many notices are waiting. */
const CLAIM_SHARE = 0.1;
/** After an error of the database, while alerts are being served. */
const AFTER_ERROR_MS = 1_000;
/** Transactions that enqueue notices of deferred changes each time before alerts are claimed. */
const ENQUEUE_AT_MOST = 4;
/** The id under which enqueueing takes turns with the teams. No team has it. */
const ENQUEUEING = 0;

/**
 * Serves every alert that has a notice ready now. Returns `more` when there was work, so that it runs again soon.
 *
 * @param shares the usage of teams and receivers in earlier runs
 */
export async function deliverNotices(
	deps: DeliverNoticesDependencies,
	shares: DeliveryShares = new DeliveryShares(),
): Promise<"more" | "idle"> {
	const { database, log, signal } = deps;
	const turns = new DeliveryTurns(database.dialect.writersAtOnce);
	const serving = new Set<Promise<void>>();
	let didWork = false;
	let claims = true;
	try {
		while (!signal.aborted) {
			// To reject at once would end all claiming until the slowest of those that are being served is done.
			const errors: unknown[] = [];
			const noteError = (error: unknown) => {
				errors.push(error);
				log.warn({ err: error }, "No notices could be claimed or enqueued just now");
			};
			const enqueues = (await enqueueSome(deps, turns).catch(noteError)) ?? false;
			didWork ||= enqueues;
			const startedAt = performance.now();
			const leases = (claims && (await claimFairly(deps, shares).catch(noteError))) || [];
			const tookMs = performance.now() - startedAt;
			for (const lease of leases) {
				shares.begin(lease);
				const work = serve(deps, lease, { shares, turns }).then((hadWork) => {
					shares.end(lease);
					serving.delete(work);
					didWork ||= hadWork;
					// An alert that seemed ready but had no work is not claimed again before a pause.
					claims &&= hadWork;
				});
				serving.add(work);
			}
			if (serving.size === 0) {
				if (errors.length > 0) throw errors[0];
				if (enqueues) continue;
				break;
			}
			const leastMs = errors.length > 0 ? AFTER_ERROR_MS : CLAIM_EVERY_MS;
			const first = await firstOf(serving, Math.max(leastMs, tookMs / CLAIM_SHARE));
			if (first === "pause") claims = true;
		}
	} finally {
		await Promise.all(serving);
	}
	return didWork ? "more" : "idle";
}

/**
 * After a run that found nothing at `now`: when the clock brings notices that are ready, epoch milliseconds; `now` when
 * some are ready and were left to a later run; null when it brings none.
 */
export async function nextDeliveryAt(database: Tx, now: number): Promise<number | null> {
	const isAnyReady = (await waitingAlerts(database, now)).length > 0;
	return isAnyReady ? now : nextNoticeAt(database, now);
}

/** Enqueues notices of deferred changes, as far as there is capacity. Returns whether there were any. */
async function enqueueSome(
	{ database, now }: Pick<DeliverNoticesDependencies, "database" | "now">,
	turns: DeliveryTurns,
): Promise<boolean> {
	for (let round = 0; round < ENQUEUE_AT_MOST; round += 1) {
		if ((await turns.take(ENQUEUEING, () => enqueueDeferred(database, now()))) === "idle") return round > 0;
	}
	return true;
}

async function claimFairly(
	{ database, holder = NOBODY, now }: DeliverNoticesDependencies,
	shares: DeliveryShares,
): Promise<Lease[]> {
	if (holder.isSilent) return [];
	const chosen = shares.choose(await waitingAlerts(database, now()));
	return claimAlerts(
		database,
		chosen.map(({ alertId }) => alertId),
		now(),
		holder.id,
	);
}

/**
 * Serves one alert until it has nothing ready, or for as long as the lease allows. Returns whether there was work.
 * Never rejects.
 */
async function serve(
	deps: DeliverNoticesDependencies,
	lease: Lease,
	{ shares, turns }: { shares: DeliveryShares; turns: DeliveryTurns },
): Promise<boolean> {
	const { database, log, metrics, notifier, secretBox, signal, holder = NOBODY } = deps;
	const startedAt = deps.now();
	let didWork = false;
	let open: OpenMessage | null = null;
	try {
		const coverage = coverageBy(await windowsOfTeam(database, lease.teamId));
		const windowUntil = (monitorId: number, instant: number) => coverage(monitorId, instant)?.until ?? null;
		while (!signal.aborted && !holder.isSilent && deps.now() - startedAt < PASSES_WITHIN_MS) {
			const { acknowledgePage = null } = deps;
			const { gathers, updates } = notifier;
			const context = { box: secretBox, acknowledgePage, gathers, updates, windowUntil };
			const step = await turns.take(lease.teamId, () => claimNotices(database, lease, context, deps.now(), open));
			const { messages, skipped, escalated } = step;
			await decideAgain(database, { monitors: escalated, causes: [] }, deps.now()).catch((error: unknown) =>
				log.warn({ err: error }, "What waits before a step could not be decided at once; it is within a minute"),
			);
			for (const { channel, status } of skipped) metrics.notices.inc({ channel, status });
			if (step.decided === 0 && open === null && messages.length === 0 && skipped.length === 0) break;
			open = step.open;
			didWork = true;
			await inParallel(messages, DELIVERIES_AT_A_TIME, (message) => deliver(deps, message, shares));
		}
		await releaseAlert(database, lease, deps.now());
	} catch (error) {
		// Its notices stay in the outbox. The lease is not released, so that a bug does not cause a tight loop.
		metrics.taskFailures.inc({ task: "deliver" });
		log.error(
			{ err: error, alertId: lease.alertId },
			"An alert could not be served; it is tried again when its lease ends",
		);
	}
	return didWork;
}

/** If the installation's secret was lost, notices fail instead of accumulating. */
const UNREADABLE: Delivery = { kind: "failed", again: false, retryAfterMs: null, message: UNREADABLE_SECRETS };

async function deliver(deps: DeliverNoticesDependencies, taken: ClaimedMessage, shares: DeliveryShares): Promise<void> {
	const { database, log, metrics, notifier, signal, holder = NOBODY } = deps;
	if (signal.aborted || holder.isSilent) return;
	const startedAt = performance.now();
	const outcome = taken.channel === null ? UNREADABLE : await notifier.deliver(taken.channel, taken.message, signal);
	if (outcome.kind === "aborted") {
		if (outcome.settled !== undefined) await keepSettled(database, taken, outcome.settled);
		return;
	}
	shares.noteDelivery(taken.alertId, performance.now() - startedAt);
	const recorded = await recordDelivery(database, taken, outcome, { now: deps.now(), random: Math.random() });
	const about = { alert: taken.message.alert.id, message: taken.message.id, channel: taken.channelType };
	if (outcome.kind === "failed") {
		log.warn({ ...about, attempt: taken.attempts + 1, error: outcome.message }, "A notice was not delivered");
	} else if (outcome.warning !== undefined) {
		log.warn({ ...about, error: outcome.warning }, "A notice did not reach every recipient");
	}
	if (recorded === null) return;
	metrics.notices.inc({ channel: taken.channelType, status: recorded.status }, recorded.notices);
}

/**
 * Sets the gauges of pending notices and of deferred changes. A separate job, because counting reads the whole outbox,
 * and deliveries to silent receivers take long.
 */
export async function countPendingNotices({
	database,
	metrics,
}: Pick<DeliverNoticesDependencies, "database" | "metrics">): Promise<"idle"> {
	metrics.noticesPending.set(await countNotices(database));
	metrics.deferredChanges.set(await countDeferredChanges(database));
	return "idle";
}

/**
 * Delivers a test at once, without the outbox, and records nothing. `errorMessage` is null when every recipient
 * accepted it.
 */
export async function deliverTest(
	{ notifier, signal }: Pick<DeliverNoticesDependencies, "notifier" | "signal">,
	destination: Destination,
	message: Message,
): Promise<{ status: "sent" | "failed"; errorMessage: string | null }> {
	const outcome = await notifier.deliver(destination, message, signal);
	if (outcome.kind === "sent") return { status: "sent", errorMessage: outcome.warning ?? null };
	const errorMessage = outcome.kind === "aborted" ? "Lapwing is shutting down." : outcome.message;
	return { status: "failed", errorMessage };
}

/** Waits for the end of one of `tasks` or of a pause of `ms`, and returns which came first. */
async function firstOf(tasks: ReadonlySet<Promise<void>>, ms: number): Promise<"task" | "pause"> {
	let timer: NodeJS.Timeout | undefined;
	const pause = new Promise<"pause">((resolve) => {
		timer = setTimeout(() => resolve("pause"), ms);
	});
	const first = await Promise.race([Promise.race(tasks).then(() => "task" as const), pause]);
	clearTimeout(timer);
	return first;
}

/** Rejects as the first that fails, once all have ended: what they use may be closed after that. */
async function inParallel<Item>(
	items: readonly Item[],
	limit: number,
	work: (item: Item) => Promise<void>,
): Promise<void> {
	const rest = items.values();
	const worker = async () => {
		for (const item of rest) await work(item);
	};
	const ended = await Promise.allSettled(Array.from({ length: limit }, worker));
	const failed = ended.find(({ status }) => status === "rejected");
	if (failed?.status === "rejected") throw failed.reason;
}
