/**
 * A worker thread that probes. It owns a prober and the checks that run in it; it knows neither the database nor the
 * API, and nothing that happens in it delays them.
 *
 * Orders wait for their turn (./paced-starts.ts). Answers are gathered for a moment before they are posted: a message
 * costs more than an answer.
 */

import { parentPort, workerData } from "node:worker_threads";
import type { CheckOrder } from "../../domain/checks/check.ts";
import { SocketProber } from "../../probe/check.ts";
import { startHeartbeat } from "../../threads/heartbeat.ts";
import {
	type Answer,
	type FromThread,
	type ProberSettings,
	pack,
	sharedMonotonic,
	type ToThread,
	unpack,
} from "./messages.ts";
import { PacedStarts } from "./paced-starts.ts";

/** How long an answer may wait for others. */
const GATHER_MS = 20;

const port = parentPort;
if (!port) throw new Error("probe-thread.ts runs as a worker thread");
const send = (message: FromThread) => port.postMessage(message);

/** As the last message says: no check runs before there was one. */
let clockMs = 0;

const prober = new SocketProber({
	...(workerData as ProberSettings),
	clock: { now: () => Math.floor(sharedMonotonic() + clockMs), monotonic: () => performance.now() },
	onInternalError: (cause, { monitorId }) => {
		send({ kind: "fault", error: cause instanceof Error ? cause : new Error(String(cause)), monitorId });
	},
});
/** Of checks that wait or run, by id. */
const aborts = new Map<number, AbortController>();
let started = 0;
let answers: Answer[] = [];
let isGathering = false;

/** Sends `started` and `answers`, soon. */
function report(): void {
	if (isGathering) return;
	isGathering = true;
	setTimeout(() => {
		isGathering = false;
		send({ kind: "progress", started, answers: pack(answers) });
		started = 0;
		answers = [];
	}, GATHER_MS);
}

const starts = new PacedStarts<readonly [checkId: number, order: CheckOrder]>(([checkId, order]) => {
	started += 1;
	report();
	void runCheck(checkId, order);
});

async function runCheck(checkId: number, order: CheckOrder): Promise<void> {
	const { signal } = aborts.get(checkId) as AbortController;
	const outcome = await prober.run(order, signal);
	aborts.delete(checkId);
	if (outcome === null) {
		answers.push([checkId, null]);
	} else {
		const { order: _known, ...rest } = outcome;
		answers.push([checkId, rest]);
	}
	report();
}

function receive(orders: readonly (readonly [checkId: number, order: CheckOrder])[]): void {
	for (const [checkId] of orders) aborts.set(checkId, new AbortController());
	starts.add(orders);
}

/** Nobody takes an attempt back: whoever asked for it just does not wait any longer. */
const NEVER = new AbortController().signal;

const stopHeartbeat = startHeartbeat(port);

port.on("message", async (message: ToThread) => {
	switch (message.kind) {
		case "orders":
			clockMs = message.clockMs;
			receive(unpack(message.orders));
			break;
		case "attempt": {
			clockMs = message.clockMs;
			const outcome = await prober.attempt(unpack(message.order), message.timeoutMs, NEVER);
			send({ kind: "attempted", id: message.id, outcome: pack(outcome) });
			break;
		}
		case "abort":
			for (const checkId of message.checkIds) aborts.get(checkId)?.abort();
			break;
		case "close":
			stopHeartbeat();
			await prober.close();
			port.close();
			break;
	}
});
