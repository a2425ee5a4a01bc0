import { expect, test } from "vitest";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { newDatabaseUrl } from "../../src/storage/testing/engines.ts";
import { Lapwing, lapwing, until } from "../testing/lapwing.ts";

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
