/** The other side of ./pattern-thread.ts. */

import { parentPort } from "node:worker_threads";
import { ContentMatchers } from "./content-matchers.ts";
import type { PatternQuestion } from "./pattern-thread.ts";

const matchers = new ContentMatchers();

parentPort?.on("message", ({ checks, text }: PatternQuestion) => {
	parentPort?.postMessage({ failedId: matchers.firstFailed(checks, text) });
});
