/** A probe thread whose behaviour the host name of each order chooses: it dies, hangs, waits for ever, or answers. */

import { parentPort, threadId } from "node:worker_threads";
import { NO_PHASES } from "../../../domain/checks/observation.ts";
import { targetOf } from "../../../domain/monitors/types.ts";
import { type FromThread, pack, type ToThread, unpack } from "../messages.ts";

parentPort?.on("message", (message: ToThread) => {
	if (message.kind === "close") parentPort?.close();
	if (message.kind !== "orders") return;
	const orders = unpack(message.orders);
	parentPort?.postMessage({ kind: "progress", started: orders.length, answers: pack([]) } satisfies FromThread);
	for (const [checkId, order] of orders) {
		const { hostname } = new URL(targetOf(order.settings, ""));
		if (hostname === "dies.example") process.exit(1);
		if (hostname === "hangs.example") for (;;);
		if (hostname !== "answers.example") continue;
		const at = Date.now();
		const observation = {
			kind: "answered",
			type: "http",
			status: 200,
			responseTimeMs: 1,
			phases: NO_PHASES,
			failedContentCheckId: null,
			certificate: null,
			// Shows which thread it was.
			address: String(threadId),
		} as const;
		const answers = [
			[checkId, { observation, startedAt: at, completedAt: at, firstAttemptAt: at, attempts: 1 }],
		] as const;
		parentPort?.postMessage({ kind: "progress", started: 0, answers: pack(answers) } satisfies FromThread);
	}
});
