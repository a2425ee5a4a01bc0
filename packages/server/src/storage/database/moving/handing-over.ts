/**
 * Who takes changes, source or target: never both, whatever is killed and whenever.
 *
 * | source | target | who takes changes |
 * |---|---|---|
 * | open | open | the source: all is copied and followed |
 * | fenced | open | nobody: within a switch, or after one that was killed; the next start gives back, and goes on |
 * | fenced | done | the target: its commit is the decision; the next start marks the source |
 * | done | done | the target |
 * | fenced or done | fenced | nobody: {@link unfence} was killed; it is run again |
 * | none | fenced | the source, which {@link unfence} gave back |
 */

import { setTimeout as pause } from "node:timers/promises";
import type { Database, Tx } from "../tx.ts";
import { dropFence, dropLog, fence, locking } from "./change-log.ts";
import { changeMark, deleteMark, moveMark } from "./marks.ts";

/** The operator can correct it; the message says how. */
export class MoveRefused extends Error {
	override readonly name = "MoveRefused";
}

/** How often a write is tried whose turn does not come: a busy service on SQLite leaves few gaps. */
const WRITE_ATTEMPTS = 20;
const TRY_AGAIN_MS = 250;

/** Writes beside a service that writes too. For what can be done twice. */
export async function patiently<T>(
	database: Tx,
	write: () => Promise<T>,
	onBusy: (line: string) => void = () => {},
): Promise<T> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await write();
		} catch (error) {
			if (!database.dialect.isTransient(error) || attempt === WRITE_ATTEMPTS) throw error;
			onBusy("The database is busy: trying again");
			await pause(TRY_AGAIN_MS);
		}
	}
}

/** The source of this move refuses changes from now on. */
export function fenceSource(source: Tx, id: string): Promise<void> {
	return fence(source, async (tx) => {
		if (await changeMark(tx, "source", { id, state: "open" }, { state: "fenced" })) return;
		throw new MoveRefused("This move was given up, or another one from this database was begun.");
	});
}

/** The source of this move takes changes again, and logs them as before. Does nothing where it does already. */
export function giveBack(source: Tx, id: string): Promise<void> {
	return locking(source, "access exclusive", async (tx) => {
		if (await changeMark(tx, "source", { id, state: "fenced" }, { state: "open" })) await dropFence(tx);
	});
}

/**
 * The source takes changes again, and logs none. A target that may have taken over is fenced before.
 * @param target null: the caller does not know it; `gone`: it does not exist any more
 * @returns whether the target was fenced
 */
export async function unfence(source: Database, target: Database | "gone" | null): Promise<boolean> {
	const mark = await moveMark(source, "source");
	let isTargetFenced = false;
	if (mark !== null && mark.state !== "open" && target !== "gone") {
		const { id, other } = mark;
		if (target === null) {
			throw new MoveRefused(
				`A service on ${other} may be recording. Name that database with --to or TO_URL, so that it takes no more ` +
					"changes; or add --target-is-gone if it does not exist any more.",
			);
		}
		if ((await moveMark(target, "target"))?.id !== id) {
			throw new MoveRefused(`This database was moved to ${other}, and --to names another one.`);
		}
		const further = await moveMark(target, "source");
		if (further !== null) {
			throw new MoveRefused(`${other} was moved on to ${further.other}. Undo that move first, with --unfence.`);
		}
		await fence(target, async (tx) => {
			for (const state of ["open", "done"] as const) await changeMark(tx, "target", { id, state }, { state: "fenced" });
		});
		isTargetFenced = true;
	}
	await source.withoutTimeLimit(() =>
		locking(source, "access exclusive", async (tx) => {
			// The move may have gone on while the lock was waited for; under it, it can't.
			const isAsRead = mark === null ? (await moveMark(tx, "source")) === null : await deleteMark(tx, mark);
			if (!isAsRead) {
				throw new MoveRefused("A move from this database went on meanwhile. Stop that move, then run --unfence again.");
			}
			await dropFence(tx);
			await dropLog(tx);
		}),
	);
	return isTargetFenced;
}
