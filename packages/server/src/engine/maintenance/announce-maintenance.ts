/** Tells the steps of announced maintenance. What was told is in the database, so it is told once, whatever crashes. */

import { MINUTE_MS } from "../../domain/durations.ts";
import { announcedSpans, stepToTell } from "../../domain/maintenance/announced.ts";
import { announceMaintenance } from "../../services/maintenance-windows/announce.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { teamsThatAnnounce, toldSteps } from "../../storage/maintenance/announced-windows.ts";
import { windowsOfTeam } from "../../storage/maintenance/maintenance-windows.ts";

/** How late a step may be told where nothing else changes the database. */
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
			const told = await toldSteps(database, id);
			const spans = announcedSpans(schedule, hours, at);
			const isDue = spans.some((span) => stepToTell(span, told.get(span.startsAt) ?? null, hours, at) !== null);
			if (isDue) await database.transaction((tx) => announceMaintenance(tx, { teamId, publicId }, at));
		}
	}
	return "idle";
}
