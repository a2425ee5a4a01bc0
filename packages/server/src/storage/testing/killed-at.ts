/**
 * A database as a process has it that is killed: its n-th step never happens, and none after it. A step is a statement,
 * or the return from a commit; so what one transaction did is kept or lost as a whole, as after kill -9.
 */

import type { KyselyPlugin } from "kysely";
import type { Tx } from "../database/tx.ts";

class Killed extends Error {
	override readonly name = "Killed";
}

/** @param steps that happen before the kill */
function killedAt(database: Tx, steps: number): Tx {
	let left = steps;
	const step = () => {
		if (left === 0) throw new Killed();
		left -= 1;
	};
	const plugin: KyselyPlugin = {
		transformQuery({ node }) {
			step();
			return node;
		},
		transformResult: async ({ result }) => result,
	};
	const within = (tx: Tx): Tx => ({
		...tx,
		db: tx.db.withPlugin(plugin),
		async transaction(work) {
			const made = await tx.transaction((inner) => work(within(inner)));
			step();
			return made;
		},
		snapshot: (work) => tx.snapshot((inner) => work(within(inner))),
	});
	return within(database);
}

/**
 * Runs `work` on a database that is killed at each of its steps in turn, until it comes through without a kill; after
 * each kill `resume` goes on with the whole database. Returns the number of kills.
 */
export async function killAtEachStep(
	database: Tx,
	{ work, resume }: { work(killed: Tx, kill: number): Promise<unknown>; resume(kill: number): Promise<void> },
): Promise<number> {
	for (let kill = 0; ; kill += 1) {
		const isKilled = await work(killedAt(database, kill), kill).then(
			() => false,
			(error) => {
				if (error instanceof Killed) return true;
				throw error;
			},
		);
		await resume(kill);
		if (!isKilled) return kill;
	}
}
