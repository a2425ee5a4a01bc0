/**
 * Properties that are tried for as long as there is time: for a few seconds in a run of all tests, for as long as
 * somebody likes by hand: `FUZZ_SECONDS=600 vitest run --project server fuzz`.
 *
 * The first seed is that of bin/seed-properties.ts; a failure names its own, which `FUZZ_SEED` runs again.
 */

import fc from "fast-check";

const SECONDS = process.env["FUZZ_SECONDS"];
const SEED = process.env["FUZZ_SEED"];
/** Tried between two looks at the clock. */
const RUNS = 25;

interface Box {
	/** In a run of all tests. */
	readonly seconds: number;
	/** False where a run changes what the next one finds, so that a smaller example shows nothing. Default: true. */
	readonly shrinks?: false;
}

/** For the test around it: the box, the runs that began in it, and the search for a smaller example. */
export function timeoutOf({ seconds }: Box): number {
	return (Number(SECONDS ?? seconds) + 60) * 1_000;
}

/** Answers how often it was tried. Throws with the seed and the smallest example that fails. */
export async function fuzz(property: fc.IRawProperty<unknown>, { seconds, shrinks }: Box): Promise<number> {
	const until = performance.now() + Number(SECONDS ?? seconds) * 1_000;
	let seed = fc.readConfigureGlobal().seed ?? 0;
	let tried = 0;
	do {
		await fc.assert(property as fc.IAsyncProperty<unknown>, { seed, numRuns: RUNS, endOnFailure: shrinks === false });
		tried += RUNS;
		seed += 1;
	} while ((SEED === undefined || SEED === "new") && performance.now() < until);
	return tried;
}
