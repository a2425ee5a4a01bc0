/** The engine of a database that may be moved away while it runs; the API goes on to serve reads. */

import { setTimeout as pause } from "node:timers/promises";
import { LOOK_EVERY_MS, whereMoved } from "../moves.ts";
import type { Parts } from "../parts.ts";
import { type EngineRole, startEngine } from "./engine.ts";

/** The engine, which stops when the database is moved away. */
export async function startMovableEngine(parts: Parts, opened: AsyncDisposableStack): Promise<EngineRole> {
	const { database, log, stopping } = parts;
	const ending = new AbortController();
	const signal = AbortSignal.any([stopping, ending.signal]);
	const engine = await startEngine({ ...parts, stopping: signal }, opened);
	let stopped: Promise<void> | null = null;
	const stop = () => {
		stopped ??= engine.stop();
		return stopped;
	};
	const watch = async () => {
		while (!stopping.aborted) {
			await pause(LOOK_EVERY_MS, null, { signal: stopping, ref: false });
			// A database that can't be asked is everybody's trouble; the next look asks again.
			const movedTo = await whereMoved(database).catch(() => null);
			if (movedTo === null) continue;
			log.warn({ movedTo }, "The database was moved: checks end here, and only reads are served");
			ending.abort();
			await stop();
			return;
		}
	};
	watch().catch((error) => {
		if (!stopping.aborted) log.error({ err: error }, "The engine did not stop after the move");
	});
	return {
		get schedulerTickedAt() {
			return engine.schedulerTickedAt;
		},
		get noProberForMs() {
			return engine.noProberForMs;
		},
		get missed() {
			return engine.missed;
		},
		attempts: engine.attempts,
		oldestDue: () => engine.oldestDue(),
		stop,
	};
}
