/**
 * Tests a text against content checks. The pattern engine is linear in the text, but also in the pattern: a thousand
 * states over a body of 1 MiB take more than a minute, and even a plain search can compare every letter with every
 * other. What is cheap by its size alone is done here; everything else in threads of their own, which are stopped when
 * they take too long (./pattern-lanes.ts). So no content check blocks a prober.
 */

import type { ContentCheck } from "../../domain/monitors/monitor.ts";
import type { LocalError } from "../../net/connect-error.ts";
import { ContentMatchers } from "./content-matchers.ts";
import { PatternLanes, type PatternOwner } from "./pattern-lanes.ts";

/**
 * Steps of the engine done on the prober's own thread: at most about 75 ms (75 ns a step, measured), usually far less.
 */
const MAX_STEPS_HERE = 1_000_000;
/** Compiling a pattern costs at most as much as running it over so many characters: 45 µs a state (`\pL`, measured). */
const COMPILING_AS_CHARACTERS = 1_000;
/** Letters of a plain search that cost what one state does: 1.3 ns a comparison at the worst (measured on V8). */
const LETTERS_A_STATE = 50;

export class ContentChecks {
	readonly #matchers = new ContentMatchers();
	readonly #lanes = new PatternLanes();

	/** The id of the first of `checks` that `text` fails; null when all hold. `owner`: whose patterns they are. */
	async firstFailed(
		owner: PatternOwner,
		checks: readonly ContentCheck[],
		text: string,
	): Promise<string | null | LocalError> {
		const states = checks.reduce((sum, check) => sum + statesAtMost(check), 0);
		const steps = states * (text.length + COMPILING_AS_CHARACTERS);
		if (steps <= MAX_STEPS_HERE) return this.#matchers.firstFailed(checks, text);
		const answer = await this.#lanes.firstFailed(owner, { checks, text }, steps);
		return "failedId" in answer ? answer.failedId : answer;
	}

	close(): Promise<void> {
		return this.#lanes.close();
	}
}

/**
 * An upper bound of the states of a compiled check: two for each character (`x*` has two), as often as counted
 * repetitions can multiply them. A plain search has a fraction, for the engine has no part in it.
 */
export function statesAtMost({ type, value }: ContentCheck): number {
	if (type !== "regex") return value.length / LETTERS_A_STATE;
	let states = 2 * value.length;
	for (const [, least, most] of value.matchAll(/\{(\d+)(?:,(\d*))?\}/g)) {
		states *= Math.max(1, Number(least), Number(most ?? 0));
	}
	return states;
}
