/**
 * Runs before each file of tests. Every property begins with the same seed in every run, so that what fails was broken
 * by a change. By hand other seeds are tried: `FUZZ_SEED` is a number that a failure has printed, or `new`; with
 * `FUZZ_SECONDS` (packages/server/src/testing/fuzz.ts) it is `new` unless it is set.
 */

import fc from "fast-check";

const USUAL_SEED = 20_261_122;

const { FUZZ_SEED, FUZZ_SECONDS } = process.env;
const wanted = FUZZ_SEED ?? (FUZZ_SECONDS === undefined ? USUAL_SEED : "new");
const seed = wanted === "new" ? Date.now() % 2 ** 31 : Number(wanted);
if (!Number.isInteger(seed)) throw new Error(`FUZZ_SEED is neither an integer nor "new": ${FUZZ_SEED}`);
fc.configureGlobal({ seed });
