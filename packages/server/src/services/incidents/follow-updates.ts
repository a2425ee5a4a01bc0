import type { Incident } from "../../domain/incidents/incident.ts";
import { followUpdates as followed } from "../../domain/incidents/progress.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { updatesOf } from "../../storage/incidents/incident-updates.ts";
import { updateIncident } from "../../storage/incidents/incidents.ts";

/** Lets an incident's progress follow a change of its updates. @param before the change */
export async function followUpdates(tx: Tx, before: Incident, now: number): Promise<void> {
	const [latest = null] = await updatesOf(tx, before.id);
	const { status, startedAt, resolvedAt } = followed(before, before.latestUpdate, latest);
	await updateIncident(tx, before, { status, startedAt, resolvedAt }, now);
}
