/** `lapwing move`: everything to another database, which a service then uses in its place. */

import { Option } from "commander";
import { openMigratedDatabase } from "../../compose/database.ts";
import { secretProblem } from "../../compose/secret.ts";
import { withoutPassword } from "../../compose/unusable-database.ts";
import { readConfig } from "../../config/config.ts";
import { knownSecret, secretFile, writeSecret } from "../../secret.ts";
import { schemaState } from "../../storage/database/migrate.ts";
import { MoveRefused, unfence } from "../../storage/database/moving/handing-over.ts";
import type { Moved } from "../../storage/database/moving/marks.ts";
import { moveDatabase, type SwitchStep } from "../../storage/database/moving/move.ts";
import { lockMove } from "../../storage/database/moving/move-lock.ts";
import { servicesOf } from "../../storage/database/moving/services.ts";
import { openDatabase } from "../../storage/database/open-database.ts";
import { InstanceLocked, lockInstance } from "../../storage/database/sqlite/instance-lock.ts";
import type { Database } from "../../storage/database/tx.ts";
import { command, print, printAside, printJson, printTable } from "../command.ts";
import { UsageError } from "../usage-error.ts";

interface Options {
	readonly from?: string;
	readonly to?: string;
	readonly live?: boolean;
	readonly unfence?: boolean;
	readonly targetIsGone?: boolean;
	readonly json?: boolean;
}

export function move() {
	return command("move", "Move everything to another database: from SQLite to PostgreSQL, or back.")
		.addOption(new Option("--from <url>", "the database to move: sqlite:PATH or postgres://…").env("FROM_URL"))
		.addOption(new Option("--to <url>", "an empty database; a move that was stopped goes on").env("TO_URL"))
		.option("--live", "while the service runs: copy, follow its changes, then switch within seconds")
		.option(
			"--unfence",
			"let the database of --from take changes again after a move from it; that of --to takes no more",
		)
		.option("--target-is-gone", "with --unfence: the database that it was moved to does not exist any more")
		.option("--json", "print what was compared as JSON; with --unfence, which database takes changes")
		.addHelpText(
			"after",
			`
The source keeps all its rows. After the switch it takes no changes, and a service on it serves reads alone.
Start \`lapwing serve\` with DATABASE_URL set to the target before the switch: it waits, and begins when all is there.
Whatever stops a move, run the same command again: it goes on, or says that the move is complete.
Addresses with a password belong in FROM_URL and TO_URL, which other users of the machine can't see.`,
		)
		.action(async ({ from, to, live = false, unfence: undo = false, targetIsGone = false, json = false }: Options) => {
			if (from === undefined) throw new UsageError("Name the database to move: --from, or FROM_URL.");
			if (targetIsGone && !undo) throw new UsageError("--target-is-gone goes with --unfence.");
			if (from === to) throw new UsageError("--from and --to are the same database.");
			if (undo) return undoMove(from, targetIsGone ? "gone" : (to ?? null), json);
			if (to === undefined) throw new UsageError("Name the database to move to: --to, or TO_URL.");
			const moved = await runMove(from, to, live);
			if (json) printJson(moved);
			else printMoved(moved, to);
		});
}

async function undoMove(from: string, to: string | "gone" | null, json: boolean): Promise<void> {
	await using opened = new AsyncDisposableStack();
	await lockMoves([from, ...(to === null || to === "gone" ? [] : [to])], opened);
	const source = opened.adopt(await openSource(from), (database) => database.close());
	const target = to === null || to === "gone" ? to : opened.adopt(await openSource(to), (each) => each.close());
	const isTargetFenced = await refusing(unfence(source, target));
	if (json) return printJson({ takesChanges: withoutPassword(from), targetIsFenced: isTargetFenced });
	print(`The database takes changes again.${isTargetFenced ? " That of --to takes none any more." : ""}`);
}

/** @returns aborted when a lock was lost */
async function lockMoves(urls: readonly string[], opened: AsyncDisposableStack): Promise<AbortSignal> {
	const lost: AbortSignal[] = [];
	for (const url of urls) lost.push(opened.use(await refusing(lockMove(url))).lost);
	return AbortSignal.any(lost);
}

/** What the operator can correct is a mistake of usage. */
function refusing<T>(work: Promise<T>): Promise<T> {
	return work.catch((error) => {
		throw error instanceof MoveRefused ? new UsageError(error.message) : error;
	});
}

const STEPS: Partial<Readonly<Record<SwitchStep, string>>> = {
	followed: "Comparing what changed",
	compared: "The target takes over",
	"handed over": "The target took over; marking the source as moved",
};

async function runMove(from: string, to: string, isLive: boolean): Promise<Moved> {
	await using opened = new AsyncDisposableStack();
	const lost = await lockMoves([from, to], opened);
	// Without --live no service.
	if (!isLive) opened.use(locked(from, IN_USE));
	const source = opened.adopt(await openSource(from), (database) => database.close());
	if (!isLive && (await servicesOf(source)) > 0) throw new UsageError(IN_USE);
	await giveSecret(source, from, to);
	const target = opened.adopt(await openMigratedDatabase({ databaseUrl: to }), (database) => database.close());
	const stopping = new AbortController();
	const stop = () => stopping.abort(new Error("it was stopped by a signal"));
	process.once("SIGTERM", stop).once("SIGINT", stop);
	opened.defer(() => void process.off("SIGTERM", stop).off("SIGINT", stop));
	return await refusing(
		moveDatabase(source, target, {
			from: withoutPassword(from),
			to: withoutPassword(to),
			now: Date.now,
			onProgress: printAside,
			onStep: (step) => STEPS[step] !== undefined && printAside(STEPS[step]),
			signal: AbortSignal.any([stopping.signal, lost]),
		}),
	);
}

const IN_USE = "A service uses the source. Stop it first, or move with --live.";

function locked(url: string, otherwise: string): Disposable {
	try {
		return lockInstance(url);
	} catch (error) {
		throw error instanceof InstanceLocked ? new UsageError(otherwise) : error;
	}
}

async function openSource(url: string): Promise<Database> {
	const source = openDatabase(url);
	const { pending, problem } = await schemaState(source).catch(async (error) => {
		await source.close();
		throw error;
	});
	if (problem === null && pending.length === 0) return source;
	await source.close();
	throw new UsageError(
		problem?.message ?? "The source has not the schema of this version: run `lapwing migrate` first.",
	);
}

/** The target's service needs the secret of the source: it is written beside the target unless it is known there. */
async function giveSecret(source: Database, from: string, to: string): Promise<void> {
	const { secret } = readConfig({ ...process.env, DATABASE_URL: from });
	const problem = await secretProblem(source, { secret, databaseUrl: from });
	if (problem !== null) throw new UsageError(problem);
	const [mine, other] = [from, to].map((databaseUrl) => knownSecret({ secret, databaseUrl }));
	if (mine == null) return;
	if (other == null) writeSecret(secretFile({ databaseUrl: to }), mine);
	else if (!Buffer.from(mine).equals(other)) {
		throw new UsageError(`${secretFile({ databaseUrl: to })} holds another secret than the source's. Move it away.`);
	}
}

function printMoved({ tables, switchMs }: Moved, to: string): void {
	printTable([
		["TABLE", "ROWS", "DIGEST OF BOTH", "COMPARED AGAIN IN THE SWITCH"],
		...tables.map(({ table, rows, digest, changedSince }) => [
			table,
			rows.toLocaleString("en"),
			digest,
			changedSince === 0 ? "" : `${changedSince.toLocaleString("en")} rows that changed`,
		]),
	]);
	print(`Moved to ${withoutPassword(to)}; the switch took ${(switchMs / 1000).toFixed(1)} s.`);
}
