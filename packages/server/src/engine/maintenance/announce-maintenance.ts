/**
 * Announces the steps of maintenance. What was announced is in the database, so it is announced once, whatever
 * crashes.
 */

import { MINUTE_MS } from "../../domain/durations.ts";
import { announcedSpans, stepToAnnounce } from "../../domain/maintenance/announced.ts";
import { announceMaintenance } from "../../services/maintenance-windows/announce.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { announcedSteps, teamsThatAnnounce } from "../../storage/maintenance/announced-windows.ts";
import { windowsOfTeam } from "../../storage/maintenance/maintenance-windows.ts";

/** How late a step may be announced where nothing else changes the database. */
export const ANNOUNCE_WITHIN_MS = MINUTE_MS / 4;

interface AnnouncingDependencies {
	readonly database: Tx;
	now(): number;
}

export async function announceAllMaintenance({ database, now }: AnnouncingDependencies): Promise<"idle"> {
	const at = now();
	for (const teamId of await teamsThatAnnounce(database)) {
		for (const { id, publicId, schedule, announcement } of await windowsOfTeam(database, teamId)) {
			const { statusPageIds, announceHoursBefore: hours } = announcement;
			if (statusPageIds.length === 0) continue;
			const announced = await announcedSteps(database, id);
			const spans = announcedSpans(schedule, hours, at);
			const isDue = spans.some(
				(span) => stepToAnnounce(span, announced.get(span.startsAt) ?? null, hours, at) !== null,
			);
			if (isDue) await database.transaction((tx) => announceMaintenance(tx, { teamId, publicId }, at));
		}
	}
	return "idle";
}
