import { expect, test } from "vitest";
import { SCOPES } from "../../domain/access/scopes.ts";
import type { Tx } from "../database/tx.ts";
import { freshDatabase, onEachEngine } from "../testing/engines.ts";
import { createKey, listKeys, MIN_KEY_LENGTH, newKey, revokeKey } from "./api-keys.ts";
import { KeyLookups } from "./key-lookups.ts";
import { createTeam, listTeams, teamBySlug } from "./teams.ts";

const NOW = Date.UTC(2025, 5, 15);

const findPrincipal = async (tx: Tx, plaintext: string, now: number) =>
	(await new KeyLookups(tx).find(plaintext, now))?.principal ?? null;

onEachEngine("keys", (name) => {
	async function acme() {
		const database = await freshDatabase(name);
		const team = await createTeam(database, { name: "Acme", slug: "acme" }, NOW);
		if (!team) throw new Error("No team");
		return { database, team, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
	}

	test("identify their holder by the plain text only", async () => {
		await using given = await acme();
		const { database, team } = given;
		const { key, plaintext } = await createKey(database, { teamId: team.id, name: "CI", scopes: SCOPES }, NOW);
		expect(plaintext).toMatch(/^lw_[A-Za-z0-9_-]{43}$/);
		expect(key).toMatchObject({ name: "CI", prefix: plaintext.slice(0, 12), scopes: SCOPES, lastUsedAt: null });
		expect(await findPrincipal(database, plaintext, NOW)).toEqual({
			actor: { kind: "key", id: key.id, publicId: key.publicId, name: "CI" },
			scopes: SCOPES,
			team: { id: team.id, publicId: team.publicId, name: "Acme", slug: "acme" },
		});
		const row = await database.db.selectFrom("api_keys").selectAll().executeTakeFirstOrThrow();
		expect(JSON.stringify(row)).not.toContain(plaintext.slice(12));
		for (const other of [newKey(), "", plaintext.slice(0, -1), row.hash, "x".repeat(100_000)]) {
			expect(await findPrincipal(database, other, NOW)).toBeNull();
		}
	});

	test("record their use at most once a minute", async () => {
		await using given = await acme();
		const { database, team } = given;
		const { plaintext } = await createKey(database, { teamId: team.id, name: "CI", scopes: [] }, NOW);
		const usedAt = async (now: number) => {
			await findPrincipal(database, plaintext, now);
			return (await listKeys(database, team.id))[0]?.lastUsedAt;
		};
		expect(await usedAt(NOW)).toBe(NOW);
		expect(await usedAt(NOW + 59_999)).toBe(NOW);
		expect(await usedAt(NOW + 60_000)).toBe(NOW + 60_000);
	});

	test("are revoked once, and stay in the list, newest first", async () => {
		await using given = await acme();
		const { database, team } = given;
		const older = await createKey(database, { teamId: team.id, name: "older", scopes: [] }, NOW);
		const newer = await createKey(database, { teamId: team.id, name: "newer", scopes: [] }, NOW);
		expect(await revokeKey(database, older.key.publicId, NOW + 1)).toBe(true);
		expect(await revokeKey(database, older.key.publicId, NOW + 2)).toBe(false);
		expect(await revokeKey(database, "key_unknown", NOW)).toBe(false);
		expect((await listKeys(database, team.id)).map(({ name, revokedAt }) => [name, revokedAt])).toEqual([
			["newer", null],
			["older", NOW + 1],
		]);
		expect(await findPrincipal(database, older.plaintext, NOW + 1)).toBeNull();
		expect(await findPrincipal(database, newer.plaintext, NOW + 1)).not.toBeNull();
	});

	test("chosen by an operator are accepted from the shortest allowed length on", async () => {
		await using given = await acme();
		const { database, team } = given;
		const wanted = { teamId: team.id, name: "chosen", scopes: SCOPES };
		const chosen = "correct-horse-battery-staple";
		await createKey(database, { ...wanted, plaintext: chosen }, NOW);
		expect(await findPrincipal(database, chosen, NOW)).not.toBeNull();
		const short = "x".repeat(MIN_KEY_LENGTH - 1);
		await expect(createKey(database, { ...wanted, plaintext: short }, NOW)).rejects.toThrow(RangeError);
	});

	test("of a newer version have only the scopes that this version knows", async () => {
		await using given = await acme();
		const { database, team } = given;
		const { plaintext } = await createKey(database, { teamId: team.id, name: "CI", scopes: ["monitors:read"] }, NOW);
		await database.db.updateTable("api_keys").set({ scopes: '["monitors:read","moon:walk"]' }).execute();
		expect((await findPrincipal(database, plaintext, NOW))?.scopes).toEqual(["monitors:read"]);
	});

	test("belong to teams, whose slugs are unique", async () => {
		await using given = await acme();
		const { database, team } = given;
		expect(await createTeam(database, { name: "Again", slug: "acme" }, NOW)).toBeNull();
		await createTeam(database, { name: "Aardvark", slug: "aardvark" }, NOW);
		expect((await listTeams(database)).map(({ slug }) => slug)).toEqual(["aardvark", "acme"]);
		expect(await teamBySlug(database, "acme")).toEqual(team);
		expect(await teamBySlug(database, "nobody")).toBeNull();
		for (const slug of ["", "A", "a b", "-a", "a-", "a".repeat(64), "../a", "a/b"]) {
			await expect(createTeam(database, { name: "Odd", slug }, NOW)).rejects.toThrow(RangeError);
		}
	});
});
