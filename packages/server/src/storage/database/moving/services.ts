/** Who else uses a database. */

import { sql } from "kysely";
import type { Tx } from "../tx.ts";

/** Other processes of Lapwing that are connected; 0 for SQLite, whose service locks its file. */
export async function servicesOf({ db, dialect }: Tx): Promise<number> {
	if (dialect.name === "sqlite") return 0;
	const { rows } = await sql<{ count: number }>`
		select count(distinct client_addr::text || '/' || coalesce(client_port, 0)) as count from pg_stat_activity
		where datname = current_database() and application_name = 'lapwing' and pid <> pg_backend_pid()`.execute(db);
	return rows[0]?.count ?? 0;
}
