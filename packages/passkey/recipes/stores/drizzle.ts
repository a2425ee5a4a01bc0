/**
 * Challenges and passkeys by Drizzle: on SQLite, by its driver for libSQL. On PostgreSQL and MySQL the tables come from
 * their `-core`, and the number of changed rows is called `rowCount` and `affectedRows`.
 */

import { type ChallengeStore, type ChallengeStoreOptions, SqlChallenges } from "@lapwing/passkey/challenges";
import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AccountPasskey, PasskeyStore } from "../passkeys/stores.ts";

/** For your schema, so that `drizzle-kit` writes the migration. */
export const passkeys = sqliteTable(
	"passkeys",
	{
		id: text("id").primaryKey(),
		accountId: text("account_id").notNull(),
		publicKey: text("public_key").notNull(),
		counter: integer("counter").notNull(),
		transports: text("transports", { mode: "json" }).$type<string[]>().notNull(),
		backedUp: integer("backed_up", { mode: "boolean" }).notNull(),
	},
	(table) => [index("passkeys_by_account").on(table.accountId)],
);

/** What `SqlChallenges` reads and writes; the same table as its `SQLITE_CHALLENGES`. */
export const passkeyChallenges = sqliteTable(
	"passkey_challenges",
	{
		number: integer("number").primaryKey(),
		ceremony: text("ceremony").notNull(),
		challenge: text("challenge").notNull().unique(),
		expiresAt: integer("expires_at").notNull(),
	},
	(table) => [
		index("passkey_challenges_by_ceremony").on(table.ceremony),
		index("passkey_challenges_by_expiry").on(table.expiresAt),
	],
);

export function drizzleChallenges(database: LibSQLDatabase, options?: ChallengeStoreOptions): ChallengeStore {
	const run = async (statement: string, values: (string | number)[]) =>
		(await database.run(withValues(statement, values))).rowsAffected;
	return new SqlChallenges(run, options);
}

/** A statement with `?` for each value, as Drizzle writes one. */
function withValues(statement: string, values: readonly (string | number)[]): SQL {
	const [first = "", ...rest] = statement.split("?");
	return sql.join([sql.raw(first), ...rest.flatMap((part, index) => [sql`${values[index]}`, sql.raw(part)])]);
}

export class DrizzlePasskeys implements PasskeyStore {
	readonly #database: LibSQLDatabase;

	constructor(database: LibSQLDatabase) {
		this.#database = database;
	}

	async find(id: string): Promise<AccountPasskey | undefined> {
		return this.#database.select().from(passkeys).where(eq(passkeys.id, id)).get();
	}

	async listFor(accountId: string): Promise<AccountPasskey[]> {
		return this.#database.select().from(passkeys).where(eq(passkeys.accountId, accountId));
	}

	async add(passkey: AccountPasskey): Promise<boolean> {
		const { rowsAffected } = await this.#database.insert(passkeys).values(passkey).onConflictDoNothing();
		return rowsAffected === 1;
	}

	async recordSignIn(id: string, { counter, backedUp }: { counter: number; backedUp: boolean }): Promise<boolean> {
		const isNext = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
		const { rowsAffected } = await this.#database
			.update(passkeys)
			.set({ counter, backedUp })
			.where(and(eq(passkeys.id, id), isNext));
		return rowsAffected === 1;
	}

	async remove(accountId: string, id: string): Promise<boolean> {
		const { rowsAffected } = await this.#database
			.delete(passkeys)
			.where(and(eq(passkeys.id, id), eq(passkeys.accountId, accountId)));
		return rowsAffected === 1;
	}
}
