/**
 * Passes over alerts take turns, teams in rotation: however many passes one team has waiting, another team waits for at
 * most one pass of each team. On SQLite a pass blocks the main thread and the only connection, so after a long one
 * there is a pause of the same length: commits of checks and requests wait for one pass, not for a queue of passes.
 */

import { setTimeout as pause } from "node:timers/promises";

/** After a pass that took longer than this there is a pause. Most passes take a few milliseconds. */
const LONG_PASS_MS = 10;
/** The longest pause: if passes are slow because the database is slow, a longer pause does not help. */
const PAUSE_AT_MOST_MS = 250;

export class DeliveryTurns {
	#free: number;
	/** Waiting passes by team, the next team first. */
	readonly #waiting = new Map<number, (() => void)[]>();

	/** @param atOnce concurrent passes */
	constructor(atOnce: number) {
		this.#free = atOnce;
	}

	/** Runs `pass` when it is its turn. */
	async take<Result>(teamId: number, pass: () => Promise<Result>): Promise<Result> {
		if (this.#free > 0) this.#free -= 1;
		else await this.#turnOf(teamId);
		const startedAt = performance.now();
		try {
			return await pass();
		} finally {
			const tookMs = performance.now() - startedAt;
			if (tookMs < LONG_PASS_MS) setImmediate(() => this.#next());
			else void pause(Math.min(tookMs, PAUSE_AT_MOST_MS)).then(() => this.#next());
		}
	}

	#turnOf(teamId: number): Promise<void> {
		return new Promise((resolve) => {
			const ofTeam = this.#waiting.get(teamId);
			if (ofTeam) ofTeam.push(resolve);
			else this.#waiting.set(teamId, [resolve]);
		});
	}

	#next(): void {
		const [first] = this.#waiting;
		if (first === undefined) {
			this.#free += 1;
			return;
		}
		const [teamId, ofTeam] = first;
		const begin = ofTeam.shift();
		// Behind the other teams.
		this.#waiting.delete(teamId);
		if (ofTeam.length > 0) this.#waiting.set(teamId, ofTeam);
		begin?.();
	}
}
