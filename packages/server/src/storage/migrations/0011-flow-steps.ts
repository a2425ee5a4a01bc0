/** The times of each step of a flow's checks. */

import { type Kysely, sql } from "kysely";
import type { DdlDialect } from "../database/dialect.ts";

export async function up(db: Kysely<unknown>, ddl: DdlDialect): Promise<void> {
	await sql`create table check_steps (
		minute integer not null,
		monitor_id integer not null,
		steps text not null,
		primary key (${ddl.resultKey})
	)${ddl.clustered}`.execute(db);
}
