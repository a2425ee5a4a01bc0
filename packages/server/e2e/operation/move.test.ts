import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { freePort } from "../../src/dispatch/nats/testing/nats-server.ts";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { recordChecks } from "../../src/storage/commit/record-checks.ts";
import { migrate } from "../../src/storage/database/migrate.ts";
import { unfence } from "../../src/storage/database/moving/handing-over.ts";
import { fenceOf, type Moved, moveMark } from "../../src/storage/database/moving/marks.ts";
import { digestOf, moveDatabase, SWITCH_STEPS, type SwitchStep } from "../../src/storage/database/moving/move.ts";
import { MOVED_TABLES } from "../../src/storage/database/moving/moved-tables.ts";
import { openDatabase } from "../../src/storage/database/open-database.ts";
import type { Database } from "../../src/storage/database/tx.ts";
import { newDatabaseUrl } from "../../src/storage/testing/engines.ts";
import { aMonitor, anOutcome, aTeam } from "../../src/storage/testing/fixtures.ts";
import { Lapwing, lapwing, NODE_OPTIONS, RUN_MAIN, until } from "../testing/lapwing.ts";

/** Of a command that is told its databases. */
const NO_DATABASE = { DATABASE_URL: "sqlite::memory:" };

test("a service on SQLite is moved to PostgreSQL while it checks, and one on the other goes on", async () => {
	await using target = await startHttpTarget((_request, response) => response.end());
	const database = await newDatabaseUrl("postgresql");
	const env = { LAPWING_SECRET: "a secret that both of them share, 32+" };
	try {
		await using old = await Lapwing.start({ env });
		const ids = await Promise.all(Array.from({ length: 20 }, (_, index) => old.watch(`${target.url}/${index}`)));
		for (const id of ids) await old.untilStatus(id, "up");
		const before = await old.results(ids[0] ?? "");
		const other = await lapwing("sqlite::memory:", "move", "--from", old.databaseUrl, "--to", database.url).then(
			() => "moved",
			(error: { stderr: string }) => error.stderr,
		);
		expect(other).toContain("A service uses the source. Stop it first, or move with --live.");
		const live = ["move", "--live", "--from", old.databaseUrl, "--to", database.url];
		const stranger = { LAPWING_SECRET: "another secret, of somebody else, 32+" };
		const foreign = await lapwing({ ...NO_DATABASE, ...stranger }, ...live).then(
			() => "moved",
			(error: { stderr: string }) => error.stderr,
		);
		expect(foreign).toContain("This database belongs to another secret");
		const { stdout } = await lapwing({ ...NO_DATABASE, ...env }, ...live);
		expect(stdout).toMatch(/^monitors +20 +[0-9a-f]{24}/m);
		expect(Number(/the switch took ([\d.]+) s/.exec(stdout)?.[1])).toBeLessThan(10);
		await using next = await Lapwing.start({ databaseUrl: database.url, env, key: old.key });
		for (const id of ids) expect(await next.status(id)).toBe("up");
		const after = await next.results(ids[0] ?? "");
		expect(after.slice(-before.length)).toEqual(before);
		await next.checkAgain(ids[0] ?? "", 7);
		await until(async () => (await next.metric('lapwing_checks_total{verdict="up"}')) > 0 || undefined, {
			what: "a check by the new service",
		});
		// The old one reads, and changes nothing.
		await until(async () => old.log.includes("The database was moved") || undefined, {
			what: "the fence to be noticed",
		});
		expect(await old.status(ids[0] ?? "")).toBe("up");
		const refused = await old.ask("PUT", `/api/v1/monitors/${ids[0]}`, { timeoutSeconds: 8 });
		expect(refused.status).toBe(503);
		await old.stop();
		const change = await lapwing(old.databaseUrl, "teams", "create", "--name", "Late").then(
			() => "made",
			(error: { stderr: string }) => error.stderr,
		);
		expect(change).toContain("takes no changes. `lapwing doctor` names that one, and how to go back.");
		await using again = await Lapwing.start({
			databaseUrl: old.databaseUrl,
			directory: old.directory,
			env,
			key: old.key,
		});
		expect(await again.status(ids[0] ?? "")).toBe("up");
		expect((await again.ask("PUT", `/api/v1/monitors/${ids[0]}`, { timeoutSeconds: 8 })).status).toBe(503);
	} finally {
		await database.drop();
	}
}, 120_000);

/** What the switch gives back: claims. */
const GIVEN_BACK = ["monitor_states", "alerts", "subscriber_messages"];
const FIRST_MINUTE = 24_000_000;
/** Of the lines that each attempt says: one for each table that is left. */
const KILLS_AT = [25, 35, 15];

/** Everything but claims. */
async function contentsOf(databaseUrl: string): Promise<Record<string, string>> {
	const database = openDatabase(databaseUrl);
	try {
		const contents: Record<string, string> = {};
		for (const table of MOVED_TABLES.filter(({ name }) => !GIVEN_BACK.includes(name))) {
			const { rows, text } = await digestOf(database, table);
			contents[table.name] = `${rows} ${text}`;
		}
		return contents;
	} finally {
		await database.close();
	}
}

/** Runs a move, and kills it without notice at its line of progress of this number. @returns whether it ended first */
async function moveKilledAt(line: number, env: Record<string, string>): Promise<boolean> {
	const child = spawn(process.execPath, [...RUN_MAIN, "move"], { env: { ...process.env, ...env } });
	const said: string[] = [];
	createInterface(child.stderr).on("line", (text) => {
		if (said.push(text) === line) child.kill("SIGKILL");
	});
	child.stdout.resume();
	const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
	expect([0, "SIGKILL"], said.join("\n")).toContain(signal ?? code);
	return code === 0;
}

test.each([
	["sqlite", "postgresql"],
	["postgresql", "sqlite"],
] as const)(
	"a move from %s to %s that is killed again and again ends with everything",
	async (one, other) => {
		const [from, to] = [await newDatabaseUrl(one), await newDatabaseUrl(other)];
		try {
			const source = openDatabase(from.url);
			await migrate(source);
			const monitors: number[] = [];
			const team = await aTeam(source);
			for (let count = 0; count < 20; count += 1) monitors.push(await aMonitor(source, team));
			for (let minute = FIRST_MINUTE; minute < FIRST_MINUTE + 60; minute += 1) {
				const outcomes = monitors.map((id) => anOutcome(id, minute));
				await recordChecks(source, outcomes, (minute + 1) * 60_000);
			}
			await source.close();
			const before = await contentsOf(from.url);
			const env = { FROM_URL: from.url, TO_URL: to.url, LAPWING_SECRET: "a secret that both of them share, 32+" };
			for (const line of KILLS_AT) expect(await moveKilledAt(line, env)).toBe(false);
			expect(await moveKilledAt(Number.POSITIVE_INFINITY, env)).toBe(true);
			expect(await contentsOf(to.url)).toEqual(before);
			expect(await contentsOf(from.url)).toEqual(before);
			const alone = await lapwing(commandEnv, "move", "--unfence", "--from", from.url).catch(String);
			expect(alone).toContain("Name that database with --to or TO_URL");
			const both = await lapwing(commandEnv, "move", "--unfence", "--from", from.url, "--to", to.url);
			expect(both.stdout).toContain("takes changes again. That of --to takes none any more.");
		} finally {
			await from.drop();
			await to.drop();
		}
	},
	240_000,
);

test.each([
	["postgresql", "postgresql"],
	["postgresql", "sqlite"],
	["sqlite", "postgresql"],
] as const)(
	"one move at a time: a second from %s or into %s is refused, and the first ends",
	async (one, other) => {
		const [from, to] = [await newDatabaseUrl(one), await newDatabaseUrl(other)];
		const [from2, to2] = [await newDatabaseUrl(one, "migrated"), await newDatabaseUrl(other)];
		try {
			const source = openDatabase(from.url);
			await migrate(source);
			await aMonitor(source, await aTeam(source));
			await source.close();
			const before = await contentsOf(from.url);
			const moving = (fromUrl: string, toUrl: string) =>
				spawn(process.execPath, [...RUN_MAIN, "move", "--from", fromUrl, "--to", toUrl], {
					env: { ...process.env, ...commandEnv },
					stdio: ["ignore", "ignore", "pipe"],
				});
			const started = async () => {
				const child = moving(from.url, to.url);
				await once(child.stderr, "data");
				child.kill("SIGSTOP");
				return child;
			};
			const refusals = async () => {
				const endings = [];
				for (const [fromUrl, toUrl] of [
					[from.url, to.url],
					[from.url, to2.url],
					[from2.url, to.url],
				] as const) {
					const child = moving(fromUrl, toUrl);
					let said = "";
					child.stderr.setEncoding("utf8").on("data", (text: string) => {
						said += text;
					});
					const [code] = await once(child, "close");
					endings.push([code, said.slice(0, said.indexOf("runs."))]);
				}
				return endings;
			};
			const refused = [2, "lapwing: Another move of this database "];
			const first = await started();
			expect(await refusals()).toEqual([refused, refused, refused]);
			// What is killed holds nothing.
			first.kill("SIGKILL");
			await once(first, "exit");
			const next = await started();
			expect(await refusals()).toEqual([refused, refused, refused]);
			next.kill("SIGCONT");
			next.stderr.resume();
			expect(await once(next, "exit")).toEqual([0, null]);
			expect(await contentsOf(to.url)).toEqual(before);
			expect(await whoServes(from.url, to.url)).toEqual(["target"]);
		} finally {
			for (const { drop } of [from, to, from2, to2]) await drop();
		}
	},
	120_000,
);

const SECRET = "a secret that both of them share, 32+";
const commandEnv = { DATABASE_URL: "sqlite::memory:", LAPWING_SECRET: SECRET };
const MOVE_UNTIL = fileURLToPath(new URL("../testing/move-until.ts", import.meta.url));
const DECISION = SWITCH_STEPS.indexOf("handed over");

/** Runs a move until a step of its switch. @returns its exit code, or the signal that killed it */
async function moveUntil(step: SwitchStep, how: "kill" | "fail", from: string, to: string): Promise<number | string> {
	const child = spawn(process.execPath, [...NODE_OPTIONS, MOVE_UNTIL, from, to, step, how], { stdio: "ignore" });
	const [code, signal] = (await once(child, "exit")) as [number, string | null];
	return signal ?? code;
}

/** What the next start of the move compared. */
async function movedBy(from: string, to: string): Promise<Moved["tables"]> {
	await using opened = new AsyncDisposableStack();
	const [source, target] = [from, to].map((url) => opened.adopt(openDatabase(url), (each) => each.close()));
	const options = { from: "the old database", to: "the new database", now: Date.now, onProgress: () => {} };
	return (await moveDatabase(source as Database, target as Database, options)).tables;
}

async function givenBackBy(from: string, to: string): Promise<void> {
	await using opened = new AsyncDisposableStack();
	const [source, target] = [from, to].map((url) => opened.adopt(openDatabase(url), (each) => each.close()));
	await unfence(source as Database, target as Database);
}

/** Which of the two take changes. */
async function whoServes(from: string, to: string): Promise<readonly string[]> {
	const [source, target] = [openDatabase(from), openDatabase(to)];
	try {
		const serving: string[] = [];
		if ((await fenceOf(source)) === null) serving.push("source");
		if ((await moveMark(target, "target"))?.state === "done") serving.push("target");
		// The marks are what stands in the tables. A target that is open can be written, and no service starts on it.
		const isWritable = async (database: Database) => {
			const undone = await database
				.transaction(async (tx) => {
					await aTeam(tx);
					throw new Error("undone");
				})
				.catch(String);
			return undone === "Error: undone";
		};
		expect(await isWritable(source)).toBe(serving.includes("source"));
		if (serving.includes("target")) expect(await isWritable(target)).toBe(true);
		return serving;
	} finally {
		await source.close();
		await target.close();
	}
}

test.each([
	["sqlite", "postgresql"],
	["postgresql", "sqlite"],
] as const)(
	"a move from %s to %s that is killed at any step of its switch never leaves two that serve, and the next start ends it",
	async (one, other) => {
		const from = await newDatabaseUrl(one);
		const source = openDatabase(from.url);
		await migrate(source);
		await aMonitor(source, await aTeam(source));
		await source.close();
		const states: [string, readonly string[]][] = [];
		const dropped: (() => Promise<void>)[] = [from.drop];
		try {
			let to = await newDatabaseUrl(other);
			dropped.push(to.drop);
			for (const step of SWITCH_STEPS) {
				expect([step, await moveUntil(step, "kill", from.url, to.url)]).toEqual([step, "SIGKILL"]);
				states.push([step, await whoServes(from.url, to.url)]);
				if (SWITCH_STEPS.indexOf(step) < DECISION) continue;
				expect((await movedBy(from.url, to.url)).map(({ table }) => table)).toContain("monitors");
				expect(await whoServes(from.url, to.url)).toEqual(["target"]);
				// And back, for the next step.
				await givenBackBy(from.url, to.url);
				expect(await whoServes(from.url, to.url)).toEqual(["source"]);
				to = await newDatabaseUrl(other);
				dropped.push(to.drop);
			}
			expect(states).toEqual([
				["fencing", ["source"]],
				["fenced", []],
				["followed", []],
				["compared", []],
				["handing over", []],
				["handed over", ["target"]],
				["marked", ["target"]],
				["done", ["target"]],
			]);
			// Killed in the switch for good: the operator gives the move up.
			expect(await moveUntil("compared", "kill", from.url, to.url)).toBe("SIGKILL");
			await lapwing(commandEnv, "move", "--unfence", "--from", from.url, "--to", to.url);
			expect(await whoServes(from.url, to.url)).toEqual(["source"]);
		} finally {
			for (const drop of dropped) await drop();
		}
	},
	480_000,
);

test.each([
	["sqlite", "postgresql"],
	["postgresql", "sqlite"],
] as const)(
	"a service on %s goes on when its move to %s fails in the switch, and after one that was killed there",
	async (one, other) => {
		await using target = await startHttpTarget((_request, response) => response.end());
		const env = { LAPWING_SECRET: SECRET };
		const [from, to] = [await newDatabaseUrl(one), await newDatabaseUrl(other)];
		try {
			await using service = await Lapwing.start({
				databaseUrl: from.url,
				env: { ...env, PORT: String(await freePort()) },
			});
			const id = await service.watch(target.url);
			const edit = (timeoutSeconds: number) => service.ask("PUT", `/api/v1/monitors/${id}`, { timeoutSeconds });
			const checked = async (timeoutSeconds: number) => {
				const before = await service.metric('lapwing_checks_total{verdict="up"}');
				await service.checkAgain(id, timeoutSeconds);
				const isMore = async () => (await service.metric('lapwing_checks_total{verdict="up"}')) > before || undefined;
				await until(isMore, { what: "another check" });
			};
			await service.untilStatus(id, "up");
			expect(await moveUntil("compared", "fail", from.url, to.url)).toBe(1);
			await checked(8);
			expect(service.log).not.toContain("only reads are served");

			expect(await moveUntil("compared", "kill", from.url, to.url)).toBe("SIGKILL");
			expect((await edit(9)).status).toBe(503);
			const isNoticed = () => service.log.includes("The switch of a move was begun and has not ended") || undefined;
			await until(isNoticed, { withinMs: 90_000, what: "the service to notice that nobody ends the switch" });
			expect(await service.status(id)).toBe("up");
			await lapwing(commandEnv, "move", "--unfence", "--from", from.url, "--to", to.url);
			const isBack = () => service.log.split("Lapwing is running").length > 2 || undefined;
			await until(isBack, { withinMs: 60_000, what: "the service to start anew" });
			await checked(10);
		} finally {
			await from.drop();
			await to.drop();
		}
	},
	240_000,
);
