/**
 * A worker thread that delivers notices. It owns the sockets to receivers and knows neither the database nor the API.
 */

import { parentPort, workerData } from "node:worker_threads";
import { PolicedDialer } from "../../net/dial.ts";
import { startHeartbeat } from "../../threads/heartbeat.ts";
import type { Delivery } from "../interface.ts";
import { createNotifier } from "../notifier.ts";
import type { DeliverySettings, FromThread, ToThread } from "./messages.ts";

const port = parentPort;
if (!port) throw new Error("delivery-thread.ts runs as a worker thread");
const send = (message: FromThread) => port.postMessage(message);

const { allowPrivateTargets, resolvers, smtp, ...settings } = workerData as DeliverySettings;
const dialer = new PolicedDialer({ allowPrivateTargets, resolvers });
// The mail server is the operator's own setting, not an address that a user gave.
const operatorDialer = new PolicedDialer({ allowPrivateTargets: true, resolvers });
const notifier = createNotifier({
	...settings,
	dialer,
	smtp: smtp === null ? null : { server: smtp, dialer: operatorDialer },
	now: Date.now,
	onFault: (error) => send({ kind: "fault", error: error instanceof Error ? error : new Error(String(error)) }),
});
const aborts = new Map<number, AbortController>();
const stopHeartbeat = startHeartbeat(port);

async function report(deliveryId: number, deliver: (signal: AbortSignal) => Promise<Delivery>): Promise<void> {
	const abort = new AbortController();
	aborts.set(deliveryId, abort);
	const delivery = await deliver(abort.signal);
	aborts.delete(deliveryId);
	send({ kind: "delivered", deliveryId, delivery });
}

port.on("message", (message: ToThread) => {
	switch (message.kind) {
		case "deliver":
			void report(message.deliveryId, (signal) => notifier.deliver(message.destination, message.message, signal));
			break;
		case "mail":
			void report(message.deliveryId, (signal) => notifier.mail(message.mail, signal));
			break;
		case "abort":
			aborts.get(message.deliveryId)?.abort();
			break;
		case "close":
			stopHeartbeat();
			for (const abort of aborts.values()) abort.abort();
			dialer.close();
			operatorDialer.close();
			port.close();
			break;
	}
});
