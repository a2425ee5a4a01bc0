/**
 * Thousands of outages of scripted targets beside faults of our own side and of the network, each in turns: how many
 * outages were found and when, how many were missed, and how many verdicts were false, by the owner of the fault. The
 * rule by which outages count as missed is in packages/server/e2e/testing/faults/tally.ts and bench/README.md.
 *
 *     node --conditions=@lapwing/source bench/faults.ts [--engine sqlite] [--faults 10000] [--minutes 30] [--seed N]
 *
 * As root it runs in a network of its own and has a disk of its own, for the faults that need them. It ends with 1 when
 * an outage was missed or found too late, or a verdict was false while a fault of ours was injected.
 */

import { once } from "node:events";
import { parseArgs } from "node:util";
import { OUR_FAULTS } from "../packages/server/e2e/testing/faults/our-faults.ts";
import {
	isInOwnNamespaces,
	mayUnshare,
	spawnInOwnNamespaces,
} from "../packages/server/e2e/testing/faults/own-namespaces.ts";
import { type FaultsResult, runFaults } from "../packages/server/e2e/testing/faults/scenario.ts";
import { FOUND_WITHIN_MS } from "../packages/server/e2e/testing/faults/tally.ts";
import { seededRandom } from "../packages/server/src/cli/demo/demo-history.ts";

const { values: args } = parseArgs({
	options: {
		engine: { type: "string", default: "sqlite" },
		faults: { type: "string", default: "10000" },
		minutes: { type: "string", default: "30" },
		seed: { type: "string", default: String(Date.now() % 1_000_000) },
		/** Ids of OUR_FAULTS, comma-separated; default: all, shuffled. */
		ours: { type: "string" },
	},
});
const TIMEOUT_SECONDS = 5;
const BEGINS_AFTER_SECONDS = 20;
/** From one and a half intervals on, an outage must be found. */
const OUTAGE_MS = { least: 90_000, most: 120_000 };
/** Long enough that a check comes between two outages. */
const HEALTHY_MS = { least: 66_000, most: 90_000 };
const SHORT_SHARE = 0.2;
/** Of an outage and the time after it, milliseconds: 0.8 × 105 s, 0.2 × 45 s, and 78 s. */
const CYCLE_MS = 171_000;

const unknown = args.ours?.split(",").filter((id) => !OUR_FAULTS.some((fault) => fault.id === id)) ?? [];
if (unknown.length > 0) {
	process.stderr.write(
		`No such fault: ${unknown.join(", ")}. There are: ${OUR_FAULTS.map(({ id }) => id).join(", ")}\n`,
	);
	process.exitCode = 2;
} else if (!(await inOwnNamespaces())) await main();

async function main(): Promise<void> {
	const minutes = Number(args.minutes);
	const seconds = minutes * 60;
	const targets = Math.ceil((Number(args.faults) * CYCLE_MS) / (seconds * 1_000 - CYCLE_MS / 2));
	process.stdout.write(`seed ${args.seed}, ${args.engine}, ${targets} targets for ${minutes} minutes\n`);
	const result = await runFaults({
		engine: args.engine === "postgresql" ? "postgresql" : "sqlite",
		targets,
		beginsAfterSeconds: BEGINS_AFTER_SECONDS,
		seconds,
		outlastsSeconds: 0,
		outageMs: OUTAGE_MS,
		healthyMs: HEALTHY_MS,
		shortShare: SHORT_SHARE,
		spreadMs: 60_000,
		timeoutSeconds: TIMEOUT_SECONDS,
		ours: args.ours?.split(",") ?? null,
		lastsShare: 1,
		gapSeconds: 40,
		random: seededRandom(Number(args.seed)),
		onProgress: (sentence) => process.stderr.write(`${sentence}\n`),
	});
	print(result);
}

function print(result: FaultsResult): void {
	const sum = (pick: (row: FaultsResult["outages"][number]) => number) =>
		result.outages.reduce((total, row) => total + pick(row), 0);
	const detection = result.outages.flatMap(({ detectionMs }) => detectionMs).sort((a, b) => a - b);
	const bound = 60 + TIMEOUT_SECONDS + FOUND_WITHIN_MS / 1_000;
	process.stdout.write(
		`\n| faults of targets | outages | had to be found | missed | late | found | p50 | p99 | longest |\n`,
	);
	process.stdout.write("|---|--:|--:|--:|--:|--:|--:|--:|--:|\n");
	const line = (name: string, row: Omit<FaultsResult["outages"][number], "fault">) =>
		process.stdout.write(
			`| ${name} | ${row.outages} | ${row.due} | ${row.missed} | ${row.late} | ${row.found} | ${times(row.detectionMs)} |\n`,
		);
	for (const row of result.outages) line(row.fault, { ...row, detectionMs: row.detectionMs.sort((a, b) => a - b) });
	line("all", {
		outages: sum(({ outages }) => outages),
		due: sum(({ due }) => due),
		missed: sum(({ missed }) => missed),
		late: sum(({ late }) => late),
		found: sum(({ found }) => found),
		detectionMs: detection,
	});
	process.stdout.write(`\n| injected | owner | times | checks meanwhile | missed | false down | false degraded |\n`);
	process.stdout.write("|---|---|--:|--:|--:|--:|--:|\n");
	for (const { fault, owner, times, checks, missedChecks, falseDown, falseDegraded } of result.injected) {
		const counts = [times, checks, missedChecks, falseDown, falseDegraded];
		process.stdout.write(`| ${fault} | ${owner} | ${counts.join(" | ")} |\n`);
	}
	for (const [id, reason] of result.leftOut) process.stdout.write(`Left out: ${id}: ${reason}.\n`);
	const api = result.answersMs;
	process.stdout.write(
		`\n${result.faults} faults, ${result.checks} checks seen through the API. Bound of a detection: ${bound} s. ` +
			`API: median ${at(api, 0.5)} ms, p99 ${at(api, 0.99)} ms, ${result.unanswered} requests not answered.\n`,
	);
	const isFalse = result.injected.some((row) => row.owner === "ours" && row.falseDown > 0);
	const isFalseForNothing = result.injected.some((row) => row.owner === "nobody" && row.falseDown > 0);
	const isMissed = result.outages.some(({ missed, late }) => missed + late > 0);
	for (const sentence of result.problems.slice(0, 40)) process.stdout.write(`  ${sentence}\n`);
	if (isFalse || isFalseForNothing || isMissed || result.exitCode !== 0) process.exitCode = 1;
}

function times(ascending: readonly number[]): string {
	return [0.5, 0.99, 1]
		.map((share) => (at(ascending, share) / 1_000).toFixed(1))
		.join(" s | ")
		.concat(" s");
}

function at(ascending: readonly number[], share: number): number {
	return Math.round(ascending[Math.floor((ascending.length - 1) * share)] ?? 0);
}

/** Runs this again with a network and mounts of its own, where a process may. False when it may not, or has them. */
async function inOwnNamespaces(): Promise<boolean> {
	if (isInOwnNamespaces() || !mayUnshare()) return false;
	const child = spawnInOwnNamespaces([...process.execArgv, ...process.argv.slice(1)], "inherit");
	const [code] = (await once(child, "exit")) as [number | null];
	process.exitCode = code ?? 1;
	return true;
}
