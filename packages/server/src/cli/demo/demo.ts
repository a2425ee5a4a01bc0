/**
 * `lapwing demo`: a team with monitors and their history, generated through the code that records real checks, and the
 * target that they check from then on: while the command runs, the running service checks it.
 */

import { unwrap } from "@lapwing/result";
import { pino } from "pino";
import { remedyForPing } from "../../compose/machine/machine-needs.ts";
import { secretFor } from "../../compose/secret.ts";
import type { Config } from "../../config/config.ts";
import { commandLine } from "../../domain/access/actor.ts";
import { isSlug, type Team } from "../../domain/access/team.ts";
import { DAY_MS } from "../../domain/durations.ts";
import { inTransaction } from "../../services/change.ts";
import { bulkMonitors, MAX_BULK } from "../../services/monitors/bulk.ts";
import { createTeam, teamBySlug } from "../../storage/access/teams.ts";
import { secretBox } from "../../storage/database/secret-box.ts";
import type { Database, Tx } from "../../storage/database/tx.ts";
import {
	countUntagged,
	deleteTagged,
	type TaggedMonitor,
	taggedMonitors,
} from "../../storage/monitors/monitors-of-tag.ts";
import { command, print, printAside, printJson, wholeNumber } from "../command.ts";
import { withDatabase } from "../database/with-database.ts";
import { UsageError } from "../usage-error.ts";
import { runJobs } from "./demo-jobs.ts";
import { DEMO_TAG } from "./demo-kinds.ts";
import { generateHistory } from "./demo-play.ts";
import { makeStory, removeStory } from "./demo-story.ts";
import { startDemoTarget } from "./target/demo-target.ts";

const MOST_MONITORS = 100_000;
const MOST_DAYS = 400;
/** Of the target, and with the next one of its mail server. Above those of services, and no other program's. */
const PORT = 7_171;
const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export function demo() {
	return command(
		"demo",
		"Create a team with monitors, their history and a target that they check while this command runs.",
	)
		.option("--monitors <number>", `how many monitors (1–${MOST_MONITORS})`, wholeNumber(1, MOST_MONITORS), 20)
		.option("--days <number>", `how many days of history (1–${MOST_DAYS})`, wholeNumber(1, MOST_DAYS), 30)
		.option("--team <slug>", "the team; created when it does not exist", "demo")
		.option("--port <number>", "where the target listens, on this port and the next one", wholeNumber(1, 65_534), PORT)
		.option("--history", "the history alone: the monitors stay paused, and the command ends")
		.option("--force", "even if the team has monitors of its own")
		.option("--remove", "instead, delete what the demo made in the team, with its history")
		.option("--json", "print what was created or removed as JSON")
		.addHelpText(
			"after",
			"\nThe target answers, is slow and breaks now and then. When the command ends, the monitors are paused; called" +
				"\nagain, it goes on with those that are there. No notices are sent for the history.",
		)
		.action(async (options: DemoOptions) => {
			if (options.remove) return remove(options);
			await withDatabase((database, config) => play(database, config, options));
		});
}

interface DemoOptions {
	readonly monitors: number;
	readonly days: number;
	readonly team: string;
	readonly port: number;
	readonly history?: boolean;
	readonly force?: boolean;
	readonly remove?: boolean;
	readonly json?: boolean;
}

async function remove({ team: slug, json }: DemoOptions): Promise<void> {
	const removed = await withDatabase(async (database) => {
		const team = await teamBySlug(database, slug);
		if (!team) throw new UsageError(`There is no team "${slug}". \`lapwing teams list\` shows them.`);
		await removeStory(database, team, Date.now());
		return deleteTagged(database, team.id, DEMO_TAG, Date.now());
	});
	if (json) printJson({ team: slug, removed });
	else print(`Removed ${removed} demo monitors of the team ${slug}. The service deletes their history.`);
}

async function play(database: Database, config: Config, options: DemoOptions): Promise<void> {
	const { team: slug, history = false, force = false } = options;
	if (!history && !config.allowPrivateTargets) {
		throw new UsageError(
			"The demo's target listens on this machine, which PROBE_PRIVATE_TARGETS=deny forbids to check. " +
				"Add --history for the history alone.",
		);
	}
	const team = (await teamBySlug(database, slug)) ?? (await makeTeam(database, slug, Date.now()));
	const real = force ? 0 : await countUntagged(database, team.id, DEMO_TAG);
	if (real > 0) {
		throw new UsageError(
			`The team ${slug} has ${real} monitors of its own, whose figures would mix with generated ones. ` +
				"Choose another team with --team, or add --force.",
		);
	}
	// Before the history, which takes minutes: a port in use is known at once.
	await using target = history ? null : await listenOn(options.port);
	const present = await taggedMonitors(database, team.id, DEMO_TAG);
	if (present.length === 0) await fill(database, config, team, options);
	else printAside(`The team ${slug} has its demo already; --remove deletes it.`);
	if (target !== null) await keepAlive(database, team, options);
}

async function fill(database: Database, config: Config, team: Team, options: DemoOptions): Promise<void> {
	const { monitors: count, days, port, json } = options;
	const now = Date.now();
	const secret = await secretFor(database, config, { acceptNew: false, log: pino({ level: "silent" }) });
	const place = { port, canPing: (await remedyForPing()) === null };
	const box = secretBox(secret);
	const made = await generateHistory(database.repeatable, { team, place, count, from: now - days * DAY_MS, now, box });
	await makeStory(database, { team, monitorIds: made.monitors.map(({ publicId }) => publicId), port, box, now });
	if (json) return printJson({ team: team.slug, monitors: count, checks: made.checks });
	print(
		`Created ${count} monitors with ${made.checks} checks in the team ${team.slug}. ` +
			`In the dashboard: lapwing users add EMAIL --team ${team.slug} --role viewer. ` +
			`Over the API: lapwing keys create --team ${team.slug} --name demo --scope all`,
	);
}

async function listenOn(port: number): Promise<AsyncDisposable> {
	try {
		return await startDemoTarget(port);
	} catch (cause) {
		const isInUse = cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE";
		if (!isInUse) throw cause;
		throw new UsageError(`Port ${port} or ${port + 1} is in use, maybe by another demo. Choose another one: --port.`);
	}
}

/** Has the monitors checked until a signal stops the command; then they are paused, for nothing answers them. */
async function keepAlive(database: Database, team: Team, { port }: DemoOptions): Promise<void> {
	const stopping = new AbortController();
	const stopped = new Promise((resolve) => stopping.signal.addEventListener("abort", resolve));
	for (const signal of STOP_SIGNALS) process.once(signal, () => stopping.abort());
	const monitors = await taggedMonitors(database, team.id, DEMO_TAG);
	await switchAll(database, team, monitors, "resume");
	printAside(`The monitors check this command's target, on 127.0.0.1:${port}. Ctrl-C stops it, and pauses them.`);
	await Promise.all([stopped, runJobs(database, monitors, stopping.signal)]);
	await switchAll(database, team, monitors, "pause");
}

async function switchAll(
	database: Tx,
	team: Team,
	monitors: readonly TaggedMonitor[],
	action: "pause" | "resume",
): Promise<void> {
	for (let at = 0; at < monitors.length; at += MAX_BULK) {
		const ids = monitors.slice(at, at + MAX_BULK).map(({ publicId }) => publicId);
		const change = (tx: Tx) => bulkMonitors(tx, commandLine(team), { ids, action }, { now: Date.now() });
		unwrap(await inTransaction(database, change));
	}
}

async function makeTeam(database: Tx, slug: string, now: number): Promise<Team> {
	if (!isSlug(slug)) throw new UsageError(`"${slug}" is not a team slug: use lower-case letters, digits and hyphens.`);
	const team = await createTeam(database, { name: slug, slug }, now);
	if (!team)
		throw new Error(`The team ${slug} was created by another process at the same time. Run the command again.`);
	return team;
}
