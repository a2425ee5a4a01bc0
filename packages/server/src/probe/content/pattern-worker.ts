/** The thread of ./pattern-thread.ts. Sends `ready` once, then an answer to each question. */

import { parentPort } from "node:worker_threads";
import { ContentMatchers } from "./content-matchers.ts";
import type { FromPatternWorker, PatternQuestion } from "./pattern-thread.ts";

const matchers = new ContentMatchers();
const send = (message: FromPatternWorker) => parentPort?.postMessage(message);

parentPort?.on("message", ({ checks, sources, content }: PatternQuestion) => {
	send(matchers.examine(checks, sources, content));
});
send("ready");
