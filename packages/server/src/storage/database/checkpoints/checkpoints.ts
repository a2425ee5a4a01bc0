/** Keeps checkpoints of a SQLite file out of this thread (docs/adr/storage/0147-checkpoints-in-a-thread.md). */

import { ThreadPool } from "../../../threads/thread-pool.ts";
import type { FromThread, ToThread } from "./messages.ts";

/**
 * Starts the thread; disposing ends it.
 * @param onProblem called when the thread was lost, and follows anew, or when it could not copy; for the log
 */
export function startCheckpoints(path: string, onProblem: (error: Error) => void): AsyncDisposable {
	const pool = new ThreadPool<ToThread, FromThread>({
		program: new URL("./checkpoint-thread.ts", import.meta.url),
		name: "checkpoint",
		threads: 1,
		workerData: path,
		onMessage: (_thread, { error }) => onProblem(error),
		onLost: (_thread, reason) => onProblem(reason),
		onStartFailed: onProblem,
	});
	return { [Symbol.asyncDispose]: () => pool.close({ kind: "close" }) };
}
