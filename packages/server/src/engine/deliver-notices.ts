/**
 * Tells people what they are owed. Each alert that owes something is taken under a lease and served until nothing of it is due:
 * decide, deliver, write down. Alerts are served side by side, so that a receiver that is slow keeps nobody else waiting.
 *
 * A kill at any line loses nothing: what was not written down is delivered again under the same id when the lease has run out.
 */

import type { Logger } from "pino";
import type { Message } from "../domain/alerts/notice.ts";
import type { ClaimedMessage } from "../domain/alerts/outbox.ts";
import { windowCovers } from "../domain/maintenance/maintenance.ts";
import type { Metrics } from "../metrics.ts";
import type { Delivery, Destination, Notifier } from "../notify/interface.ts";
import { UNREADABLE_SECRETS } from "../storage/alerts/alert-channels.ts";
import { claimAlerts, countNotices, type Lease, releaseAlert } from "../storage/alerts/notice-leases.ts";
import type { SecretBox } from "../storage/database/sealed-secrets.ts";
import type { Session } from "../storage/database/session.ts";
import { windowsOfTeam } from "../storage/maintenance/maintenance-windows.ts";
import { claimNotices } from "./claim-notices.ts";
import { recordDelivery } from "./record-delivery.ts";

export interface DeliverNoticesDependencies {
	readonly database: Session;
	readonly log: Logger;
	readonly metrics: Metrics;
	/** Epoch milliseconds. */
	now(): number;
	/** Aborted at shutdown: deliveries under way are given up and stay owed. */
	readonly signal: AbortSignal;
	readonly notifier: Notifier;
	readonly secretBox: SecretBox;
}

/** Alerts served at a time by one process: so many silent receivers keep the others waiting. A wait costs a socket, no more. */
const ALERTS_AT_A_TIME = 32;
/** Deliveries of one alert at a time: enough that forty incidents to a silent receiver take less than the lease. */
const DELIVERIES_AT_A_TIME = 4;
/** A pass over an alert begins only within this time of its lease; the longest pass (20 messages, four at a time, 10 s each) still ends in it. */
const PASSES_WITHIN_MS = 45_000;
/** While some alerts are being served, others that become due are looked for this often. */
const LOOK_AGAIN_MS = 250;

/** Serves every alert that owes something now. `more`: something was owed, so look again soon. */
export async function deliverNotices(deps: DeliverNoticesDependencies): Promise<"more" | "idle"> {
	const { database, signal, metrics } = deps;
	const serving = new Set<Promise<void>>();
	let didSomething = false;
	let claims = true;
	while (!signal.aborted) {
		const leases = claims ? await claimAlerts(database, deps.now(), ALERTS_AT_A_TIME - serving.size) : [];
		for (const lease of leases) {
			const work = serve(deps, lease).then((did) => {
				serving.delete(work);
				didSomething ||= did;
				// An alert that seems to owe something and does not must not be claimed over and over: a pause comes first.
				claims &&= did;
			});
			serving.add(work);
		}
		if (serving.size === 0) break;
		if ((await firstOf(serving, LOOK_AGAIN_MS)) === "task") continue;
		claims = true;
		// Here too: while receivers are silent this goes on for long, and that is when the number is looked at.
		metrics.noticesPending.set(await countNotices(database));
	}
	await Promise.all(serving);
	metrics.noticesPending.set(await countNotices(database));
	return didSomething ? "more" : "idle";
}

/** Serves one alert until nothing of it is due, or for as long as the lease allows. Whether there was anything to do. Never rejects. */
async function serve(deps: DeliverNoticesDependencies, lease: Lease): Promise<boolean> {
	const { database, log, metrics, notifier, secretBox, signal } = deps;
	const startedAt = deps.now();
	let didSomething = false;
	try {
		const windows = await windowsOfTeam(database, lease.teamId);
		const windowUntil = (monitorId: number, instant: number) =>
			windowCovers(windows, monitorId, instant)?.until ?? null;
		while (!signal.aborted && deps.now() - startedAt < PASSES_WITHIN_MS) {
			const context = { box: secretBox, gathers: notifier.gathers, windowUntil };
			const { decided, messages, skipped } = await claimNotices(database, lease, context, deps.now());
			for (const { channel, status } of skipped) metrics.notices.inc({ channel, status });
			if (decided === 0 && messages.length === 0) break;
			didSomething = true;
			await inParallel(messages, DELIVERIES_AT_A_TIME, (message) => deliver(deps, message));
		}
		await releaseAlert(database, lease, deps.now());
	} catch (error) {
		// What it owes stays; the lease is left to run out, so that a fault of ours is not repeated in a tight loop.
		metrics.jobFailures.inc({ job: "deliver-notices" });
		log.error(
			{ err: error, alertId: lease.alertId },
			"An alert could not be served; it is tried again when its lease ends",
		);
	}
	return didSomething;
}

/** Where the installation's secret was lost, what is owed is given up one by one, and does not pile up. */
const UNREADABLE: Delivery = { kind: "failed", again: false, retryAfterMs: null, message: UNREADABLE_SECRETS };

async function deliver(deps: DeliverNoticesDependencies, taken: ClaimedMessage): Promise<void> {
	const { database, log, metrics, notifier, signal } = deps;
	if (signal.aborted) return;
	const outcome = taken.channel === null ? UNREADABLE : await notifier.deliver(taken.channel, taken.message, signal);
	if (outcome.kind === "aborted") return;
	const status = await recordDelivery(database, taken, outcome, { now: deps.now(), random: Math.random() });
	const about = { alert: taken.message.alert.id, message: taken.message.id, channel: taken.channelType };
	if (outcome.kind === "failed") {
		log.warn({ ...about, attempt: taken.attempts + 1, error: outcome.message }, "a notice was not delivered");
	} else if (outcome.remark !== undefined) {
		log.warn({ ...about, error: outcome.remark }, "a notice did not reach everybody");
	}
	if (status !== null) metrics.notices.inc({ channel: taken.channelType, status }, taken.notices.length);
}

/** Delivers a test at once: nothing is owed, nothing is recorded. Null error: it was taken by all. */
export async function deliverTest(
	{ notifier, signal }: Pick<DeliverNoticesDependencies, "notifier" | "signal">,
	destination: Destination,
	message: Message,
): Promise<{ status: "sent" | "failed"; errorMessage: string | null }> {
	const outcome = await notifier.deliver(destination, message, signal);
	if (outcome.kind === "sent") return { status: "sent", errorMessage: outcome.remark ?? null };
	const errorMessage = outcome.kind === "aborted" ? "Lapwing is shutting down." : outcome.message;
	return { status: "failed", errorMessage };
}

/** What came first: the end of one of `tasks`, or of a pause of `ms`. */
async function firstOf(tasks: ReadonlySet<Promise<void>>, ms: number): Promise<"task" | "pause"> {
	let timer: NodeJS.Timeout | undefined;
	const pause = new Promise<"pause">((resolve) => {
		timer = setTimeout(() => resolve("pause"), ms);
	});
	const first = await Promise.race([Promise.race(tasks).then(() => "task" as const), pause]);
	clearTimeout(timer);
	return first;
}

async function inParallel<Item>(
	items: readonly Item[],
	limit: number,
	work: (item: Item) => Promise<void>,
): Promise<void> {
	const rest = items.values();
	const worker = async () => {
		for (const item of rest) await work(item);
	};
	await Promise.all(Array.from({ length: limit }, worker));
}
