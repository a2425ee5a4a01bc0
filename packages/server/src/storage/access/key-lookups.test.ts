import type { KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import type { Tx } from "../database/tx.ts";
import { freshDatabase, onEachEngine } from "../testing/engines.ts";
import { steady } from "../testing/steady.ts";
import { createKey, newKey, revokeKey } from "./api-keys.ts";
import { KeyLookups } from "./key-lookups.ts";
import { createTeam } from "./teams.ts";

const NOW = Date.UTC(2025, 5, 15);
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** The same session, and how many statements it has sent. */
function counting(tx: Tx) {
	const statements = { sent: 0 };
	const plugin: KyselyPlugin = {
		transformQuery({ node }) {
			statements.sent += 1;
			return node;
		},
		transformResult: async ({ result }) => result,
	};
	return { statements, session: { ...tx, db: tx.db.withPlugin(plugin) } };
}

onEachEngine("key look-ups", (name) => {
	async function given() {
		const database = await freshDatabase(name);
		const made = async (slug: string, scopes: ["keys:read"] | []) => {
			const team = await createTeam(database, { name: slug, slug }, NOW);
			if (!team) throw new Error("No team");
			return createKey(database, { teamId: team.id, name: slug, scopes }, NOW);
		};
		const keys = [await made("acme", ["keys:read"]), await made("other", [])] as const;
		const { statements, session } = counting(database);
		const lookups = new KeyLookups(session);
		const ask = async (plaintext: string, now = NOW) => {
			const { actor, team, scopes } = (await lookups.find(plaintext, now))?.principal ?? {};
			return actor && [actor.publicId, team?.slug, scopes];
		};
		// The use of both is recorded now, so that the tests count look-ups alone.
		for (const { plaintext } of keys) await ask(plaintext);
		statements.sent = 0;
		return { database, keys, lookups, statements, ask, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
	}

	test("of one turn of the event loop each get their own holder, from one statement where it is a round trip", async () => {
		await using setup = await given();
		const { keys, statements, ask } = setup;
		const [acme, other] = keys;
		const asked = [acme.plaintext, other.plaintext, newKey(), acme.plaintext, "x".repeat(100_000), ""];
		const ofAcme = [acme.key.publicId, "acme", ["keys:read"]];
		expect(await Promise.all(asked.map((plaintext) => ask(plaintext)))).toEqual([
			ofAcme,
			[other.key.publicId, "other", []],
			undefined,
			ofAcme,
			undefined,
			undefined,
		]);
		expect(statements.sent).toBe(name === "postgresql" ? 1 : 5);
	});

	test("of more keys than one statement takes are all answered", async () => {
		await using setup = await given();
		const { keys, statements, ask } = setup;
		const unknown = Array.from({ length: 250 }, newKey);
		const found = await Promise.all([...unknown, keys[1].plaintext].map((plaintext) => ask(plaintext)));
		expect(found.filter((holder) => holder !== undefined)).toEqual([[keys[1].key.publicId, "other", []]]);
		expect(statements.sent).toBe(name === "postgresql" ? 3 : 251);
	});

	test("of requests that expect different times are each held against their own", async () => {
		await using setup = await given();
		const { database, keys, ask } = setup;
		await database.db
			.updateTable("api_keys")
			.set({ expires_at: NOW + 10 })
			.execute();
		const times = [NOW + 9, NOW + 10, NOW];
		const found = await Promise.all(times.map((now) => ask(keys[1].plaintext, now)));
		expect(found.map((holder) => holder !== undefined)).toEqual([true, false, true]);
	});

	test("begin after they were asked: one that follows a revocation finds nothing, whatever is under way", async () => {
		await using setup = await given();
		const { database, keys, ask } = setup;
		const [{ key, plaintext }] = keys;
		let isOver = false;
		const underWay = (async () => {
			while (!isOver) await Promise.all([ask(plaintext), nextTurn()]);
		})();
		await revokeKey(database, key.publicId, NOW);
		expect(await Promise.all([ask(plaintext), ask(plaintext)])).toEqual([undefined, undefined]);
		isOver = true;
		await underWay;
	});

	test("tell the version of the database, which a commit changes", async () => {
		await using setup = await given();
		const { database, keys, lookups } = setup;
		const version = async () => (await lookups.find(keys[1].plaintext, NOW))?.databaseVersion;
		const before = await steady(version);
		expect(before).toMatch(/\d/);
		await revokeKey(database, keys[0].key.publicId, NOW);
		expect(await version()).not.toBe(before);
	});

	test("fail all together when the database does, and the next turn asks again", async () => {
		await using setup = await given();
		const { database, keys, lookups } = setup;
		await database.db.schema.alterTable("api_keys").renameTo("api_keys_away").execute();
		const failed = await Promise.allSettled([lookups.find("a", NOW), lookups.find("b", NOW)]);
		expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
		await database.db.schema.alterTable("api_keys_away").renameTo("api_keys").execute();
		expect(await lookups.find(keys[1].plaintext, NOW)).not.toBeNull();
	});
});
