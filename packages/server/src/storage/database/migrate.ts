/**
 * Forward migrations, run at start under a lock: PostgreSQL's advisory lock or SQLite's write lock, so that any number
 * of processes may start at once. All that are pending run in one transaction; what takes minutes for a large database
 * follows in many, and is resumed by the next start when it was interrupted.
 */

import { type Kysely, sql } from "kysely";
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from "kysely/migration";
import { moveWideHours, WIDE_HOURS } from "../figures/wide-hours.ts";
import * as teams from "../migrations/0001-teams.ts";
import * as monitors from "../migrations/0002-monitors.ts";
import * as checks from "../migrations/0003-checks.ts";
import * as figures from "../migrations/0004-figures.ts";
import * as maintenance from "../migrations/0005-maintenance.ts";
import * as statusPages from "../migrations/0006-status-pages.ts";
import * as alerts from "../migrations/0007-alerts.ts";
import * as people from "../migrations/0008-people.ts";
import * as outboxBounds from "../migrations/0009-outbox-bounds.ts";
import * as requests from "../migrations/0010-requests.ts";
import * as flowSteps from "../migrations/0011-flow-steps.ts";
import * as heartbeats from "../migrations/0012-heartbeats.ts";
import * as installation from "../migrations/0013-installation.ts";
import * as spreadResults from "../migrations/0014-spread-results.ts";
import * as scheduleInMemory from "../migrations/0015-schedule-in-memory.ts";
import * as listOfMonitors from "../migrations/0016-list-of-monitors.ts";
import * as waitingNotices from "../migrations/0017-waiting-notices.ts";
import * as sealedHours from "../migrations/0018-sealed-hours.ts";
import * as cutOffs from "../migrations/0019-cut-offs.ts";
import * as incidents from "../migrations/0025-incidents.ts";
import * as packedHistory from "../migrations/0026-packed-history.ts";
import * as partitions from "../migrations/0027-partitions.ts";
import * as provenAddresses from "../migrations/0029-proven-addresses.ts";
import * as gatheredNotices from "../migrations/0031-gathered-notices.ts";
import * as replacedChecks from "../migrations/0032-replaced-checks.ts";
import * as passwords from "../migrations/0039-passwords.ts";
import * as pendingCeremonies from "../migrations/0045-pending-ceremonies.ts";
import type { DdlDialect } from "./dialect.ts";
import type { Tx } from "./tx.ts";

type Step = { up(db: Kysely<unknown>, ddl: DdlDialect): Promise<void> };

/** In order. A name never changes once it was released. */
const STEPS: Readonly<Record<string, Step>> = {
	"0001-teams": teams,
	"0002-monitors": monitors,
	"0003-checks": checks,
	"0004-figures": figures,
	"0005-maintenance": maintenance,
	"0006-status-pages": statusPages,
	"0007-alerts": alerts,
	"0008-people": people,
	"0009-outbox-bounds": outboxBounds,
	"0010-requests": requests,
	"0011-flow-steps": flowSteps,
	"0012-heartbeats": heartbeats,
	"0013-installation": installation,
	"0014-spread-results": spreadResults,
	"0015-schedule-in-memory": scheduleInMemory,
	"0016-list-of-monitors": listOfMonitors,
	"0017-waiting-notices": waitingNotices,
	"0018-sealed-hours": sealedHours,
	"0019-cut-offs": cutOffs,
	"0025-incidents": incidents,
	"0026-packed-history": packedHistory,
	"0027-partitions": partitions,
	"0029-proven-addresses": provenAddresses,
	"0031-gathered-notices": gatheredNotices,
	"0032-replaced-checks": replacedChecks,
	"0039-passwords": passwords,
	"0045-pending-ceremonies": pendingCeremonies,
};

/** The schema is ahead of this Lapwing: there is no way back from it. */
export class NewerSchema extends Error {
	override readonly name = "NewerSchema";
}

export interface SchemaState {
	/** Migrations that ran and that this version knows. Empty: there is no schema yet. */
	readonly ran: readonly string[];
	/** Migrations that are still to run. */
	readonly pending: readonly string[];
	/** Migrations that only a newer version can have run. */
	readonly unknown: readonly string[];
	/** Whether a start was interrupted while it moved the figures of hours. */
	readonly isMoving: boolean;
}

/** The schema is that of a version before 0.2, whose databases are not carried over. */
export class OutdatedSchema extends Error {
	override readonly name = "OutdatedSchema";
}

/** The first migration of the versions before 0.2. */
const FIRST_OF_0_1 = "0001-foundation";

/** How far the schema of a database is. Changes nothing. */
export async function schemaState(tx: Tx): Promise<SchemaState> {
	const tables = (await tx.db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name);
	const { rows } = tables.includes(DEFAULT_MIGRATION_TABLE)
		? await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(tx.db)
		: { rows: [] };
	const names = rows.map(({ name }) => name);
	return {
		ran: names.filter((name) => name in STEPS),
		pending: Object.keys(STEPS).filter((name) => !names.includes(name)),
		unknown: names.filter((name) => !(name in STEPS)),
		isMoving: tables.includes(WIDE_HOURS),
	};
}

/**
 * Brings the schema up to date. Returns the names of what ran. Throws {@link NewerSchema} when a newer version has
 * changed it, {@link OutdatedSchema} for a database of version 0.1, and the migration's own error when one fails.
 *
 * @param onProgress called about once a second with the share of old history that has its new form, 0–1
 */
export async function migrate(tx: Tx, onProgress: (share: number) => void = () => {}): Promise<readonly string[]> {
	const { pending, unknown, isMoving } = await schemaState(tx);
	if (unknown.includes(FIRST_OF_0_1)) {
		throw new OutdatedSchema(
			"It was made by Lapwing 0.1, whose databases this version can't read. Start with an empty one.",
		);
	}
	if (unknown.length > 0) {
		const names = unknown.join(", ");
		throw new NewerSchema(
			`A newer Lapwing has changed it (${names}). Update this one, or restore the backup made before the upgrade.`,
		);
	}
	const migrations: Record<string, Migration> = {};
	for (const [name, step] of Object.entries(STEPS)) migrations[name] = { up: (db) => step.up(db, tx.dialect.ddl) };
	const migrator = new Migrator({ db: tx.db, provider: { getMigrations: async () => migrations } });
	const { error, results } = await migrator.migrateToLatest();
	if (error) throw error;
	const ran = (results ?? []).filter(({ status }) => status === "Success").map(({ migrationName }) => migrationName);
	// Of several processes that start at once, one has migrated, and none may serve before the move is over.
	if (isMoving || pending.length > 0) await moveWideHours(tx, onProgress);
	return ran;
}
