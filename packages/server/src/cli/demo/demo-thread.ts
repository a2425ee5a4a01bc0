/** Makes the demo's histories in a thread of its own: a piece for each message, and ends after the last one. */

import { parentPort, workerData } from "node:worker_threads";
import { type HistoryOptions, histories } from "./demo-histories.ts";

const port = parentPort;
if (!port) throw new Error("demo-thread.ts runs as a worker thread");

const pieces = histories(workerData as HistoryOptions);
port.on("message", () => {
	const { value: piece, done } = pieces.next();
	if (done) port.close();
	else port.postMessage(piece);
});
