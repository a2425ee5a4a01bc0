/**
 * What a service does on a database that is moved (../storage/database/moving/move.ts): on the target it waits until
 * all is there; on the source it stops its engine once the switch has begun, and goes on to serve reads.
 */

import { setTimeout as pause } from "node:timers/promises";
import { isFenced, moveMark } from "../storage/database/moving/marks.ts";
import type { Database } from "../storage/database/tx.ts";
import type { Parts } from "./parts.ts";
import { type EngineRole, startEngine } from "./roles/engine.ts";

/** How soon a switch is noticed, on either side. */
const LOOK_EVERY_MS = 500;

/** Resolves when no move into `database` is under way. */
export async function whenArrived(
	database: Database,
	{ log, stopping }: Pick<Parts, "log" | "stopping">,
): Promise<void> {
	let isSaid = false;
	for (;;) {
		const mark = await moveMark(database, "target");
		if (mark === null || mark.state === "done") return;
		if (!isSaid) log.info({ from: mark.other }, "An installation is being moved here; the start waits for its end");
		isSaid = true;
		await pause(LOOK_EVERY_MS, null, { signal: stopping });
	}
}

/** The address that `database` was moved to, without its password; null: it takes changes. */
export async function whereMoved(database: Database): Promise<string | null> {
	return (await isFenced(database)) ? ((await moveMark(database, "source"))?.other ?? "") : null;
}

/** The engine, which stops when the database is moved away. */
export function startMovableEngine(parts: Parts, opened: AsyncDisposableStack): EngineRole {
	const { database, log, stopping } = parts;
	const ending = new AbortController();
	const signal = AbortSignal.any([stopping, ending.signal]);
	const engine = startEngine({ ...parts, stopping: signal }, opened);
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
		oldestDue: () => engine.oldestDue(),
		stop,
	};
}
