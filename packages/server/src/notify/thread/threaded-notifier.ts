/**
 * Delivers notices in a thread of its own, so that a receiver whose handshake takes long to compute, or whose answer
 * takes long to read, delays neither the API nor the commits. A thread that dies or hangs is replaced; what it was
 * delivering counts as failed and is tried again under the same ids.
 */

import type { ChannelType } from "../../domain/alerts/channels.ts";
import type { Message } from "../../domain/alerts/notice.ts";
import { onAbort } from "../../net/abort.ts";
import { ThreadPool } from "../../threads/thread-pool.ts";
import { CHANNEL_SENDERS } from "../channels.ts";
import { DELIVERY_TIMEOUT_MS, type Delivery, type Destination, type Mail, type Notifier } from "../interface.ts";
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
	/** Ends the thread; deliveries under way are aborted. */
	close(): Promise<void>;
}

/** Notices in the thread at once: a message has at most a megabyte and usually a few kilobytes. */
const NOTICES_AT_A_TIME = 1_000;
/** Room beside them, so that people get their links while a thousand monitors fail. */
const MAILS_AT_A_TIME = 100;
/** Past the timeout of a delivery, an answer of the thread is not waited for any more. */
const ANSWER_GRACE_MS = 2_000;

const ABORTED: Delivery = { kind: "aborted" };

export function createThreadedNotifier(options: ThreadedNotifierOptions): ThreadedNotifier {
	const { program, onThreadLost, onFault, ...workerData } = options;
	const settled = new Map<number, (delivery: Delivery) => void>();
	let lastId = 0;

	const pool = new ThreadPool<ToThread, FromThread>({
		program: program ?? new URL("./delivery-thread.ts", import.meta.url),
		name: "delivery",
		threads: 1,
		workerData,
		onMessage(_thread, message) {
			if (message.kind === "fault") onFault(message.error);
			else settled.get(message.deliveryId)?.(message.delivery);
		},
		onLost(_thread, reason) {
			for (const settle of [...settled.values()]) settle(unknown("Lapwing failed while it was sending this."));
			onThreadLost(reason);
		},
		onStartFailed: onThreadLost,
	});

	/** @param room how many may be in the thread, this one included */
	function send(request: (deliveryId: number) => ToThread, room: number, signal: AbortSignal): Promise<Delivery> {
		if (signal.aborted) return Promise.resolve(ABORTED);
		const [thread] = pool.threads;
		if (!thread || settled.size >= room) {
			return Promise.resolve(retryLater("Lapwing is delivering too many other notices just now."));
		}
		lastId += 1;
		const deliveryId = lastId;
		thread.send(request(deliveryId));
		return new Promise((resolve) => {
			const settle = (delivery: Delivery) => {
				clearTimeout(timer);
				stopListening();
				settled.delete(deliveryId);
				resolve(delivery);
			};
			const stopListening = onAbort(signal, () => {
				thread.send({ kind: "abort", deliveryId });
				settle(ABORTED);
			});
			const timer = setTimeout(() => {
				thread.send({ kind: "abort", deliveryId });
				settle(unknown(`Nothing was heard of the delivery within ${DELIVERY_TIMEOUT_MS / 1000} s.`));
			}, DELIVERY_TIMEOUT_MS + ANSWER_GRACE_MS);
			settled.set(deliveryId, settle);
		});
	}

	return {
		gathers: (type: ChannelType) => CHANNEL_SENDERS[type].gathers,
		updates: (type: ChannelType) => CHANNEL_SENDERS[type].update !== undefined,
		deliver(destination: Destination, message: Message, signal: AbortSignal): Promise<Delivery> {
			const request = (deliveryId: number) => ({ kind: "deliver", deliveryId, destination, message }) as const;
			return send(request, NOTICES_AT_A_TIME, signal);
		},
		mail(mail: Mail, signal: AbortSignal): Promise<Delivery> {
			const request = (deliveryId: number) => ({ kind: "mail", deliveryId, mail }) as const;
			return send(request, NOTICES_AT_A_TIME + MAILS_AT_A_TIME, signal);
		},
		async close() {
			for (const settle of [...settled.values()]) settle(ABORTED);
			await pool.close({ kind: "close" });
		},
	};
}

function unknown(message: string): Delivery {
	return { ...retryLater(message), mayHaveArrived: true };
}

function retryLater(message: string) {
	return { kind: "failed", again: true, retryAfterMs: null, message } as const;
}
