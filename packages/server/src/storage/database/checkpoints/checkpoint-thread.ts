/**
 * A worker thread that makes the checkpoints of a SQLite file: it copies committed pages from the WAL into the file and
 * waits for the disk. A commit would do so itself, in its own thread (sqlite.org/wal.html#ckpt).
 */

import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { startHeartbeat } from "../../../threads/heartbeat.ts";
import {
	COPIED_FROM_PAGES,
	type FromThread,
	RESTARTED_FROM_PAGES,
	type ThreadData,
	type ToThread,
} from "./messages.ts";

/** After a look that found new pages, and after one that found none. */
const LOOK_AFTER_MS = { written: 100, unchanged: 1_000 };
/** After a failure: the disk is full or broken. */
const RETRY_AFTER_MS = 5_000;
/** How long a restart of the WAL waits for a writer, and then for readers while no one else can write. */
const RESTART_WAIT_MS = 50;

const port = parentPort;
if (!port) throw new Error("checkpoint-thread.ts runs as a worker thread");
const { path, endsAfterMs } = workerData as ThreadData;
const file = new DatabaseSync(path, { timeout: RESTART_WAIT_MS });
const stopping = new AbortController();
const stopHeartbeat = startHeartbeat(port);
let hasFailed = false;
let pauseMs = LOOK_AFTER_MS.written;
/** Pages in the WAL at the last look. */
let knownPages = 0;
/** By the monotonic clock: when there was last something to copy. */
let busyAt = performance.now();

port.once("message", (_close: ToThread) => stopping.abort());
while (!stopping.signal.aborted) {
	await pause(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
	try {
		pauseMs = copy() === "written" ? LOOK_AFTER_MS.written : LOOK_AFTER_MS.unchanged;
		hasFailed = false;
	} catch (cause) {
		const error = new Error("What was committed can't be copied from the WAL into the database file", { cause });
		if (!hasFailed) port.postMessage({ kind: "failed", error } satisfies FromThread);
		hasFailed = true;
		pauseMs = RETRY_AFTER_MS;
		busyAt = performance.now();
	}
	if (performance.now() - busyAt > endsAfterMs) port.postMessage({ kind: "idle" } satisfies FromThread);
}
stopHeartbeat();
file.close();

/** Copies what is worth it; answers whether anything was written since the last look. */
function copy(): "written" | "unchanged" {
	const before = checkpoint("NOOP");
	const change = before.log === knownPages ? "unchanged" : "written";
	knownPages = before.log;
	if (before.log - before.copied < COPIED_FROM_PAGES) return change;
	busyAt = performance.now();
	// Beside it readers read and writers write.
	const { log, copied } = checkpoint("PASSIVE");
	// The WAL begins anew only when nothing was committed during the copy. Now the rest is copied while writers wait;
	// not while someone reads an older state, as a backup does, for writers would wait for that reader.
	if (log >= RESTARTED_FROM_PAGES && copied === log) checkpoint("RESTART");
	return change;
}

/** Answers the pages in the WAL, and how many of them are in the file as well. */
function checkpoint(mode: "NOOP" | "PASSIVE" | "RESTART"): { log: number; copied: number } {
	const row = file.prepare(`PRAGMA wal_checkpoint(${mode})`).get();
	return { log: Number(row?.["log"]), copied: Number(row?.["checkpointed"]) };
}
