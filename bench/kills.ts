/**
 * Kills of the whole service with SIGKILL, at random instants under load, on SQLite or PostgreSQL: how many there were,
 * how long each start took, and every promise that was not kept. The short form is
 * packages/server/e2e/crashes/killed-at-random-instants.test.ts.
 *
 *     node --conditions=@lapwing/source bench/kills.ts [--engine sqlite] [--kills 1000] [--seconds 1700]
 *     node --conditions=@lapwing/source bench/kills.ts --engine postgresql [--kills 200] [--seconds 420]
 *
 * With --hours-a-jump the clock moves on between kills, so that they meet the turns of hours and days.
 *
 * It ends with 1 when a promise was not kept, or when a start took longer than --start-ms. It needs a free core: a
 * service that gets no CPU makes no checks before it is killed, and is late to start.
 */

import { parseArgs } from "node:util";
import { runKills } from "../packages/server/e2e/testing/kills/scenario.ts";
import { seededRandom } from "../packages/server/src/cli/demo/demo-history.ts";
import { startPostgres } from "../packages/server/src/storage/testing/postgres.ts";

const { values: args } = parseArgs({
	options: {
		engine: { type: "string", default: "sqlite" },
		kills: { type: "string" },
		seconds: { type: "string" },
		monitors: { type: "string", default: "6000" },
		flapping: { type: "string", default: "400" },
		"runs-ms": { type: "string", default: "1500" },
		"dead-seconds": { type: "string", default: "70" },
		/** Before each fifth start the clock moves on by up to so many hours. */
		"hours-a-jump": { type: "string", default: "0" },
		"start-ms": { type: "string", default: "2500" },
		seed: { type: "string", default: String(Date.now() % 1_000_000) },
	},
});
const SHOWN_OF_A_KIND = 5;
/** Leases of alerts on PostgreSQL last for two minutes, and those of checks as long. */
const SETTLES_WITHIN_MS = 300_000;

/** A turn takes 1.4 s on average: a start of 0.7 s, a life of up to 1.5 s, and the check of the file. */
const LONG = args.engine === "postgresql" ? { kills: 200, seconds: 420 } : { kills: 1_000, seconds: 1_700 };

const beganAt = performance.now();
const postgres = args.engine === "postgresql" ? await startPostgres() : null;
process.stdout.write(`seed ${args.seed}\n`);
try {
	const result = await runKills({
		...(postgres && { postgresUrl: `${postgres.url}/postgres` }),
		kills: Number(args.kills ?? LONG.kills),
		withinMs: Number(args.seconds ?? LONG.seconds) * 1_000,
		monitors: Number(args.monitors),
		flapping: Number(args.flapping),
		runsMs: Number(args["runs-ms"]),
		deadMs: Number(args["dead-seconds"]) * 1_000,
		hoursAJump: Number(args["hours-a-jump"]),
		endsLeases: false,
		settlesWithinMs: SETTLES_WITHIN_MS,
		random: seededRandom(Number(args.seed)),
	});
	const { broken, startsMs } = result;
	const at = (share: number) => `${Math.round(startsMs[Math.floor((startsMs.length - 1) * share)] ?? 0)} ms`;
	const rows: [string, string | number][] = [
		["kills", `${result.kills}, ${result.duringStart} of them before the service listened`],
		["minutes, all included", ((performance.now() - beganAt) / 60_000).toFixed(1)],
		["start, median, 99 % and longest", `${at(0.5)}, ${at(0.99)}, ${at(1)} (bound ${args["start-ms"]} ms)`],
		["checks recorded", result.recorded],
		["of them missed, for no service made them in time", result.missed],
		["minutes between the slots of two phases", result.passedOver],
		["changes of status", result.transitions],
		["hours and days of a monitor in blocks", `${result.sealedHours}, ${result.packedDays}`],
		["hours of a monitor whose figures were compared", result.rolledUpHours],
		...Object.entries(result.told).map(([channel, { messages, repeated, updates }]): [string, string] => [
			`${channel}: messages or incidents, repeated ones, updates`,
			`${messages}, ${repeated}, ${updates}`,
		]),
		["changes escalated, and causes acknowledged", `${result.escalated}, ${result.acknowledged}`],
		["promises not kept", broken.length],
	];
	for (const [name, value] of rows) process.stdout.write(`${name.padEnd(58)}${value}\n`);
	for (const [kind, sentences] of Map.groupBy(broken, kindOf)) {
		process.stdout.write(`  ${sentences.length} × ${kind}\n`);
		for (const sentence of sentences.slice(0, SHOWN_OF_A_KIND)) process.stdout.write(`    ${sentence}\n`);
	}
	if (broken.length > 0 || (startsMs.at(-1) ?? 0) > Number(args["start-ms"])) process.exitCode = 1;
} finally {
	await postgres?.stop();
}

/** A sentence without its ids, numbers and instants. */
function kindOf(sentence: string): string {
	return sentence.replaceAll(/mon_\w+|\d[\d:.TZ-]*/g, "…").replaceAll(/\[[^\]]*\]/g, "[…]");
}
