/**
 * A delivery thread whose behaviour the alert's name chooses: it dies, stays silent, or delivers nothing and reports
 * that it did.
 */

import { parentPort } from "node:worker_threads";
import type { FromThread, ToThread } from "../messages.ts";

parentPort?.on("message", (message: ToThread) => {
	if (message.kind === "close") parentPort?.close();
	if (message.kind !== "deliver" || message.message.alert.name === "silent") return;
	if (message.message.alert.name === "dies") process.exit(1);
	const { deliveryId } = message;
	parentPort?.postMessage({ kind: "delivered", deliveryId, delivery: { kind: "sent" } } satisfies FromThread);
});
