/**
 * All monitors of a team go down within a minute, stay down, and are up again within a minute; two alerts by webhook,
 * with their defaults but for the cooldown. Reports when the first message arrived, how long after its commit each
 * change did, how many messages there were, which of them were untrue when they came, and how long the event loop stood
 * still (which is what a request to /healthz waits for).
 *
 *     node --conditions=@lapwing/source bench/mass-outage.ts [--monitors 10000] [--seconds 60] [--down-seconds 30]
 *
 * It ends with 1 when a promise of docs/rules/alerts.md was not kept. A small form is
 * packages/server/src/engine/notices/mass-outage.test.ts.
 */

import { parseArgs } from "node:util";
import { runMassOutage } from "../packages/server/src/engine/notices/testing/mass-outage.ts";

const { values: options } = parseArgs({
	options: {
		monitors: { type: "string", default: "10000" },
		/** In which all go down, and later are up again. */
		seconds: { type: "string", default: "60" },
		"down-seconds": { type: "string", default: "30" },
	},
});
const result = await runMassOutage({
	monitors: Number(options.monitors),
	spreadMs: Number(options.seconds) * 1_000,
	downMs: Number(options["down-seconds"]) * 1_000,
});
const rows: [string, string][] = [
	["first message", `${(result.firstAfterMs / 1_000).toFixed(1)} s after the first change`],
	["down: latest", `${(result.downLatestMs / 1_000).toFixed(1)} s after its commit`],
	["up: latest", `${(result.upLatestMs / 1_000).toFixed(1)} s after its commit`],
	["messages of down, and of up", `${result.downMessages}, ${result.upMessages} (two alerts)`],
	["events of down, and of up", `${result.downEvents}, ${result.upEvents}`],
	["untrue when they came", String(result.untrue)],
	["largest body", `${Math.round(result.largestBytes / 1_000)} kB`],
	["longest commit of checks", `${Math.round(result.longestCommitMs)} ms`],
	["event loop stands still", `p99 ${Math.round(result.loopP99Ms)} ms, longest ${Math.round(result.loopLongestMs)} ms`],
];
for (const [name, value] of rows) process.stdout.write(`${name.padEnd(32)}${value}\n`);
const isKept = result.firstAfterMs <= 10_000 && Math.max(result.downLatestMs, result.upLatestMs) <= 60_000;
if (!isKept || result.untrue > 0) process.exitCode = 1;
