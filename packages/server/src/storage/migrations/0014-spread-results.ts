/** On SQLite, orders the results of a minute by the instants at which their monitors are due. */

import { type Kysely, sql } from "kysely";
import type { DdlDialect } from "../database/dialect.ts";

export async function up(db: Kysely<unknown>, ddl: DdlDialect): Promise<void> {
	for (const statement of ddl.spreadResults) await sql.raw(statement).execute(db);
}
