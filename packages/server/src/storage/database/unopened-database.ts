/** Stands for a database that is not open yet: whatever is asked of it fails as of one that can't be reached. */

import { Kysely, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import { FullDisk } from "./full-disk.ts";
import type { Schema } from "./schema.ts";
import { dialect } from "./sqlite/sqlite.ts";
import { NodeSqliteAdapter } from "./sqlite/sqlite-driver.ts";
import { DatabaseUnreachable, type Tx, txOf } from "./tx.ts";

export function unopenedDatabase(): Tx {
	const refuse = async () => {
		throw new DatabaseUnreachable(new Error("it is not open yet"));
	};
	const db = new Kysely<Schema>({
		dialect: {
			createDriver: () => ({
				async init() {},
				acquireConnection: refuse,
				beginTransaction: refuse,
				commitTransaction: refuse,
				rollbackTransaction: refuse,
				async releaseConnection() {},
				async destroy() {},
			}),
			createQueryCompiler: () => new SqliteQueryCompiler(),
			createAdapter: () => new NodeSqliteAdapter(),
			createIntrospector: (of) => new SqliteIntrospector(of),
		},
	});
	const isTransient = (error: unknown) => error instanceof DatabaseUnreachable;
	return txOf(db, { ...dialect, isTransient }, new FullDisk(() => false));
}
