import type { Incident } from "../../domain/incidents/incident.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { insertAnnouncement } from "../../storage/incidents/announcements.ts";

/** Hands on what an incident has to tell; nothing of a draft, or of one that was recorded after it was over. */
export async function tellSubscribers(
	tx: Tx,
	teamId: number,
	{ id: incidentId, isDraft, isBackdated }: Pick<Incident, "id" | "isDraft" | "isBackdated">,
	what: { readonly kind: "incident" | "update"; readonly updateId: number | null } | { readonly kind: "postmortem" },
	now: number,
): Promise<void> {
	if (isDraft || isBackdated) return;
	await insertAnnouncement(tx, teamId, { ...what, incidentId }, now);
}
