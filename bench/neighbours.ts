/**
 * The service beside hostile neighbours: slow TLS, garbled DNS, heavy patterns, silent receivers, a flood of hanging
 * targets, DNS replies full of pointers, WebSockets full of pings, greetings without end and silent pings in one team;
 * 50 hanging, 50 refused, 200 healthy targets and 40 healthy ones of other types in another. Prints when the outages
 * were recorded, whether any healthy target was not up, and how long the API took.
 *
 *     node --conditions=@lapwing/source bench/neighbours.ts [--seconds 180] [--flood 9600]
 */

import { parseArgs } from "node:util";
import { percentile, runScenario } from "../packages/server/e2e/testing/neighbours/scenario.ts";

const { values: args } = parseArgs({
	options: { seconds: { type: "string", default: "180" }, flood: { type: "string", default: "9600" } },
});
const TIMEOUT_SECONDS = 10;
const INTERVAL_SECONDS = 60;

const result = await runScenario({
	seconds: Number(args.seconds),
	startWithinSeconds: 30,
	spreadSeconds: INTERVAL_SECONDS,
	timeoutSeconds: TIMEOUT_SECONDS,
	hanging: 50,
	refused: 50,
	healthy: 200,
	hostile: {
		slowTls: 3,
		garbledDns: 10,
		heavyPatterns: 40,
		silentReceivers: 300,
		floodOfHanging: Number(args.flood),
		floodTimeoutSeconds: 60,
	},
	typed: { pointerBombs: 10, pingFloods: 10, starttlsDribbles: 50, silentPings: 100, healthyOfEachType: 10 },
});

const bound = INTERVAL_SECONDS + TIMEOUT_SECONDS + 3;
const seconds = (value: number | undefined) => `${value?.toFixed(1)} s`;
const { hangingDownAfter, refusedDownAfter, healthy, apiTimes } = result;
const rows: [string, string][] = [
	["hanging targets down, latest", `${seconds(hangingDownAfter.at(-1))} (bound ${bound} s)`],
	["refused targets down, latest", seconds(refusedDownAfter.at(-1))],
	[
		"healthy: up/degraded/down/missed",
		`${healthy.up} / ${healthy.degraded} / ${healthy.down} / ${healthy.missed}, never checked: ${result.healthyUnchecked}`,
	],
	["longest gap of a healthy target", seconds(result.longestGap)],
	["first notice of the other team", result.noticeAfter === null ? "none" : seconds(result.noticeAfter)],
	[
		"API and /healthz",
		`p50 ${percentile(apiTimes, 0.5).toFixed(0)} ms, p99 ${percentile(apiTimes, 0.99).toFixed(0)} ms, longest ${apiTimes.at(-1)?.toFixed(0)} ms`,
	],
	["hostile monitors of other types", [...result.typedReasons].join(", ")],
	...result.healthyDownByMessage.map(({ message, checks }): [string, string] => [`healthy down × ${checks}`, message]),
	...result.missedByCause.map(({ cause, checks }): [string, string] => [`missed × ${checks}`, cause]),
	...result.warnings.map((warning): [string, string] => ["logged", warning]),
];
for (const [name, value] of rows) process.stdout.write(`${name.padEnd(34)}${value}\n`);
