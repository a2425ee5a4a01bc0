/**
 * Delivers notices in a thread of its own, so that a receiver whose handshake takes long to compute, or whose answer
 * takes long to read, delays neither the API nor the commits. A thread that dies or hangs is replaced; what it was
 * delivering counts as failed and is tried again under the same ids.
 */

import type { ChannelType } from "../../domain/alerts/channels.ts";
import { onAbort } from "../../net/abort.ts";
import { ThreadPool } from "../../threads/thread-pool.ts";
import { CHANNEL_SENDERS } from "../channels.ts";
import { DELIVERY_TIMEOUT_MS, type Delivery, type Notifier } from "../interface.ts";
import { BATCH_TIMEOUT_MS, type SubscriberDelivery, type SubscriberSender } from "../subscribers/interface.ts";
import type { DeliverySettings, FromThread, ToThread } from "./messages.ts";

export interface ThreadedNotifierOptions extends DeliverySettings {
	/** What the thread runs; the delivery thread unless a test brings one that dies. */
	readonly program?: URL;
	/** Called when the thread had to be replaced; for the log. */
	onThreadLost(reason: Error): void;
	/** What a bug of ours threw; the delivery counts as failed. */
	onFault(error: unknown): void;
}

export interface ThreadedNotifier extends Notifier {
	readonly subscribers: SubscriberSender;
	/** Ends the thread; deliveries under way are aborted. */
	close(): Promise<void>;
}

/** Notices in the thread at once: a message has at most a megabyte and usually a few kilobytes. */
const NOTICES_AT_A_TIME = 1_000;
/** Room beside them, so that people get their links while a thousand monitors fail. */
const MAILS_AT_A_TIME = 100;
/** Past the timeout of a delivery, an answer of the thread is not waited for any more. */
const ANSWER_GRACE_MS = 2_000;
/** What was aborted says at once what it came to until then. A thread that is busy holds up no stop. */
const ABORTED_WITHIN_MS = 1_000;

/** Why there is no answer: stopped by the caller, not accepted, the thread died, or it did not answer in time. */
type End = "aborted" | "full" | "lost" | "silent";

type Answered = Exclude<FromThread, { kind: "fault" }>;

interface Asked {
	answered(message: Answered): void;
	ended(end: End): void;
}

type WithoutNumber<Message> = Message extends { readonly deliveryId: number } ? Omit<Message, "deliveryId"> : never;
/** What is asked of the thread, before it has its number. */
type Unnumbered = WithoutNumber<Exclude<ToThread, { kind: "abort" }>>;

interface Request<Answer> {
	readonly request: Unnumbered;
	/** How many may be in the thread, this one included. */
	readonly room: number;
	readonly timeoutMs: number;
	answerOf(message: Answered): Answer;
	without(end: End): Answer;
}

export function createThreadedNotifier(options: ThreadedNotifierOptions): ThreadedNotifier {
	const { program, onThreadLost, onFault, ...workerData } = options;
	const asked = new Map<number, Asked>();
	let lastId = 0;

	let isClosed = false;
	let pool: ThreadPool<ToThread, FromThread> | null = null;
	/** Begins with the first delivery: most services have long times without one, and the thread takes 25 MB. */
	const startPool = () =>
		new ThreadPool<ToThread, FromThread>({
			program: program ?? new URL("./delivery-thread.ts", import.meta.url),
			name: "delivery",
			threads: 1,
			workerData,
			onMessage(_thread, message) {
				if (message.kind === "fault") onFault(message.error);
				else asked.get(message.deliveryId)?.answered(message);
			},
			onLost(_thread, reason) {
				for (const each of [...asked.values()]) each.ended("lost");
				onThreadLost(reason);
			},
			onStartFailed: onThreadLost,
		});

	function ask<Answer>(
		{ request, room, timeoutMs, answerOf, without }: Request<Answer>,
		signal: AbortSignal,
	): Promise<Answer> {
		// A thread that began after the end would be ended by nobody.
		if (signal.aborted || isClosed) return Promise.resolve(without("aborted"));
		pool ??= startPool();
		const [thread] = pool.threads;
		if (!thread || asked.size >= room) return Promise.resolve(without("full"));
		lastId += 1;
		const deliveryId = lastId;
		thread.send({ ...request, deliveryId } as ToThread);
		return new Promise((resolve) => {
			const settle = (answer: Answer) => {
				clearTimeout(timer);
				clearTimeout(abortTimer);
				stopListening();
				asked.delete(deliveryId);
				resolve(answer);
			};
			const abort = () => thread.send({ kind: "abort", deliveryId });
			let abortTimer: NodeJS.Timeout | undefined;
			const stopListening = onAbort(signal, () => {
				abort();
				abortTimer = setTimeout(() => settle(without("aborted")), ABORTED_WITHIN_MS);
			});
			const timer = setTimeout(() => {
				abort();
				settle(without("silent"));
			}, timeoutMs + ANSWER_GRACE_MS);
			asked.set(deliveryId, {
				answered: (message) => settle(answerOf(message)),
				ended: (end) => settle(without(end)),
			});
		});
	}

	const send = (request: Unnumbered, room: number, signal: AbortSignal) =>
		ask<Delivery>(
			{
				request,
				room,
				timeoutMs: DELIVERY_TIMEOUT_MS,
				answerOf: (message) => (message.kind === "delivered" ? message.delivery : WITHOUT_ANSWER.lost),
				without: (end) => WITHOUT_ANSWER[end],
			},
			signal,
		);
	const sendBatch = (request: Unnumbered & { batch: { to: readonly unknown[] } }, signal: AbortSignal) =>
		ask<readonly SubscriberDelivery[]>(
			{
				request,
				room: Number.POSITIVE_INFINITY,
				timeoutMs: BATCH_TIMEOUT_MS,
				answerOf: (message) => (message.kind === "subscribers_delivered" ? message.deliveries : []),
				without: (end) => request.batch.to.map(() => WITHOUT_BATCH[end]),
			},
			signal,
		);

	return {
		gathers: (type: ChannelType) => CHANNEL_SENDERS[type].gathers,
		updates: (type: ChannelType) => CHANNEL_SENDERS[type].update !== undefined,
		deliver: (destination, message, signal) =>
			send({ kind: "deliver", destination, message }, NOTICES_AT_A_TIME, signal),
		mail: (mail, signal) => send({ kind: "mail", mail }, NOTICES_AT_A_TIME + MAILS_AT_A_TIME, signal),
		subscribers: {
			mail: (batch, signal) => sendBatch({ kind: "subscriber_mails", batch }, signal),
			webhook: (batch, signal) => sendBatch({ kind: "subscriber_webhooks", batch }, signal),
			challenge: (webhook, signal) =>
				ask<string | null>(
					{
						request: { kind: "challenge", webhook },
						room: NOTICES_AT_A_TIME + MAILS_AT_A_TIME,
						timeoutMs: DELIVERY_TIMEOUT_MS,
						answerOf: (message) => (message.kind === "challenged" ? message.problem : "It gave no answer."),
						without: () => "Lapwing could not ask it. Try again.",
					},
					signal,
				),
		},
		async close() {
			isClosed = true;
			for (const each of [...asked.values()]) each.ended("aborted");
			await pool?.close({ kind: "close" });
		},
	};
}

const later = (message: string, mayHaveArrived: boolean): Delivery => ({
	kind: "failed",
	again: true,
	retryAfterMs: null,
	message,
	...(mayHaveArrived && { mayHaveArrived }),
});

const WITHOUT_ANSWER: Readonly<Record<End, Delivery>> = {
	aborted: { kind: "aborted" },
	full: later("Lapwing is delivering too many other notices just now.", false),
	lost: later("Lapwing failed while it was sending this.", true),
	silent: later(`Nothing was heard of the delivery within ${DELIVERY_TIMEOUT_MS / 1000} s.`, true),
};

const WITHOUT_BATCH: Readonly<Record<End, SubscriberDelivery>> = {
	aborted: { kind: "untried" },
	full: { kind: "untried" },
	lost: { kind: "unavailable", message: "Lapwing failed while it was sending this." },
	silent: { kind: "unavailable", message: `Nothing was heard of the batch within ${BATCH_TIMEOUT_MS / 1000} s.` },
};
