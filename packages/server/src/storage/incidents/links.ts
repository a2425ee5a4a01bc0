/** What an incident names, as rows that link the two: monitors with their states, and status pages. */

import { sql } from "kysely";
import { COMPONENT_STATES, type ComponentState } from "../../domain/incidents/incident.ts";
import { codeOf } from "../database/codes.ts";
import type { Tx } from "../database/tx.ts";

export async function replaceComponents(
	tx: Tx,
	incidentId: number,
	components: ReadonlyMap<number, ComponentState>,
): Promise<void> {
	await tx.db.deleteFrom("incident_components").where("incident_id", "=", incidentId).execute();
	if (components.size === 0) return;
	const rows = [...components].map(([monitor_id, state]) => ({
		incident_id: incidentId,
		monitor_id,
		state: codeOf(COMPONENT_STATES, state),
	}));
	await tx.db.insertInto("incident_components").values(rows).execute();
}

export async function replaceStatusPages(tx: Tx, incidentId: number, statusPageIds: readonly number[]): Promise<void> {
	await tx.db.deleteFrom("incident_status_pages").where("incident_id", "=", incidentId).execute();
	if (statusPageIds.length === 0) return;
	const rows = [...new Set(statusPageIds)].map((status_page_id) => ({ incident_id: incidentId, status_page_id }));
	await tx.db.insertInto("incident_status_pages").values(rows).execute();
}

/** The keys of a team's status pages by their public ids; unknown ids, and those of another team, are missing. */
export async function statusPageKeys(
	tx: Tx,
	teamId: number,
	publicIds: readonly string[],
): Promise<Map<string, number>> {
	if (publicIds.length === 0) return new Map();
	const wanted = tx.dialect.rows(
		{ public_id: "text" },
		publicIds.map((public_id) => ({ public_id })),
	);
	const { rows } = await sql<{ id: number; public_id: string }>`
		select id, public_id from status_pages
		where team_id = ${teamId} and public_id in (select public_id from ${wanted} as r)`.execute(tx.db);
	return new Map(rows.map((row) => [row.public_id, row.id]));
}
