import { once } from "node:events";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newDatabaseUrl, onEachEngine } from "../../testing/engines.ts";
import { startSilentNetwork } from "../../testing/silent-network.ts";
import { openDatabase } from "../open-database.ts";
import { lockMove } from "./move-lock.ts";

onEachEngine("the lock of a move", (engine) => {
	test("is held by one move at a time, of each database", async () => {
		const [one, other] = [await newDatabaseUrl(engine), await newDatabaseUrl(engine)];
		try {
			const first = await lockMove(one.url);
			await expect(lockMove(one.url)).rejects.toThrow("Another move of this database runs.");
			await using _ = await lockMove(other.url);
			await first[Symbol.asyncDispose]();
			await using second = await lockMove(one.url);
			expect(second.lost.aborted).toBe(false);
		} finally {
			await one.drop();
			await other.drop();
		}
	});
});

test("a move whose connection to PostgreSQL ends is stopped, and another one can begin", async () => {
	const { url, drop } = await newDatabaseUrl("postgresql");
	try {
		await using lock = await lockMove(url);
		const lost = once(lock.lost, "abort");
		const database = openDatabase(url);
		await sql`select pg_terminate_backend(pid) from pg_stat_activity
			where datname = current_database() and application_name = 'lapwing move'`.execute(database.db);
		await database.close();
		await lost;
		expect(lock.lost.reason.message).toContain("was lost");
		await using _ = await lockMove(url);
	} finally {
		await drop();
	}
});

test("a move ends though the network to PostgreSQL has fallen silent", async () => {
	const { url, drop } = await newDatabaseUrl("postgresql");
	const direct = new URL(url);
	await using network = await startSilentNetwork(Number(direct.port));
	try {
		const lock = await lockMove(url.replace(`:${direct.port}/`, `:${network.port}/`));
		network.fallSilent();
		await lock[Symbol.asyncDispose]();
	} finally {
		await drop();
	}
}, 15_000);
