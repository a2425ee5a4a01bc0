/**
 * Forward migrations, run at start under a lock: PostgreSQL's advisory lock or SQLite's write lock, so that any number
 * of processes may start at once. All that are pending run in one transaction.
 */

import type { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Engine } from "./engine.ts";
import * as foundation from "./migrations/0001-foundation.ts";
import * as rollUps from "./migrations/0002-roll-ups.ts";
import * as alerts from "./migrations/0003-alerts.ts";
import * as checksByMinute from "./migrations/0004-checks-by-minute.ts";
import * as everyMonitorFolds from "./migrations/0005-every-monitor-folds.ts";

type Step = { up(db: Kysely<unknown>, engine: Engine): Promise<void> };

/** In order; a name, once released, stays for ever. */
const STEPS: Readonly<Record<string, Step>> = {
	"0001-foundation": foundation,
	"0002-roll-ups": rollUps,
	"0003-alerts": alerts,
	"0004-checks-by-minute": checksByMinute,
	"0005-every-monitor-folds": everyMonitorFolds,
};

/** Brings the schema up to date. Returns the names of what ran; throws the migration's own error when one fails. */
export async function migrate(engine: Engine): Promise<readonly string[]> {
	const migrations: Record<string, Migration> = {};
	for (const [name, step] of Object.entries(STEPS)) migrations[name] = { up: (db) => step.up(db, engine) };
	const migrator = new Migrator({ db: engine.db, provider: { getMigrations: async () => migrations } });
	const { error, results } = await migrator.migrateToLatest();
	if (error) throw error;
	return (results ?? []).filter(({ status }) => status === "Success").map(({ migrationName }) => migrationName);
}
