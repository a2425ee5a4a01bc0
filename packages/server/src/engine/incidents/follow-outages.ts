/**
 * Finds the pages on which an outage has lasted long enough for an incident, or one with an incident changed. What
 * becomes of them is decided in a transaction a page (../../services/incidents/follow-outages.ts).
 */

import { lapwingItself } from "../../domain/access/actor.ts";
import { DAY_MS, MINUTE_MS } from "../../domain/durations.ts";
import { coverageBy } from "../../domain/maintenance/maintenance.ts";
import { inTransaction } from "../../services/change.ts";
import { followOutages } from "../../services/incidents/follow-outages.ts";
import { teamById } from "../../storage/access/teams.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { deleteOutagesBefore, dueOutages, pagesWithChangedOutages } from "../../storage/incidents/outages.ts";
import { windowsOfTeam } from "../../storage/maintenance/maintenance-windows.ts";

/** Pages of one run: each takes a few milliseconds. */
const PAGES_AT_ONCE = 20;
/** Outages of one run, those that wait for maintenance to end among them. */
const OUTAGES_AT_ONCE = 5_000;
/** Long after an incident could be reopened. */
const KEPT_MS = DAY_MS;
const DELETED_AT_ONCE = 1_000;
/** After which time outages that wait for the end of maintenance are looked at again, where no check is recorded. */
export const LOOK_AGAIN_MS = MINUTE_MS;

interface FollowingDependencies {
	readonly database: Tx;
	now(): number;
}

/** "more" when there may be more pages than were looked at. */
export async function followAllOutages({ database, now }: FollowingDependencies): Promise<"more" | "idle"> {
	const at = now();
	const changed = await pagesWithChangedOutages(database, PAGES_AT_ONCE);
	const pages = new Map(changed.map(({ id, teamId }) => [id, teamId]));
	for (const { id, teamId } of await pagesWithDueOutages(database, at)) pages.set(id, teamId);
	for (const [statusPageId, teamId] of [...pages].slice(0, PAGES_AT_ONCE)) {
		const team = await teamById(database, teamId);
		if (team === null) continue;
		await inTransaction(database, (tx) => followOutages(tx, lapwingItself(team), { statusPageId }, { now: at }));
	}
	const deleted = await deleteOutagesBefore(database, at - KEPT_MS, DELETED_AT_ONCE);
	return pages.size >= PAGES_AT_ONCE || deleted >= DELETED_AT_ONCE ? "more" : "idle";
}

/** Without those whose outages are all within maintenance. */
async function pagesWithDueOutages(database: Tx, now: number): Promise<{ id: number; teamId: number }[]> {
	const due = await dueOutages(database, OUTAGES_AT_ONCE);
	const pages: { id: number; teamId: number }[] = [];
	for (const [teamId, ofTeam] of Map.groupBy(due, (outage) => outage.teamId)) {
		const covers = coverageBy(await windowsOfTeam(database, teamId));
		const outside = ofTeam.filter(({ monitorId }) => covers(monitorId, now) === null);
		for (const id of new Set(outside.map(({ statusPageId }) => statusPageId))) pages.push({ id, teamId });
	}
	return pages;
}
