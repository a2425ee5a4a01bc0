import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { newDatabaseUrl } from "../../testing/engines.ts";
import { type SilentNetwork, startSilentNetwork } from "../../testing/silent-network.ts";
import { openPostgresql } from "../postgresql.ts";
import { type Database, DatabaseUnreachable } from "../tx.ts";
import type { PoolLimits } from "./limited-pool.ts";

const LIMITS: PoolLimits = {
	connectMs: 2_000,
	answerMs: 1_000,
	statementMs: 10_000,
	lockMs: 150,
	idleInTransactionMs: 600,
	stopMs: 50,
};
/** A machine with other work answers late. */
const AT_MOST_MS = 10_000;

interface Behind {
	readonly database: Database;
	readonly network: SilentNetwork;
	/** Another connection, which no network is in the way of. */
	readonly direct: Database;
}

/** A database of its own behind a network that can fall silent. */
async function behindNetwork(test: (behind: Behind) => Promise<void>, limits = LIMITS): Promise<void> {
	const { url, drop } = await newDatabaseUrl("postgresql");
	const port = new URL(inject("postgresUrl")).port;
	await using network = await startSilentNetwork(Number(port));
	const database = openPostgresql(url.replace(`:${port}/`, `:${network.port}/`), { limits });
	const direct = openPostgresql(url);
	try {
		await test({ database, network, direct });
	} finally {
		await database.close();
		await direct.close();
		await drop();
	}
}

const errorOf = (work: Promise<unknown>) =>
	work.then(
		() => null,
		(error) => error,
	);

async function numbers({ db }: Database): Promise<number[]> {
	const { rows } = await sql<{ n: number }>`select n from numbers order by n`.execute(db);
	return rows.map(({ n }) => n);
}

test("queries behind a silent network end in time, and every connection works once it is back", async () => {
	await behindNetwork(async ({ database, network }) => {
		// As many as the pool has connections, and two that wait for one.
		const ask = () => Array.from({ length: 12 }, () => errorOf(database.ping()));
		expect(await Promise.all(ask())).toEqual(Array(12).fill(null));
		network.fallSilent();
		const startedAt = performance.now();
		const errors = await Promise.all(ask());
		expect(performance.now() - startedAt).toBeLessThan(AT_MOST_MS);
		for (const error of errors) expect(error).toBeInstanceOf(DatabaseUnreachable);
		expect(errors.every((error) => database.dialect.isTransient(error))).toBe(true);
		network.restore();
		expect(await Promise.all(ask())).toEqual(Array(12).fill(null));
	});
});

test("no new connection waits longer than its limit", async () => {
	await behindNetwork(
		async ({ database, network }) => {
			network.fallSilent();
			const startedAt = performance.now();
			expect(await errorOf(database.ping())).toBeInstanceOf(DatabaseUnreachable);
			expect(performance.now() - startedAt).toBeLessThan(AT_MOST_MS);
		},
		{ ...LIMITS, connectMs: 100 },
	);
});

test("a transaction that was given up leaves its locks, and what it wrote is undone", async () => {
	await behindNetwork(async ({ database, network, direct }) => {
		await sql`create table numbers (n integer primary key)`.execute(direct.db);
		await sql`insert into numbers values (1)`.execute(direct.db);
		const lost = errorOf(
			database.transaction(async ({ db }) => {
				await sql`update numbers set n = 2`.execute(db);
				network.fallSilent();
				await sql`select 1`.execute(db);
			}),
		);
		expect(await lost).toBeInstanceOf(DatabaseUnreachable);
		network.restore();
		// Until the server has ended that transaction the row is locked, which is transient.
		const tryToLock = () => errorOf(sql`update numbers set n = 3`.execute(database.db));
		await expect
			.poll(
				async () => {
					const error = await tryToLock();
					return error === null || !database.dialect.isTransient(error) ? error : "locked";
				},
				{ timeout: AT_MOST_MS },
			)
			.toBeNull();
		expect(await numbers(direct)).toEqual([3]);
	});
});

test("a statement that takes too long is ended by the server and keeps its connection; a migration is not", async () => {
	await behindNetwork(
		async ({ database }) => {
			const slowly = sql`select pg_sleep(0.5)`;
			const error = await errorOf(slowly.execute(database.db));
			expect(error).toMatchObject({ code: "57014" });
			expect(database.dialect.isTransient(error)).toBe(false);
			expect(await errorOf(database.withoutTimeLimit(() => slowly.execute(database.db)))).toBeNull();
			expect(await errorOf(slowly.execute(database.db))).toMatchObject({ code: "57014" });
		},
		{ ...LIMITS, answerMs: 60_000, statementMs: 300 },
	);
});

test("a database that can't be reached for want of files names the limit to raise", () => {
	const cause = Object.assign(new Error("connect EMFILE 127.0.0.1:5432 - Local (undefined:undefined)"), {
		code: "EMFILE",
	});
	expect(new DatabaseUnreachable(cause).message).toBe(
		"The database can't be reached: too many files are open (EMFILE): raise the limit of this process " +
			"(ulimit -n, or LimitNOFILE= of the systemd unit).",
	);
});

test("a mistake in a parameter does not count as a database that can't be reached", async () => {
	await behindNetwork(async ({ database }) => {
		const circle: Record<string, unknown> = {};
		circle["itself"] = circle;
		const error = await errorOf(sql`select ${circle}`.execute(database.db));
		expect(error).toBeInstanceOf(TypeError);
		expect(database.dialect.isTransient(error)).toBe(false);
		await database.ping();
	});
});

test("at a stop, a query that waits for an answer is given up soon", async () => {
	await behindNetwork(
		async ({ database, network }) => {
			await database.ping();
			network.fallSilent();
			const lost = errorOf(database.ping());
			const startedAt = performance.now();
			database.stopWaiting();
			expect(await lost).toBeInstanceOf(DatabaseUnreachable);
			expect(await errorOf(database.ping())).toBeInstanceOf(DatabaseUnreachable);
			expect(performance.now() - startedAt).toBeLessThan(AT_MOST_MS);
		},
		{ ...LIMITS, answerMs: 60_000 },
	);
});
