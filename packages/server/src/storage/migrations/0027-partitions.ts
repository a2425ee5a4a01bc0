/** On PostgreSQL, keeps the rows of each hour in a partition of their own; those that are there stay where they are. */

import { type Kysely, sql } from "kysely";
import type { DdlDialect } from "../database/dialect.ts";

export async function up(db: Kysely<unknown>, ddl: DdlDialect): Promise<void> {
	for (const statement of ddl.partitionResults) await sql.raw(statement).execute(db);
}
