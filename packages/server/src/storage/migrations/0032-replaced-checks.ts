/** Checks whose place in their minute was taken by a later one. */

import { type Kysely, sql } from "kysely";
import type { DdlDialect } from "../database/dialect.ts";

export async function up(db: Kysely<unknown>, ddl: DdlDialect): Promise<void> {
	await sql`create table replaced_checks (
		minute integer not null,
		monitor_id integer not null,
		checks text not null,
		primary key (${ddl.resultKey})
	)${ddl.clustered}`.execute(db);
}
