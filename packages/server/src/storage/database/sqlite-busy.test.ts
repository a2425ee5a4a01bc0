import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { findPerson, openSession } from "../access/sessions.ts";
import { recordChecks } from "../commit/record-checks.ts";
import { pageOfChecks } from "../results/read-checks.ts";
import { freshDatabase, newDatabaseUrl } from "../testing/engines.ts";
import { aMonitor, anOutcome, aTeam } from "../testing/fixtures.ts";
import { aProvenUser } from "../testing/users.ts";
import { migrate } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";
import { type Database, DatabaseBusy } from "./tx.ts";

/** A synchronous wait of SQLite's would take the whole lock: after it the loop has turned a few times only. */
const TURNS_WHILE_LOCKED = 20;

async function lockedDatabase(): Promise<{ database: Database; url: string } & AsyncDisposable> {
	const { url, drop } = await newDatabaseUrl("sqlite");
	const database = openDatabase(url);
	await migrate(database);
	return {
		database,
		url,
		async [Symbol.asyncDispose]() {
			await database.close();
			await drop();
		},
	};
}

/** Another process that holds the file in an exclusive transaction. */
async function lockFor(url: string, ms: number): Promise<ChildProcess> {
	const holder = fork(new URL("../testing/writing-process.ts", import.meta.url), [url, String(ms)]);
	await once(holder, "message");
	return holder;
}

const insertTeam = ({ db }: Pick<Database, "db">, slug: string) =>
	db.insertInto("teams").values({ public_id: slug, name: slug, slug, created_at: 0 }).execute();

test("a commit waits for another process without blocking this one, reads go on, and nothing is lost", async () => {
	await using locked = await lockedDatabase();
	const { database, url } = locked;
	const monitor = await aMonitor(database, await aTeam(database));
	await recordChecks(database, [anOutcome(monitor, 100)], 101 * 60_000);
	const holder = await lockFor(url, 30_000);
	const commit = recordChecks(database, [anOutcome(monitor, 101)], 102 * 60_000);
	let turns = 0;
	const turning = setInterval(() => (turns += 1), 5);
	try {
		expect(await pageOfChecks(database, monitor, { limit: 10 })).toHaveLength(1);
		await expect.poll(() => database.writeBlockedForMs()).toBeGreaterThan(500);
		await expect.poll(() => turns).toBeGreaterThan(TURNS_WHILE_LOCKED);
		expect(holder.exitCode).toBeNull();
	} finally {
		clearInterval(turning);
		holder.kill();
	}
	await commit;
	expect(await pageOfChecks(database, monitor, { limit: 10 })).toHaveLength(2);
	expect(database.writeBlockedForMs()).toBeNull();
});

test("a request gives up after a second with an error that is transient, and changes nothing", async () => {
	await using locked = await lockedDatabase();
	const { database, url } = locked;
	const holder = await lockFor(url, 30_000);
	try {
		const startedAt = performance.now();
		const error = await insertTeam(database.requests, "a").catch((cause) => cause);
		expect(error).toBeInstanceOf(DatabaseBusy);
		expect(database.dialect.isTransient(error)).toBe(true);
		expect(performance.now() - startedAt).toBeGreaterThan(900);
		await expect(database.requests.transaction((tx) => insertTeam(tx, "b"))).rejects.toThrow(DatabaseBusy);
		expect(await database.requests.snapshot(({ db }) => db.selectFrom("teams").selectAll().execute())).toEqual([]);
		// What reads alone does not make it seem free.
		expect(database.writeBlockedForMs()).toBeGreaterThan(900);
	} finally {
		holder.kill();
		await once(holder, "exit");
	}
	await insertTeam(database.requests, "c");
	expect(database.writeBlockedForMs()).toBeNull();
});

test("a session is found, and its last use waits", async () => {
	await using locked = await lockedDatabase();
	const { database, url } = locked;
	const user = await aProvenUser(database);
	if (!user) throw new Error("No user");
	const { cookie } = await openSession(database, user, { userAgent: null, address: null, way: "link" }, 0);
	const holder = await lockFor(url, 30_000);
	try {
		expect(await findPerson(database.requests, cookie, 3_600_000)).toMatchObject({ email: "ada@example.com" });
	} finally {
		holder.kill();
		await once(holder, "exit");
	}
});

test("a stop does not wait for the lock of another process", async () => {
	await using locked = await lockedDatabase();
	const { database, url } = locked;
	const holder = await lockFor(url, 30_000);
	try {
		const waiting = insertTeam(database, "a");
		database.stopWaiting();
		await expect(waiting).rejects.toThrow(DatabaseBusy);
	} finally {
		holder.kill();
		await once(holder, "exit");
	}
});

test("transactions run one after the other, and each sees the commit of the previous one", async () => {
	await using database = await freshDatabase("sqlite");
	const add = () =>
		database.transaction(async (tx) => {
			const teams = await tx.db.selectFrom("teams").select("slug").execute();
			await Promise.resolve();
			await insertTeam(tx, `team-${teams.length}`);
		});
	await Promise.all([add(), add(), database.db.selectFrom("teams").selectAll().execute(), add()]);
	const teams = await database.db.selectFrom("teams").select("slug").orderBy("id").execute();
	expect(teams.map(({ slug }) => slug)).toEqual(["team-0", "team-1", "team-2"]);
});
