/** The database of a service that has checked its targets for days: a monitor each, up, with its next slot ahead. */

import { sql } from "kysely";
import { minuteOf } from "../../../src/domain/checks/check.ts";
import { COMMON_DEFAULTS } from "../../../src/domain/monitors/common-settings.ts";
import { bootstrap } from "../../../src/storage/access/bootstrap.ts";
import { migrate } from "../../../src/storage/database/migrate.ts";
import { openDatabase } from "../../../src/storage/database/open-database.ts";
import { createContentChecks } from "../../../src/storage/monitors/content-checks.ts";
import { createMonitor } from "../../../src/storage/monitors/monitors.ts";
import type { ScriptedTarget } from "./script.ts";

export const KEY = "the-key-of-the-service-with-faults";
export const INTERVAL_MS = 60_000;
/** Between a healthy answer and one that is slow (./targets-process.ts). */
const DEGRADED_AFTER_MS = 2_500;
const MONITORS_AT_ONCE = 200;

export interface FillOptions {
	/** The checks of all targets are due within this part of each interval. */
	readonly spreadMs: number;
	readonly timeoutSeconds: number;
	/** 0 ≤ random < 1 */
	random(): number;
}

export interface Monitors {
	/** Index of the target by the id of its monitor. */
	readonly byId: ReadonlyMap<string, number>;
	/** Of each target's checks within the interval. */
	readonly phasesMs: readonly number[];
}

/** A monitor for each target, as days of checks leave it: up, with the next slot of its grid ahead. */
export async function fill(
	databaseUrl: string,
	{
		targets,
		port,
		begins,
		options,
	}: { targets: readonly ScriptedTarget[]; port: number; begins: number; options: FillOptions },
): Promise<Monitors> {
	const { timeoutSeconds, spreadMs, random } = options;
	const byId = new Map<string, number>();
	const phasesMs = targets.map(() => Math.floor((begins + random() * spreadMs) % INTERVAL_MS));
	const database = openDatabase(databaseUrl);
	try {
		await migrate(database);
		await bootstrap(database, KEY, Date.now());
		for (let first = 0; first < targets.length; first += MONITORS_AT_ONCE) {
			await database.transaction(async (tx) => {
				for (const target of targets.slice(first, first + MONITORS_AT_ONCE)) {
					const url = `${target.speaksTls ? "https" : "http"}://${target.name ?? target.address}:${port}/`;
					const monitor = await createMonitor(
						tx,
						{
							...COMMON_DEFAULTS,
							teamId: 1,
							isEnabled: true,
							name: `target ${target.index}`,
							tags: [],
							settings: { type: "http", url, method: "GET", expectedStatus: 200 },
							timeoutSeconds,
							degradedAfterMs: DEGRADED_AFTER_MS,
							intervalSeconds: INTERVAL_MS / 1_000,
						},
						Date.now(),
					);
					byId.set(monitor.publicId, target.index);
					const check = { type: "contains", value: "all is well", caseSensitive: true } as const;
					await createContentChecks(tx, [{ monitorId: monitor.id, check }], Date.now());
					const phase = phasesMs[target.index] ?? 0;
					const slot = begins + ((phase - (begins % INTERVAL_MS) + INTERVAL_MS) % INTERVAL_MS);
					await sql`
						update monitor_states set phase_ms = ${phase}, due_at = ${slot}, slot_at = ${slot}, status = 1,
							status_since = ${begins}, last_minute = ${minuteOf(begins) - 1}, last_checked_at = ${begins}, last_up_at = ${begins}
						where monitor_id = ${monitor.id}`.execute(tx.db);
				}
			});
		}
	} finally {
		await database.close();
	}
	return { byId, phasesMs };
}
