import type { Incident } from "../../domain/incidents/incident.ts";
import { followUpdates as followed } from "../../domain/incidents/progress.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { updatesOf } from "../../storage/incidents/incident-updates.ts";
import { updateIncident } from "../../storage/incidents/incidents.ts";

/**
 * Lets an incident's progress follow a change that someone made of its updates; from then on outages do not move it.
 * One that is backdated is over, whatever its updates say.
 * @param before the change
 */
export async function followUpdates(tx: Tx, before: Incident, now: number): Promise<void> {
	const [latest = null] = await updatesOf(tx, before.id);
	const { status, startedAt, resolvedAt } = before.isBackdated ? before : followed(before, before.latestUpdate, latest);
	await updateIncident(tx, before, { status, startedAt, resolvedAt, followsOutages: false }, now);
}
