/** The checks of hours that are over, a block for each monitor and hour. */

import { type Kysely, sql } from "kysely";
import type { DdlDialect } from "../database/dialect.ts";

const TABLE = { table: "sealed_hours", column: "hour", hours: 1 } as const;

export async function up(db: Kysely<unknown>, ddl: DdlDialect): Promise<void> {
	await sql`create table sealed_hours (
		hour integer not null,
		monitor_id integer not null,
		checks smallint not null,
		block ${ddl.bytes} not null,
		primary key (${ddl.blockKey(TABLE)})
	)${ddl.clustered}`.execute(db);
	for (const index of ddl.blockIndexes(TABLE)) await sql.raw(index).execute(db);
}
