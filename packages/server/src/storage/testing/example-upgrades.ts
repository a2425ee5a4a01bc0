/** Two upgrades as a later version might bring them: a column that is filled from what is there, then its index. */

import { sql } from "kysely";
import type { Upgrades } from "../database/migrate.ts";

export const EXAMPLE_UPGRADES: Upgrades = {
	async "0002-expand-initials"(db, { ddl }) {
		await sql`alter table teams add column initial ${sql.raw(ddl.bytes)}`.execute(db);
		await sql`update teams set initial = cast(substr(name, 1, 1) as ${sql.raw(ddl.bytes)})`.execute(db);
	},
	async "0003-expand-initials-index"(db) {
		await sql`create index teams_of_initial on teams (initial)`.execute(db);
	},
};
