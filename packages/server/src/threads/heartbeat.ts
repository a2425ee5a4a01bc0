/** The thread's side of ./thread-pool.ts. */

import type { MessagePort } from "node:worker_threads";
import { atEachMultiple } from "../shared-wakes.ts";

export const HEARTBEAT_MS = 1_000;

/** Sent every HEARTBEAT_MS by a thread whose event loop turns. */
export interface Alive {
	readonly kind: "alive";
}

/** Begins to send; returns how to end it. */
export function startHeartbeat(port: MessagePort): () => void {
	return atEachMultiple(HEARTBEAT_MS, () => port.postMessage({ kind: "alive" } satisfies Alive));
}
