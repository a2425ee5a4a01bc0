/**
 * A worker thread that probes. It owns a prober and the checks that run in it; it knows neither the database nor the
 * API, and nothing that happens in it delays them.
 *
 * Answers are gathered for a moment before they are posted: a message costs more than an answer.
 */

import { parentPort, workerData } from "node:worker_threads";
import type { CheckOrder } from "../domain/check.ts";
import { createProber } from "../probe/check.ts";
import { type Answer, type FromThread, HEARTBEAT_MS, type ProberSettings, type ToThread } from "./messages.ts";

/** How long an answer may wait for company. */
const GATHER_MS = 20;

const port = parentPort;
if (!port) throw new Error("probe-thread.ts runs as a worker thread");
const say = (message: FromThread) => port.postMessage(message);

const prober = createProber({
	...(workerData as ProberSettings),
	onInternalError: (cause, { monitorId }) => {
		say({ kind: "fault", error: cause instanceof Error ? cause : new Error(String(cause)), monitorId });
	},
});
const running = new Map<number, AbortController>();
let answers: Answer[] = [];

function answer(each: Answer): void {
	answers.push(each);
	if (answers.length > 1) return;
	setTimeout(() => {
		say({ kind: "answers", answers });
		answers = [];
	}, GATHER_MS);
}

async function carryOut(name: number, order: CheckOrder): Promise<void> {
	const controller = new AbortController();
	running.set(name, controller);
	const outcome = await prober.run(order, controller.signal);
	running.delete(name);
	if (outcome === null) {
		answer([name, null]);
	} else {
		const { order: _known, ...rest } = outcome;
		answer([name, rest]);
	}
}

const heartbeat = setInterval(() => say({ kind: "alive" }), HEARTBEAT_MS);

port.on("message", async (message: ToThread) => {
	switch (message.kind) {
		case "orders":
			for (const [name, order] of message.orders) void carryOut(name, order);
			break;
		case "abort":
			for (const name of message.names) running.get(name)?.abort();
			break;
		case "close":
			clearInterval(heartbeat);
			await prober.close();
			port.close();
			break;
	}
});
