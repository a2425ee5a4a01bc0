/** A database of monitors as days of checks leave them: up, each with the next slot of its grid ahead. */

import { sql } from "kysely";
import { minuteOf } from "../../../src/domain/checks/check.ts";
import { COMMON_DEFAULTS } from "../../../src/domain/monitors/common-settings.ts";
import { bootstrap } from "../../../src/storage/access/bootstrap.ts";
import { migrate } from "../../../src/storage/database/migrate.ts";
import type { Database } from "../../../src/storage/database/tx.ts";
import { addLocations } from "../../../src/storage/monitors/monitor-locations.ts";
import { createMonitor } from "../../../src/storage/monitors/monitors.ts";
import { replaceDependencies } from "../../../src/storage/testing/dependencies.ts";
import { spreadPhases } from "../../../src/storage/testing/even-phases.ts";
import { type Outside, SITE } from "./outside.ts";

interface Monitors {
	readonly monitors: number;
	readonly intervalMs: number;
	readonly firstDueAt: number;
	/** So many of the first depend on one another: of each SITE the first is what the others depend on. */
	readonly flapping: number;
	/** The API key of their team. */
	readonly key: string;
	/** What differs of a monitor that is checked from other locations; null: nothing. Default: of none. */
	located?(index: number): Located | null;
}

interface Located {
	readonly locationIds: readonly number[];
	readonly settings: Partial<ReturnType<typeof aMonitor>>;
}

const MONITORS_AT_ONCE = 500;

/** The public ids of the monitors, whose targets are those of `outside`. */
export async function fillDatabase(database: Database, wanted: Monitors, outside: Outside): Promise<string[]> {
	const { monitors, firstDueAt, flapping, key } = wanted;
	await migrate(database);
	await bootstrap(database, key, Date.now());
	const ids: string[] = [];
	let router = 0;
	for (let first = 0; first < monitors; first += MONITORS_AT_ONCE) {
		await database.transaction(async (tx) => {
			for (let index = first; index < Math.min(monitors, first + MONITORS_AT_ONCE); index += 1) {
				const { settings = {}, locationIds = [] } = wanted.located?.(index) ?? {};
				const monitor = { ...aMonitor(index, outside.targetUrl(index), wanted.intervalMs), ...settings };
				const { id, publicId } = await createMonitor(tx, monitor, Date.now());
				ids.push(publicId);
				if (locationIds.length > 0)
					await addLocations(tx, [{ monitorId: id, locationIds, allowsFallback: monitor.fallback }]);
				if (index % SITE === 0) router = id;
				else if (index < flapping) await replaceDependencies(tx, id, [router]);
			}
		});
	}
	await spreadPhases(database);
	const slot = sql`${firstDueAt} + (phase_ms - cast(${firstDueAt} as bigint) % interval_ms + interval_ms) % interval_ms`;
	await sql`
		update monitor_states set due_at = ${slot}, slot_at = ${slot}, status = 1, status_since = ${firstDueAt},
			last_minute = ${minuteOf(firstDueAt) - 1}, last_checked_at = ${firstDueAt}, last_up_at = ${firstDueAt}`.execute(
		database.db,
	);
	return ids;
}

function aMonitor(index: number, url: string, intervalMs: number) {
	return {
		...COMMON_DEFAULTS,
		teamId: 1,
		isEnabled: true,
		name: `killed ${index}`,
		tags: [],
		settings: { type: "http", url, method: "GET", expectedStatus: 200 } as const,
		// So long that no answer is slow, and that no failure is confirmed two seconds later, when the service is dead.
		timeoutSeconds: 60,
		degradedAfterMs: 30_000,
		intervalSeconds: intervalMs / 1_000,
	};
}
