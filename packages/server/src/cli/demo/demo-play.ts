/**
 * Creates the demo's monitors, and records their history: other threads make what this one writes,
 * which is the smaller part of the work.
 */

import { on } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Team } from "../../domain/access/team.ts";
import { COMMON_DEFAULTS } from "../../domain/monitors/common-settings.ts";
import type { Monitor } from "../../domain/monitors/settings.ts";
import { recordChecks } from "../../storage/commit/record-checks.ts";
import { recordHistory } from "../../storage/commit/record-history.ts";
import type { SecretBox } from "../../storage/database/secret-box.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { foldLateHours } from "../../storage/figures/roll-ups.ts";
import { countClosedMinutes, recountLateMinutes } from "../../storage/figures/team-minutes.ts";
import { insertEvaluatedReports } from "../../storage/jobs/job-reports.ts";
import { createMonitor } from "../../storage/monitors/monitors.ts";
import { progressBar } from "../terminal/progress-bar.ts";
import { type HistoryOptions, INTERVAL_SECONDS, minutesOf, type Piece } from "./demo-histories.ts";
import { DEMO_TAG, type DemoPlace, demoMonitor } from "./demo-kinds.ts";

const TIMEOUT_SECONDS = 10;
const MADE_IN_A_TRANSACTION = 100;
const TEAMS = ["web", "platform", "data", "mobile"];
const USER_AGENT = "curl/8.14.1";
const NO_BODY = new Uint8Array();
/** To start one takes 150 ms of CPU. Two make as much as this thread can write. */
const [MONITORS_A_THREAD, MOST_THREADS] = [40, 2];
/** Pieces that are made before they are asked for: one waits while one is written and the next one is made. */
const PIECES_AHEAD = 2;

interface Options {
	readonly team: Team;
	readonly place: DemoPlace;
	/** How many monitors. */
	readonly count: number;
	/** The history is of the time from `from` to `now`, epoch milliseconds. */
	readonly from: number;
	readonly now: number;
	/** Encrypts the keys of the jobs' ping addresses. */
	readonly box: SecretBox;
}

/**
 * Makes the monitors, paused, with their history; answers them with the number of checks that were recorded.
 * @param database one whose commits need not wait for the disk: the demo is made again when the power fails
 */
export async function generateHistory(
	database: Tx,
	{ team, place, count, from, now, box }: Options,
): Promise<{ readonly monitors: readonly Monitor[]; readonly checks: number }> {
	const monitors = await makeMonitors(database, { team, place, count, from, box });
	const [first, end] = minutesOf({ from, now });
	const bar = progressBar("minutes of history", end - first);
	let checks = 0;
	// Before there are checks: then hours are added to the counts as they are written, and no block is read for it.
	while (await countClosedMinutes(database, now));
	const shares = sharesOf(monitors);
	const written = shares.map(() => first);
	await Promise.all(
		shares.map(async (share, index) => {
			for await (const piece of piecesOf({ monitors: share, from, now })) {
				checks += await write(database, piece, now);
				if (piece.kind === "reports") continue;
				written[index] = piece.through;
				bar.update(Math.min(...written) - first);
			}
		}),
	);
	while (await foldLateHours(database));
	while (await recountLateMinutes(database));
	bar.finish();
	return { monitors, checks };
}

/** A share of the monitors for each thread, with as many of each kind. */
function sharesOf(monitors: readonly Monitor[]): (readonly Monitor[])[] {
	const threads = Math.min(availableParallelism(), MOST_THREADS, Math.ceil(monitors.length / MONITORS_A_THREAD));
	const size = Math.ceil(monitors.length / threads);
	return Array.from({ length: threads }, (_, thread) => monitors.slice(thread * size, (thread + 1) * size));
}

/** Returns how many checks it has. */
async function write(database: Tx, piece: Piece, now: number): Promise<number> {
	switch (piece.kind) {
		case "hours":
			return recordHistory(database, piece.pasts, now);
		case "checks":
			await recordChecks(database, piece.checks, now, { notifies: false });
			return piece.checks.length;
		case "reports": {
			const reports = piece.reports.map((report) => ({ ...report, userAgent: USER_AGENT, body: NO_BODY, size: 0 }));
			await insertEvaluatedReports(database, piece.monitorId, reports);
			return 0;
		}
	}
}

/** What a thread makes, which goes on while a piece is written. */
async function* piecesOf(options: HistoryOptions): AsyncGenerator<Piece> {
	const thread = new Worker(new URL("./demo-thread.ts", import.meta.url), {
		workerData: options,
		name: "demo",
	});
	try {
		for (let asked = 0; asked < PIECES_AHEAD; asked += 1) thread.postMessage("next");
		// A thread that fails ends the loop with its error.
		for await (const [piece] of on(thread, "message", { close: ["exit"] })) {
			thread.postMessage("next");
			yield piece as Piece;
		}
	} finally {
		await thread.terminate();
	}
}

type Wanted = Pick<Options, "team" | "place" | "from" | "box">;

async function makeMonitors(database: Tx, { count, ...wanted }: Wanted & Pick<Options, "count">) {
	const monitors: Monitor[] = [];
	while (monitors.length < count) {
		const end = Math.min(count, monitors.length + MADE_IN_A_TRANSACTION);
		await database.transaction(async (tx) => {
			while (monitors.length < end) monitors.push(await makeMonitor(tx, monitors.length, wanted));
		});
	}
	return monitors;
}

function makeMonitor(database: Tx, index: number, { team, place, from, box }: Wanted): Promise<Monitor> {
	const { name, settings } = demoMonitor(index, place);
	return createMonitor(
		database,
		{
			...COMMON_DEFAULTS,
			teamId: team.id,
			isEnabled: false,
			name,
			// Tags that the board can group by.
			tags: [`team:${TEAMS[index % TEAMS.length]}`, index % 3 === 0 ? "env:test" : "env:prod", DEMO_TAG],
			settings,
			intervalSeconds: INTERVAL_SECONDS,
			degradedAfterMs: 1_000,
			timeoutSeconds: TIMEOUT_SECONDS,
			sslMonitoringEnabled: false,
		},
		from,
		box,
	);
}
