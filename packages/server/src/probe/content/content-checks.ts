/**
 * Tests a text against content checks. The pattern engine is linear in the text, but also in the pattern: a thousand
 * states over a body of 1 MiB take more than a minute, and even a plain search can compare every letter with every
 * other. What is cheap by its size alone is done here; everything else in threads of their own, which are stopped when
 * they take too long (./pattern-lanes.ts). So no content check blocks a prober.
 */

import type { ValueSource } from "../../domain/checks/saved-values.ts";
import type { Content } from "../../domain/content/content.ts";
import { compileJsonPath } from "../../domain/content/json-path.ts";
import type { ContentCheck } from "../../domain/monitors/monitor.ts";
import type { LocalError } from "../../net/connect-error.ts";
import { type ContentFailure, ContentMatchers, type Examined } from "./content-matchers.ts";
import { PatternLanes, type PatternOwner } from "./pattern-lanes.ts";
import type { PatternQuestion } from "./pattern-thread.ts";

/**
 * Steps of the engine done on the prober's own thread: at most about 75 ms (75 ns a step, measured), usually far less.
 */
const MAX_STEPS_HERE = 1_000_000;
/** Compiling a pattern costs at most as much as running it over so many characters: 45 µs a state (`\pL`, measured). */
const COMPILING_AS_CHARACTERS = 1_000;
/** Letters of a plain search that cost what one state does: 1.3 ns a comparison at the worst (measured on V8). */
const LETTERS_A_STATE = 50;
/** Parsing JSON takes at most 15 ns a character (measured on deep lists), a fifth of a step. */
const SINGULAR_PATH_STATES = 0.2;
/** What a path of wildcards, descendants or filters costs has no useful bound: it always has a thread. */
const MANY_STATES = 1 + MAX_STEPS_HERE / COMPILING_AS_CHARACTERS;

export class ContentChecks {
	readonly #matchers = new ContentMatchers();
	readonly #lanes = new PatternLanes();

	/** The first of `checks` that `content` fails; null when all hold. `owner`: whose patterns they are. */
	async firstFailed(
		owner: PatternOwner,
		checks: readonly ContentCheck[],
		content: Content,
	): Promise<ContentFailure | null | LocalError> {
		const examined = await this.examine(owner, { checks, sources: [], content });
		return "kind" in examined ? examined : examined.failure;
	}

	/** As {@link firstFailed}, and when all checks hold, the values that the sources name. */
	async examine(owner: PatternOwner, question: PatternQuestion): Promise<Examined | LocalError> {
		const { checks, sources, content } = question;
		const states =
			checks.reduce((sum, check) => sum + statesAtMost(check), 0) +
			sources.reduce((sum, source) => sum + statesOfSource(source), 0);
		const steps = states * (content.text.length + COMPILING_AS_CHARACTERS);
		if (steps <= MAX_STEPS_HERE) return this.#matchers.examine(checks, sources, content);
		return this.#lanes.examine(owner, { ...question, content: withHeadersOf(question) }, steps);
	}

	close(): Promise<void> {
		return this.#lanes.close();
	}
}

/**
 * An upper bound of the states of a compiled check: two for each character (`x*` has two), as often as counted
 * repetitions can multiply them. A plain search has a fraction, for the engine has no part in it.
 */
export function statesAtMost({ type, value, comparison }: ContentCheck): number {
	const compared = comparison?.operator === "matches" ? patternStates(String(comparison.expected)) : 0;
	switch (type) {
		case "regex":
			return patternStates(value);
		case "json":
			return compared + (isSingularPath(value) ? SINGULAR_PATH_STATES : MANY_STATES);
		case "header":
			return compared;
		default:
			return value.length / LETTERS_A_STATE;
	}
}

function statesOfSource({ from, value }: ValueSource): number {
	if (from === "header") return 0;
	if (from === "regex") return patternStates(value);
	return isSingularPath(value) ? SINGULAR_PATH_STATES : MANY_STATES;
}

function patternStates(pattern: string): number {
	let states = 2 * pattern.length;
	for (const [, least, most] of pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)) {
		states *= Math.max(1, Number(least), Number(most ?? 0));
	}
	return states;
}

/** Paths were parsed when their checks were made; one that does not parse any more fails where it is run. */
function isSingularPath(path: string): boolean {
	const known = SINGULAR_PATHS.get(path);
	if (known !== undefined) return known;
	if (SINGULAR_PATHS.size >= MAX_PATHS) SINGULAR_PATHS.clear();
	const isSingular = compileJsonPath(path).isSingular;
	SINGULAR_PATHS.set(path, isSingular);
	return isSingular;
}

const SINGULAR_PATHS = new Map<string, boolean>();
const MAX_PATHS = 1_000;

/** The headers that are looked at are enough for another thread. */
function withHeadersOf({ checks, sources, content }: PatternQuestion): Content {
	const named = [...checks.filter(({ type }) => type === "header"), ...sources.filter(({ from }) => from === "header")];
	const names = new Set(named.map(({ value }) => value.toLowerCase()));
	return { ...content, headers: new Map([...content.headers].filter(([name]) => names.has(name))) };
}
