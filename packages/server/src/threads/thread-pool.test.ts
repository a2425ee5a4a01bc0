import { expect, test } from "vitest";
import { ThreadPool } from "./thread-pool.ts";

test("a thread that can't be started is reported and tried again, at the beginning too", async () => {
	const failures: Error[] = [];
	const pool = new ThreadPool({
		// The constructor of the thread throws, as it does where the system has no room for one.
		program: new URL("https://nowhere.invalid/thread.ts"),
		name: "test",
		threads: 1,
		workerData: null,
		onMessage() {},
		onLost() {},
		onStartFailed: (error) => failures.push(error),
	});
	expect([failures.map(({ message }) => message), pool.threads]).toEqual([["No test thread could be started"], []]);
	await expect.poll(() => failures.length, { timeout: 20_000 }).toBeGreaterThan(1);
	expect(pool.noneLiveForMs).toBeGreaterThan(0);
	await pool.close({ kind: "close" });
});
