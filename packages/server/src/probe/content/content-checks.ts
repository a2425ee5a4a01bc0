/**
 * Holds a text against content checks. The pattern engine is linear in the text, but also in the pattern: a thousand
 * states over a body of 1 MiB take more than a minute; and even a plain search can compare every letter with every other. What
 * can't be that dear by its size alone is done here; all else in a thread beside, which is stopped when it takes too long. So no
 * check makes a prober stand still.
 */

import type { ContentCheck } from "../../domain/monitors/monitor.ts";
import type { LocalError } from "../../net/connect-error.ts";
import { ContentMatchers } from "./content-matchers.ts";
import { PatternThread } from "./pattern-thread.ts";

/** Steps of the engine done on the prober's own thread: at most about 75 ms (75 ns a step, measured), usually far less. */
const MAX_STEPS_HERE = 1_000_000;
/** Compiling a pattern costs at most as much as running it over so many characters: 45 µs a state (`\pL`, measured). */
const COMPILING_AS_CHARACTERS = 1_000;
/** Letters of a plain search that cost what one state does: 1.3 ns a comparison at the worst (measured on V8). */
const LETTERS_A_STATE = 50;

const TOO_SLOW: LocalError = {
	kind: "missed",
	cause: "no_capacity",
	message: "The content checks take too long for this body: simpler patterns, or fewer, are needed.",
};

export class ContentChecks {
	readonly #matchers = new ContentMatchers();
	readonly #thread = new PatternThread();

	/** The id of the first of `checks` that `text` fails; null when all hold. */
	async firstFailed(checks: readonly ContentCheck[], text: string): Promise<string | null | LocalError> {
		const states = checks.reduce((sum, check) => sum + statesAtMost(check), 0);
		const steps = states * (text.length + COMPILING_AS_CHARACTERS);
		if (steps <= MAX_STEPS_HERE) return this.#matchers.firstFailed(checks, text);
		const answer = await this.#thread.firstFailed(checks, text);
		return answer === "too_slow" ? TOO_SLOW : answer.failedId;
	}

	close(): Promise<void> {
		return this.#thread.close();
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
