/**
 * A worker thread that probes. It owns a prober and the checks that run in it; it knows neither the database nor the
 * API, and nothing that happens in it delays them.
 *
 * Orders that come in a crowd, as after a restart, are begun a few in each turn of the event loop: begun all at once, each would
 * wait for the work of all others, and be slow by our own doing. Answers are gathered for a moment before they are posted: a message
 * costs more than an answer.
 */

import { parentPort, workerData } from "node:worker_threads";
import type { CheckOrder } from "../domain/check.ts";
import { createProber } from "../probe/check.ts";
import { type Answer, type FromThread, HEARTBEAT_MS, type ProberSettings, type ToThread } from "./messages.ts";

/** How long an answer may wait for company. */
const GATHER_MS = 20;
/** Begun in one turn: with five or six turns to a check, about 100 ms of handshakes stand before the last of them. */
const BEGUN_A_TURN = 16;

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

/** Taken and not yet begun. */
const waiting: (readonly [name: number, order: CheckOrder, controller: AbortController])[] = [];
let begun = 0;

function take(name: number, order: CheckOrder): void {
	const controller = new AbortController();
	running.set(name, controller);
	waiting.push([name, order, controller]);
	if (waiting.length === 1) setImmediate(beginSome);
}

function beginSome(): void {
	for (const last = Math.min(waiting.length, begun + BEGUN_A_TURN); begun < last; begun++) {
		const next = waiting[begun];
		if (next !== undefined) void carryOut(...next);
	}
	if (begun < waiting.length) setImmediate(beginSome);
	else {
		waiting.length = 0;
		begun = 0;
	}
}

async function carryOut(name: number, order: CheckOrder, { signal }: AbortController): Promise<void> {
	const outcome = await prober.run(order, signal);
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
			for (const [name, order] of message.orders) take(name, order);
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
