/** On SQLite, what the schedule in memory needs: how far checks were claimed, and which monitors were changed. */

import { type Kysely, sql } from "kysely";
import type { DdlDialect } from "../database/dialect.ts";

export async function up(db: Kysely<unknown>, ddl: DdlDialect): Promise<void> {
	for (const statement of ddl.scheduleInMemory) await sql.raw(statement).execute(db);
}
