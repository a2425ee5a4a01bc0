/**
 * The faults of our own side and of the path, one row each: how it is injected into a running service and ended, for
 * how long it lasts, and which checks it hides meanwhile. What a machine does not allow is left out, and why is said.
 */

import { execFile, execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { readdir, rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { OurFault, UnderTest } from "./injectable-fault.ts";
import { PATH_FAULTS } from "./path-faults.ts";
import type { ScriptedTarget } from "./script.ts";
import type { ResolverMode } from "./targets-process.ts";

const run = promisify(execFile);

const EVERY_TARGET = () => true;
const NO_TARGET = () => false;
const NAMED_TARGETS = ({ name }: ScriptedTarget) => name !== null;
const NOTHING_LACKS = () => null;
const ONLY = (engine: UnderTest["engine"]) => (test: UnderTest) =>
	test.engine === engine ? null : `only on ${engine}`;
/** The process runs for a quarter of its time. */
const STARVED = { standsMs: 300, runsMs: 100 };
/** The file is locked for two thirds of the time. */
const SLOW_FILE = { lockedMs: 200, freeMs: 100 };
const SLOW_ANSWERS_MS = 60;
/** Neither whole minutes nor whole hours. */
const CLOCK_STEP_MS = 37 * 60_000 + 20_000;

function resolverFault(id: string, mode: ResolverMode, hides = NAMED_TARGETS): OurFault {
	return {
		id,
		owner: "ours",
		lastsSeconds: 25,
		settlesSeconds: 8,
		hides,
		lacks: NOTHING_LACKS,
		async inject(test, lasts) {
			test.resolver(mode);
			await lasts();
			test.resolver("well");
		},
	};
}

export const OUR_FAULTS: readonly OurFault[] = [
	resolverFault("resolver dead", "dead"),
	resolverFault("resolver slow", "slow", NO_TARGET),
	resolverFault("resolver too slow", "too_slow"),
	resolverFault("resolver lying", "lying"),
	resolverFault("resolver denying every name", "denying"),
	{
		id: "disk full",
		owner: "ours",
		lastsSeconds: 25,
		settlesSeconds: 10,
		hides: EVERY_TARGET,
		lacks: ({ ballast }) => (ballast === null ? "needs root, for a disk of its own (tmpfs)" : null),
		async inject({ ballast }, lasts) {
			if (ballast === null) return;
			// Until the disk takes no more.
			await run("dd", ["if=/dev/zero", `of=${ballast}`, "bs=64k"]).catch(() => {});
			await lasts();
			await rm(ballast);
		},
	},
	{
		id: "database locked",
		owner: "ours",
		lastsSeconds: 20,
		settlesSeconds: 10,
		hides: EVERY_TARGET,
		lacks: ONLY("sqlite"),
		async inject({ databaseUrl }, lasts) {
			const holder = fork(new URL("../../../src/storage/testing/writing-process.ts", import.meta.url), [
				databaseUrl,
				"600000",
			]);
			await once(holder, "message");
			await lasts();
			holder.kill();
			await once(holder, "exit");
		},
	},
	{
		id: "database slow (file)",
		owner: "ours",
		lastsSeconds: 25,
		settlesSeconds: 5,
		hides: NO_TARGET,
		lacks: ONLY("sqlite"),
		async inject({ databaseUrl }, lasts) {
			const holder = fork(new URL("./slow-file-process.ts", import.meta.url), [
				databaseUrl,
				String(SLOW_FILE.lockedMs),
				String(SLOW_FILE.freeMs),
			]);
			await lasts();
			holder.kill();
			await once(holder, "exit");
		},
	},
	{
		id: "database stopped",
		owner: "ours",
		lastsSeconds: 20,
		settlesSeconds: 15,
		hides: EVERY_TARGET,
		lacks: ONLY("postgresql"),
		async inject({ server }, lasts) {
			await server?.stop();
			await lasts();
			await server?.start();
		},
	},
	{
		id: "database slow (server)",
		owner: "ours",
		lastsSeconds: 25,
		settlesSeconds: 5,
		hides: EVERY_TARGET,
		lacks: ONLY("postgresql"),
		async inject({ server }, lasts) {
			if (server) server.delayMs = SLOW_ANSWERS_MS;
			await lasts();
			if (server) server.delayMs = 0;
		},
	},
	{
		id: "CPU starved",
		owner: "ours",
		lastsSeconds: 25,
		settlesSeconds: 5,
		hides: EVERY_TARGET,
		lacks: NOTHING_LACKS,
		async inject(test, lasts) {
			let isOver = false;
			const over = lasts().then(() => {
				isOver = true;
			});
			while (!isOver) {
				process.kill(test.pid, "SIGSTOP");
				await pause(STARVED.standsMs);
				process.kill(test.pid, "SIGCONT");
				await pause(STARVED.runsMs);
			}
			await over;
		},
	},
	{
		id: "clock stepped forward and back",
		owner: "ours",
		lastsSeconds: 40,
		// Set back, every monitor is checked at once, and a slot in the same minute is passed over: two intervals.
		settlesSeconds: 125,
		hides: EVERY_TARGET,
		lacks: NOTHING_LACKS,
		async inject(test, lasts) {
			await test.set({ clockAheadMs: CLOCK_STEP_MS });
			await lasts();
			await test.set({ clockAheadMs: 0 });
		},
	},
	{
		id: "process stopped and continued",
		owner: "ours",
		lastsSeconds: 120,
		settlesSeconds: 8,
		hides: EVERY_TARGET,
		lacks: NOTHING_LACKS,
		async inject(test, lasts) {
			process.kill(test.pid, "SIGSTOP");
			await lasts();
			process.kill(test.pid, "SIGCONT");
		},
	},
	{
		id: "descriptors exhausted",
		owner: "ours",
		lastsSeconds: 20,
		// On PostgreSQL each job has failed for want of a connection, and waits for up to 16 s before it tries again.
		settlesSeconds: 15,
		hides: EVERY_TARGET,
		lacks: () => (hasProgram("prlimit") ? null : "needs the program prlimit"),
		async inject(test, lasts) {
			const id = String(test.pid);
			const { stdout } = await run("prlimit", ["--pid", id, "--nofile", "--output", "SOFT", "--noheadings"]);
			// Descriptors are numbered from the lowest free one: with this limit there is none to open.
			const open = new Set(await readdir(`/proc/${id}/fd`));
			let lowestFree = 0;
			while (open.has(String(lowestFree))) lowestFree += 1;
			await run("prlimit", ["--pid", id, `--nofile=${lowestFree}:`]);
			await lasts();
			await run("prlimit", ["--pid", id, `--nofile=${stdout.trim()}:`]);
		},
	},
	{
		id: "probe thread killed",
		owner: "ours",
		lastsSeconds: 0,
		settlesSeconds: 10,
		hides: EVERY_TARGET,
		lacks: NOTHING_LACKS,
		inject: (test) => test.set({ probeThreadsEnded: test.settings.probeThreadsEnded + 1 }),
	},
	{
		id: "kill -9",
		owner: "ours",
		lastsSeconds: 0,
		settlesSeconds: 10,
		hides: EVERY_TARGET,
		lacks: NOTHING_LACKS,
		inject: (test) => test.killAndRestart(),
	},
	...PATH_FAULTS,
];

function hasProgram(name: string): boolean {
	try {
		execFileSync(name, ["--version"], { stdio: "ignore" });
		return true;
	} catch {
		return false;
	}
}
