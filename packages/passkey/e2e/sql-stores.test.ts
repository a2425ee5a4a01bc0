/**
 * The stores of the SQL door, on SQLite, on a real PostgreSQL and, where there is one, on a real MariaDB, with the
 * responses of an authenticator: what is stored is what the verification takes.
 */

import { DatabaseSync } from "node:sqlite";
import { RelyingParty, type VerifiedRegistration } from "@lapwing/passkey/server";
import { openStores, postgresql, type SqlDatabase, SqlPasskeys, type SqlStores, sqlite } from "@lapwing/passkey/sql";
import { SoftwareAuthenticator } from "@lapwing/passkey/testing";
import { isFailure, unwrap } from "@lapwing/result";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPostgres } from "../../server/src/storage/testing/postgres.ts";
import { hasMariadb, openMariadb } from "./harness/mariadb.ts";

const relyingParty = new RelyingParty({ id: "example.com", name: "Example" });

async function openSqlite() {
	const database = new DatabaseSync(":memory:");
	return { database: sqlite(database), [Symbol.asyncDispose]: async () => database.close() };
}

async function openPostgresql() {
	const server = await startPostgres();
	const pool = new pg.Pool({ connectionString: `${server.url}/postgres`, max: 4 });
	// The server may end a connection before the pool has said goodbye on it.
	pool.on("error", () => {});
	return {
		database: postgresql(pool),
		async [Symbol.asyncDispose]() {
			await pool.end();
			await server.stop();
		},
	};
}

async function register(userId: string, authenticator = new SoftwareAuthenticator()): Promise<VerifiedRegistration> {
	const { challenge, options } = relyingParty.register({ user: { id: userId, name: "ada" } });
	return unwrap(await relyingParty.verifyRegistration(await authenticator.create(options), { challenge }));
}

describe.each([
	["SQLite", true, openSqlite],
	["PostgreSQL", true, openPostgresql],
	["MariaDB", hasMariadb(), openMariadb],
] as const)("stores on %s", (name, isThere, open) => {
	if (!isThere) {
		test.skip(`need ${name} and mysql2: apt-get install mariadb-server && npm install --no-save mysql2`, () => {});
		return;
	}
	let opened: { database: SqlDatabase } & AsyncDisposable;
	let stores: SqlStores;
	let passkeys: SqlPasskeys;
	let now = 1_700_000_000_000;
	beforeAll(async () => {
		opened = await open();
		stores = await openStores(opened.database);
		passkeys = new SqlPasskeys(opened.database, () => now);
	}, 300_000);
	afterAll(() => opened[Symbol.asyncDispose]());

	test("are opened again over what is there", async () => {
		const passkey = await register("account-0");
		unwrap(await passkeys.add("account-0", passkey));
		const again = await openStores(opened.database);
		expect(await again.passkeys.find(passkey.id)).toMatchObject({ id: passkey.id, userId: "account-0" });
	});

	test("keep a registration whole, and find it by its id and by its user", async () => {
		const { id, publicKey, algorithm, counter, transports, aaguid, attestation, ...others } =
			await register("account-1");
		const { userVerified, syncable, backedUp } = others;
		// Transports are kept as a browser reports them, whatever it says.
		const reported = { aaguid, attestation, transports: [...transports, "a,b", "光"] };
		const registered = { id, publicKey, algorithm, counter, ...reported };
		const passkey = { ...registered, userVerified, syncable, backedUp };
		unwrap(await passkeys.add("account-1", passkey));
		const stored = { ...passkey, userId: "account-1", createdAt: now, lastUsedAt: null };
		expect(await passkeys.find(id)).toStrictEqual(stored);
		expect(await passkeys.list("account-1")).toStrictEqual([stored]);
		expect(await passkeys.find(id.toLowerCase())).toBeNull();
		expect(await passkeys.list("account-2")).toStrictEqual([]);
	});

	test("sign a person in, and refuse the passkey under another user's handle", async () => {
		const authenticator = new SoftwareAuthenticator();
		const registered = await register("account-3", authenticator);
		unwrap(await passkeys.add("account-3", registered));
		const { challenge, options } = relyingParty.authenticate();
		await stores.challenges.put({ session: "s", kind: "sign-in" }, challenge);
		const response = await authenticator.get(options);
		const take = (each: string) => stores.challenges.take({ session: "s", kind: "sign-in" }, each);
		const verify = () => relyingParty.verifyAuthentication(response, { challenge: take, passkey: passkeys.find });
		now += 1;
		const signedIn = unwrap(await verify());
		expect(signedIn.passkey.userId).toBe("account-3");
		unwrap(await passkeys.recordSignIn(signedIn));
		expect(await passkeys.find(registered.id)).toMatchObject({ counter: signedIn.counter, lastUsedAt: now });
		expect(await verify()).toMatchObject({ error: { name: "ChallengeMismatchError" } });

		expect(await passkeys.remove("account-3", registered.id)).toBe(true);
		unwrap(await passkeys.add("account-4", registered));
		const found = await relyingParty.verifyAuthentication(response, { challenge, passkey: passkeys.find });
		expect(found).toMatchObject({ error: { name: "CredentialMismatchError" } });
	});

	test("tell users apart whose ids differ in case, in an accent or in a space at the end", async () => {
		const users = ["account-13", "Account-13", "account-13 ", "accöunt-13", "account-1\u03363"];
		for (const user of users) unwrap(await passkeys.add(user, await register(user)));
		const listed = await Promise.all(users.map((user) => passkeys.list(user)));
		expect(listed.map((each) => each.map(({ userId }) => userId))).toStrictEqual(users.map((user) => [user]));
	});

	test("keep five challenges of a session that many tabs begin at once, and give each to one taker", async () => {
		const ceremony = { session: "many tabs", kind: "sign-in" };
		const issued = Array.from({ length: 40 }, (_, index) => `challenge ${index}`);
		await Promise.all(issued.map((each) => stores.challenges.put(ceremony, each)));
		await stores.challenges.put(ceremony, "the latest");
		const rivals = [issued, issued, issued].flat().map((each) => stores.challenges.take(ceremony, each));
		const latest = [1, 2, 3].map(() => stores.challenges.take(ceremony, "the latest"));
		expect((await Promise.all(rivals)).filter(Boolean)).toHaveLength(4);
		expect((await Promise.all(latest)).filter(Boolean)).toHaveLength(1);
	});

	test("never overwrite a passkey, not for another user either", async () => {
		const passkey = await register("account-5");
		unwrap(await passkeys.add("account-5", passkey));
		for (const user of ["account-5", "account-6"]) {
			const added = await passkeys.add(user, { ...passkey, publicKey: "other" });
			expect(added).toMatchObject({ error: { name: "PasskeyTakenError" } });
		}
		expect(await passkeys.find(passkey.id)).toMatchObject({ userId: "account-5", publicKey: passkey.publicKey });
	});

	test("record a sign-in whose counter rises, up to the largest, and no other", async () => {
		const { id, ...rest } = await register("account-7");
		unwrap(await passkeys.add("account-7", { ...rest, id, counter: 5 }));
		unwrap(await passkeys.recordSignIn({ id, counter: 4_294_967_294, backedUp: true }));
		for (const counter of [4_294_967_294, 6, 0]) {
			const recorded = await passkeys.recordSignIn({ id, counter, backedUp: false });
			expect(isFailure(recorded) && recorded.error.detail).toEqual({
				id,
				received: counter,
				stored: 4_294_967_294,
			});
		}
		unwrap(await passkeys.recordSignIn({ id, counter: 4_294_967_295, backedUp: true }));
		expect(await passkeys.find(id)).toMatchObject({ counter: 4_294_967_295, backedUp: true });
	});

	test("record every sign-in of an authenticator without a counter, with its backup state", async () => {
		const { id, ...rest } = await register("account-8");
		unwrap(await passkeys.add("account-8", { ...rest, id, counter: 0 }));
		for (const backedUp of [true, false]) {
			unwrap(await passkeys.recordSignIn({ id, counter: 0, backedUp }));
			expect(await passkeys.find(id)).toMatchObject({ counter: 0, backedUp });
		}
		unwrap(await passkeys.recordSignIn({ id, counter: 1, backedUp: false }));
		expect(await passkeys.recordSignIn({ id, counter: 0, backedUp: false })).toMatchObject({ status: "failure" });
	});

	test("record one of many sign-ins with the same counter at once", async () => {
		const { id, ...rest } = await register("account-9");
		unwrap(await passkeys.add("account-9", { ...rest, id, counter: 1 }));
		const attempts = Array.from({ length: 20 }, () => passkeys.recordSignIn({ id, counter: 2, backedUp: false }));
		const names = (await Promise.all(attempts)).map((each) => (isFailure(each) ? each.error.name : "recorded"));
		expect(names.toSorted()).toStrictEqual([...Array(19).fill("CounterError"), "recorded"]);
	});

	test("remove a passkey for its user alone, and refuse a sign-in that was under way", async () => {
		const passkey = await register("account-10");
		unwrap(await passkeys.add("account-10", passkey));
		expect(await passkeys.remove("account-11", passkey.id)).toBe(false);
		expect(await passkeys.remove("account-10", passkey.id)).toBe(true);
		expect(await passkeys.remove("account-10", passkey.id)).toBe(false);
		const recorded = await passkeys.recordSignIn({ id: passkey.id, counter: 9, backedUp: false });
		expect(recorded).toMatchObject({ error: { name: "CredentialMismatchError" } });
	});

	test("say it when the database fails for another reason than a taken id", async () => {
		const broken = { ...(await register("account-12")), attestation: null as unknown as string };
		await expect(passkeys.add("account-12", broken)).rejects.toThrow(/null/i);
	});
});
