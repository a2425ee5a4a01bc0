/**
 * Keeps checkpoints of a SQLite file out of this thread (docs/adr/storage/0147-checkpoints-in-a-thread.md). Their
 * thread runs while there is something to copy: a service with few monitors has that every ten minutes, and 8 MB less.
 */

import { atEachMultiple } from "../../../shared-wakes.ts";
import { ThreadPool } from "../../../threads/thread-pool.ts";
import { COPIED_FROM_PAGES, type FromThread, type ThreadData, type ToThread } from "./messages.ts";

const LOOK_EVERY_MS = 1_000;
/** The thread ends when it has copied nothing for so long; a start costs it 30 ms of CPU. */
const ENDS_AFTER_MS = 60_000;

interface CheckpointOptions {
	/** Pages of the WAL that are not in the file yet. */
	uncopiedPages(): number;
	/** Called when the thread was lost, and follows anew, or when it could not copy; for the log. */
	onProblem(error: Error): void;
	/** Default: {@link ENDS_AFTER_MS}. */
	readonly endsAfterMs?: number;
}

/** Starts and ends the thread as there is work for it. Disposing ends it for good. */
export function startCheckpoints(
	path: string,
	{ uncopiedPages, onProblem, endsAfterMs = ENDS_AFTER_MS }: CheckpointOptions,
): AsyncDisposable {
	let thread: ThreadPool<ToThread, FromThread> | null = null;
	let ended = Promise.resolve();

	const stopLooking = atEachMultiple(LOOK_EVERY_MS, () => {
		if (thread !== null || uncopiedPages() < COPIED_FROM_PAGES) return;
		thread = new ThreadPool<ToThread, FromThread>({
			program: new URL("./checkpoint-thread.ts", import.meta.url),
			name: "checkpoint",
			threads: 1,
			workerData: { path, endsAfterMs } satisfies ThreadData,
			onMessage(_thread, message) {
				if (message.kind === "failed") onProblem(message.error);
				else void end();
			},
			onLost: (_thread, reason) => onProblem(reason),
			onStartFailed: onProblem,
		});
	});

	function end(): Promise<void> {
		ended = thread?.close({ kind: "close" }) ?? ended;
		thread = null;
		return ended;
	}
	return {
		[Symbol.asyncDispose]() {
			stopLooking();
			return end();
		},
	};
}
