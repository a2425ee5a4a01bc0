/**
 * A worker thread that probes. It owns a prober and the checks that run in it; it knows neither the database nor the
 * API, and nothing that happens in it delays them.
 *
 * Orders wait for their turn (./paced-starts.ts). Answers are gathered for a moment before they are posted: a message
 * costs more than an answer.
 */

import { parentPort, workerData } from "node:worker_threads";
import type { CheckOrder } from "../../domain/checks/check.ts";
import { createProber } from "../../probe/check.ts";
import { type Answer, type FromThread, HEARTBEAT_MS, type ProberSettings, type ToThread } from "./messages.ts";
import { PacedStarts } from "./paced-starts.ts";

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
/** Checks that wait or run, by name. */
const aborts = new Map<number, AbortController>();
let started = 0;
let answers: Answer[] = [];
let isGathering = false;

/** Tells of `started` and `answers`, soon. */
function report(): void {
	if (isGathering) return;
	isGathering = true;
	setTimeout(() => {
		isGathering = false;
		say({ kind: "progress", started, answers });
		started = 0;
		answers = [];
	}, GATHER_MS);
}

const starts = new PacedStarts<readonly [name: number, order: CheckOrder]>(([name, order]) => {
	started += 1;
	report();
	void runCheck(name, order);
});

async function runCheck(name: number, order: CheckOrder): Promise<void> {
	const { signal } = aborts.get(name) as AbortController;
	const outcome = await prober.run(order, signal);
	aborts.delete(name);
	if (outcome === null) {
		answers.push([name, null]);
	} else {
		const { order: _known, ...rest } = outcome;
		answers.push([name, rest]);
	}
	report();
}

const heartbeat = setInterval(() => say({ kind: "alive" }), HEARTBEAT_MS);

port.on("message", async (message: ToThread) => {
	switch (message.kind) {
		case "orders":
			for (const [name] of message.orders) aborts.set(name, new AbortController());
			starts.add(message.orders);
			break;
		case "abort":
			for (const name of message.names) aborts.get(name)?.abort();
			break;
		case "close":
			clearInterval(heartbeat);
			await prober.close();
			port.close();
			break;
	}
});
