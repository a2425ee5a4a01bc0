/**
 * One suite for the recipes' stores, on SQLite, on a real PostgreSQL and, where the machine has one, on a real Redis.
 */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { ChallengeStore } from "@lapwing/passkey/challenges";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPostgres } from "../../server/src/storage/testing/postgres.ts";
import type { AccountPasskey, PasskeyStore } from "../recipes/passkeys/stores.ts";
import { POSTGRES_SCHEMA, PostgresPasskeys, postgresChallenges } from "../recipes/stores/postgres.ts";
import { RedisChallenges, type RedisLike, RedisPasskeys } from "../recipes/stores/redis.ts";
import { SQLITE_SCHEMA, SqlitePasskeys, sqliteChallenges } from "../recipes/stores/sqlite.ts";
import { bringRecipes, RECIPES } from "./harness/bring-recipes.ts";

interface Stores extends AsyncDisposable {
	readonly passkeys: PasskeyStore;
	challenges(now?: () => number): ChallengeStore;
}

const TIMEOUT_MS = 300_000;
const REDIS_SERVER = ["redis-server", "valkey-server"].find((name) => spawnSync(name, ["--version"]).status === 0);

async function openSqlite(): Promise<Stores> {
	const database = new DatabaseSync(":memory:");
	database.exec(SQLITE_SCHEMA);
	return {
		passkeys: new SqlitePasskeys(database),
		challenges: (now) => sqliteChallenges(database, { now }),
		[Symbol.asyncDispose]: async () => database.close(),
	};
}

async function openPostgres(): Promise<Stores> {
	const server = await startPostgres();
	const pool = new pg.Pool({ connectionString: `${server.url}/postgres`, max: 4 });
	// The server may end a connection before the pool has said goodbye on it.
	pool.on("error", () => {});
	await pool.query(POSTGRES_SCHEMA);
	return {
		passkeys: new PostgresPasskeys(pool),
		challenges: (now) => postgresChallenges(pool, { now }),
		async [Symbol.asyncDispose]() {
			await pool.end();
			await server.stop();
		},
	};
}

async function openRedis(): Promise<Stores> {
	await bringRecipes();
	const directory = await mkdtemp(join(tmpdir(), "lapwing-redis-"));
	const socket = join(directory, "redis.sock");
	const args = ["--port", "0", "--unixsocket", socket, "--save", "", "--appendonly", "no", "--dir", directory];
	const server = spawn(REDIS_SERVER ?? "", args, { stdio: ["ignore", "pipe", "inherit"] });
	await ready(server);
	const { createClient } = createRequire(`${RECIPES}package.json`)("redis");
	const client = createClient({ socket: { path: socket, tls: false } });
	await client.connect();
	const redis: RedisLike = client;
	return {
		passkeys: new RedisPasskeys(redis),
		challenges: (now) => new RedisChallenges(redis, { now }),
		async [Symbol.asyncDispose]() {
			client.destroy();
			server.kill();
			await once(server, "exit");
			await rm(directory, { recursive: true });
		},
	};
}

async function ready(server: ChildProcess): Promise<void> {
	for await (const chunk of server.stdout ?? []) if (String(chunk).includes("eady to accept connections")) break;
	server.stdout?.resume();
}

const PASSKEY: AccountPasskey = {
	id: "AQID",
	accountId: "account-1",
	publicKey: "pQECAyYg",
	counter: 1,
	transports: ["internal", "a,b"],
	backedUp: false,
};

const MINUTE_MS = 60_000;

const pending = (session: string) => ({ session, kind: "sign-in" });

describe.each([
	["SQLite", true, openSqlite],
	["PostgreSQL", true, openPostgres],
	["Redis", REDIS_SERVER !== undefined, openRedis],
] as const)("the stores on %s", (name, isThere, open) => {
	if (!isThere) {
		test.skip(`need a ${name} server on the PATH: apt-get install redis-server`, () => {});
		return;
	}
	let stores: Stores;
	beforeAll(async () => {
		stores = await open();
	}, TIMEOUT_MS);
	afterAll(() => stores[Symbol.asyncDispose]());
	test("return a challenge once, and keep five of a session: the oldest goes first", async () => {
		let now = Date.now();
		const challenges = stores.challenges(() => now);
		for (const each of ["1", "2", "3", "4", "5", "6"]) {
			now += 1;
			await challenges.put(pending("tabs"), each);
		}
		expect(await challenges.take(pending("tabs"), "1")).toBe(false);
		for (const each of ["6", "2", "3", "4", "5"]) expect(await challenges.take(pending("tabs"), each)).toBe(true);
		expect(await challenges.take(pending("tabs"), "6")).toBe(false);
		expect(await challenges.take(pending("never"), "6")).toBe(false);
	});

	test("return each challenge to one of many concurrent requests", async () => {
		const challenges = stores.challenges();
		const sessions = Array.from({ length: 20 }, (_, index) => `rival ${index}`);
		await Promise.all(sessions.map((each) => challenges.put(pending(each), each)));
		const taken = sessions.flatMap((each) => [1, 2, 3].map(() => challenges.take(pending(each), each)));
		expect((await Promise.all(taken)).filter(Boolean)).toHaveLength(20);
	});

	test("return a challenge for six minutes, and not after", async () => {
		let now = Date.now();
		const challenges = stores.challenges(() => now);
		await challenges.put(pending("timely"), "in time");
		await challenges.put(pending("timely"), "late");
		now += 6 * MINUTE_MS - 1;
		expect(await challenges.take(pending("timely"), "in time")).toBe(true);
		now += 1;
		expect(await challenges.take(pending("timely"), "late")).toBe(false);
	});

	test("store a passkey unchanged, and find it by its id and by its account", async () => {
		expect(await stores.passkeys.add(PASSKEY)).toBe(true);
		expect(await stores.passkeys.find("AQID")).toStrictEqual(PASSKEY);
		expect(await stores.passkeys.listFor("account-1")).toStrictEqual([PASSKEY]);
		expect(await stores.passkeys.find("BBBB")).toBeUndefined();
		expect(await stores.passkeys.listFor("account-2")).toStrictEqual([]);
	});

	test("never overwrite a passkey, not for another account either", async () => {
		await stores.passkeys.add({ ...PASSKEY, id: "taken" });
		expect(await stores.passkeys.add({ ...PASSKEY, id: "taken", publicKey: "other", accountId: "account-3" })).toBe(
			false,
		);
		expect(await stores.passkeys.find("taken")).toStrictEqual({ ...PASSKEY, id: "taken" });
		expect(await stores.passkeys.listFor("account-3")).toStrictEqual([]);
	});

	test("record a sign-in whose counter rises, and no other", async () => {
		const { passkeys } = stores;
		await passkeys.add({ ...PASSKEY, id: "counting", counter: 5 });
		expect(await passkeys.recordSignIn("counting", { counter: 4_294_967_294, backedUp: true })).toBe(true);
		for (const counter of [4_294_967_294, 6, 0]) {
			expect(await passkeys.recordSignIn("counting", { counter, backedUp: false })).toBe(false);
		}
		expect(await passkeys.find("counting")).toMatchObject({ counter: 4_294_967_294, backedUp: true });
		expect(await passkeys.recordSignIn("missing", { counter: 1, backedUp: true })).toBe(false);
	});

	test("record every sign-in of an authenticator without a counter, with its backup state", async () => {
		const { passkeys } = stores;
		await passkeys.add({ ...PASSKEY, id: "synced", counter: 0 });
		expect(await passkeys.recordSignIn("synced", { counter: 0, backedUp: true })).toBe(true);
		expect(await passkeys.recordSignIn("synced", { counter: 0, backedUp: false })).toBe(true);
		expect(await passkeys.find("synced")).toMatchObject({ counter: 0, backedUp: false });
		expect(await passkeys.recordSignIn("synced", { counter: 1, backedUp: false })).toBe(true);
		expect(await passkeys.recordSignIn("synced", { counter: 0, backedUp: false })).toBe(false);
	});

	test("accept one of many concurrent sign-ins with the same counter", async () => {
		const { passkeys } = stores;
		await passkeys.add({ ...PASSKEY, id: "copied" });
		const attempts = Array.from({ length: 10 }, () => passkeys.recordSignIn("copied", { counter: 2, backedUp: false }));
		expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1);
	});

	test("remove a passkey for its account alone, and let it be registered anew", async () => {
		const { passkeys } = stores;
		await passkeys.add({ ...PASSKEY, id: "removed", counter: 9, accountId: "account-4" });
		expect(await passkeys.remove("account-5", "removed")).toBe(false);
		expect(await passkeys.remove("account-4", "removed")).toBe(true);
		expect(await passkeys.remove("account-4", "removed")).toBe(false);
		expect(await passkeys.listFor("account-4")).toStrictEqual([]);
		expect(await passkeys.add({ ...PASSKEY, id: "removed", counter: 1, accountId: "account-5" })).toBe(true);
		expect(await passkeys.find("removed")).toMatchObject({ counter: 1, accountId: "account-5" });
	});
});
