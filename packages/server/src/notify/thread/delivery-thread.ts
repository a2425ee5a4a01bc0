/**
 * A worker thread that delivers notices. It owns the sockets to receivers and knows neither the database nor the API.
 */

import { parentPort, workerData } from "node:worker_threads";
import { PolicedDialer } from "../../net/dial.ts";
import { startHeartbeat } from "../../threads/heartbeat.ts";
import { createNotifier } from "../notifier.ts";
import { MailPriority } from "../subscribers/mail-priority.ts";
import { SubscriberMailer } from "../subscribers/mailer.ts";
import { challenge, sendNews } from "../subscribers/webhooks.ts";
import type { DeliverySettings, FromThread, ToThread } from "./messages.ts";

const port = parentPort;
if (!port) throw new Error("delivery-thread.ts runs as a worker thread");
const send = (message: FromThread) => port.postMessage(message);

const { allowPrivateTargets, resolvers, smtp, subscriberMailsPerSecond, ...settings } = workerData as DeliverySettings;
const dialer = new PolicedDialer({ allowPrivateTargets, resolvers });
// The mail server is the operator's own setting, not an address that a user gave.
const operatorDialer = new PolicedDialer({ allowPrivateTargets: true, resolvers });
// Webhook subscribers are customers of a team, whose addresses the operator never meant by allowing private targets.
const publicDialer = new PolicedDialer({ allowPrivateTargets: false, resolvers });
const priority = new MailPriority();
const notifier = createNotifier({
	...settings,
	dialer,
	smtp: smtp === null ? null : { server: smtp, dialer: operatorDialer },
	priority,
	now: Date.now,
	onFault: (error) => send({ kind: "fault", error: error instanceof Error ? error : new Error(String(error)) }),
});
const webhooks = { dialer: publicDialer, userAgent: settings.userAgent, now: Date.now };
let mailer: SubscriberMailer | null = null;
/** Opened at its first use: most installations have no subscribers. */
function subscriberMailer(): SubscriberMailer | null {
	if (smtp === null) return null;
	const mailsPerSecond = subscriberMailsPerSecond ?? null;
	mailer ??= new SubscriberMailer({ server: smtp, dialer: operatorDialer, mailsPerSecond, priority });
	return mailer;
}
const NO_MAIL_SERVER = { kind: "unavailable", message: "SMTP_URL is not set." } as const;
const aborts = new Map<number, AbortController>();
const stopHeartbeat = startHeartbeat(port);

async function report(deliveryId: number, answer: (signal: AbortSignal) => Promise<FromThread>): Promise<void> {
	const abort = new AbortController();
	aborts.set(deliveryId, abort);
	const answered = await answer(abort.signal);
	aborts.delete(deliveryId);
	send(answered);
}

function answer({ deliveryId, ...asked }: Exclude<ToThread, { kind: "close" | "abort" }>): void {
	void report(deliveryId, async (signal): Promise<FromThread> => {
		switch (asked.kind) {
			case "deliver":
				return {
					kind: "delivered",
					deliveryId,
					delivery: await notifier.deliver(asked.destination, asked.message, signal),
				};
			case "mail":
				return { kind: "delivered", deliveryId, delivery: await notifier.mail(asked.mail, signal) };
			case "subscriber_mails": {
				const sent = subscriberMailer()?.send(asked.batch, signal);
				const deliveries = (await sent) ?? asked.batch.to.map(() => NO_MAIL_SERVER);
				return { kind: "subscribers_delivered", deliveryId, deliveries };
			}
			case "subscriber_webhooks":
				return {
					kind: "subscribers_delivered",
					deliveryId,
					deliveries: await sendNews(webhooks, asked.batch, signal),
				};
			case "challenge":
				return { kind: "challenged", deliveryId, problem: await challenge(webhooks, asked.webhook, signal) };
		}
	});
}

port.on("message", (message: ToThread) => {
	switch (message.kind) {
		case "abort":
			aborts.get(message.deliveryId)?.abort();
			break;
		case "close":
			stopHeartbeat();
			for (const abort of aborts.values()) abort.abort();
			dialer.close();
			operatorDialer.close();
			publicDialer.close();
			mailer?.close();
			port.close();
			break;
		default:
			answer(message);
	}
});
