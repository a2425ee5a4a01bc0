/** The pace of sealing and packing: bounded turns of the event loop in bounded transactions. */

import { heavyTurn } from "../../turns/heavy-turn.ts";

/** A transaction that has taken this long ends with the monitors that it has done: other writers wait for it. */
const MOST_TRANSACTION_MS = 100;
/** Monitors between two turns of the event loop: 3 ms of CPU on SQLite, 4 ms in the slowest tenth (bench/heavy.ts). */
const MONITORS_A_TURN = 8;

/** Does `work` for some of `each` at a time, in their order. For how many it was done. */
export async function inTurns<Each>(
	each: readonly Each[],
	work: (some: readonly Each[]) => Promise<void>,
): Promise<number> {
	const endsAt = performance.now() + MOST_TRANSACTION_MS;
	let done = 0;
	while (done < each.length && (done === 0 || performance.now() < endsAt)) {
		if (done > 0) await heavyTurn();
		const some = each.slice(done, done + MONITORS_A_TURN);
		await work(some);
		done += some.length;
	}
	return done;
}
