import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { recordChecks } from "../../src/storage/commit/record-checks.ts";
import { migrate } from "../../src/storage/database/migrate.ts";
import { digestOf } from "../../src/storage/database/moving/move.ts";
import { MOVED_TABLES } from "../../src/storage/database/moving/moved-tables.ts";
import { openDatabase } from "../../src/storage/database/open-database.ts";
import { newDatabaseUrl } from "../../src/storage/testing/engines.ts";
import { aMonitor, anOutcome, aTeam } from "../../src/storage/testing/fixtures.ts";
import { Lapwing, lapwing, RUN_MAIN, until } from "../testing/lapwing.ts";

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
		process.env["LAPWING_SECRET"] = "another secret, of somebody else, 32+";
		const live = ["move", "--live", "--from", old.databaseUrl, "--to", database.url];
		const foreign = await lapwing("sqlite::memory:", ...live).then(
			() => "moved",
			(error: { stderr: string }) => error.stderr,
		);
		expect(foreign).toContain("This database belongs to another secret");
		process.env["LAPWING_SECRET"] = env.LAPWING_SECRET;
		const { stdout } = await lapwing("sqlite::memory:", ...live);
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
		await using again = await Lapwing.start({
			databaseUrl: old.databaseUrl,
			directory: old.directory,
			env,
			key: old.key,
		});
		expect(await again.status(ids[0] ?? "")).toBe("up");
		expect((await again.ask("PUT", `/api/v1/monitors/${ids[0]}`, { timeoutSeconds: 8 })).status).toBe(503);
	} finally {
		delete process.env["LAPWING_SECRET"];
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
			const aside = await lapwing("sqlite::memory:", "move", "--unfence", "--from", from.url);
			expect(aside.stdout).toContain("takes changes again");
		} finally {
			await from.drop();
			await to.drop();
		}
	},
	240_000,
);
