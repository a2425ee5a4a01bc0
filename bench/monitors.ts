/**
 * Monitors by the hundred thousand, as the API would have made them within one interval, so that the load is even from
 * the start.
 */

import { newPublicId } from "../packages/server/src/storage/database/public-ids.ts";
import type { Session } from "../packages/server/src/storage/database/session.ts";
import { writeSettings } from "../packages/server/src/storage/monitors/type-settings.ts";
import { insertState } from "../packages/server/src/storage/schedule/monitor-states.ts";

export interface BenchMonitors {
	readonly now: number;
	readonly intervalMs: number;
	url(index: number): string;
}

const CHUNK = 1_000;

export async function addMonitors(
	database: Session,
	count: number,
	{ now, intervalMs, url }: BenchMonitors,
): Promise<void> {
	const timing = { intervalSeconds: intervalMs / 1_000, timeoutSeconds: 10 };
	for (let first = 0; first < count; first += CHUNK) {
		await database.transaction(async (session) => {
			for (let index = first; index < Math.min(count, first + CHUNK); index += 1) {
				const { id } = await session.db
					.insertInto("monitors")
					.values({
						public_id: newPublicId("mon"),
						team_id: 1,
						name: `Monitor ${index}`,
						tags: "[]",
						...writeSettings({ type: "http", url: url(index), method: "GET", expectedStatus: 200 }),
						interval_seconds: timing.intervalSeconds,
						degraded_after_ms: 5_000,
						timeout_seconds: timing.timeoutSeconds,
						location_hint: "weur",
						ssl_monitoring_enabled: 1,
						ssl_expiry_warning_days: 7,
						enabled_at: now,
						created_at: now,
						updated_at: now,
						deleted_at: null,
					})
					.returning("id")
					.executeTakeFirstOrThrow();
				const due = now + Math.floor((index / count) * intervalMs);
				await insertState(session, { id, teamId: 1, isEnabled: true, type: "http", ...timing }, due);
			}
		});
	}
}
