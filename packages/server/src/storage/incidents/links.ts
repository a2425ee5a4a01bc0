/** What an incident names, as rows that link the two: components with their states, and status pages. */

import { sql } from "kysely";
import type { NamedComponent } from "../../domain/incidents/incident.ts";
import { COMPONENT_STATES } from "../../domain/status-pages/component-state.ts";
import { codeOf } from "../database/codes.ts";
import type { Tx } from "../database/tx.ts";

/** Deleted components that the incident named stay, after the others. */
export async function replaceComponents(
	tx: Tx,
	incidentId: number,
	components: readonly NamedComponent[],
): Promise<void> {
	const { db } = tx;
	const deleted = await db
		.selectFrom("incident_components")
		.selectAll()
		.where("incident_id", "=", incidentId)
		.where("component_id", "is", null)
		.orderBy("position")
		.execute();
	await db.deleteFrom("incident_components").where("incident_id", "=", incidentId).execute();
	const named = components.map(({ id, statusPageId, name, state }) => ({
		incident_id: incidentId,
		component_id: id,
		status_page_id: statusPageId,
		name,
		state: codeOf(COMPONENT_STATES, state),
	}));
	const rows = [...named, ...deleted].map((row, position) => ({ ...row, position }));
	if (rows.length > 0) await db.insertInto("incident_components").values(rows).execute();
}

/** Incidents have the name that a component has, and keep it when it is deleted. */
export async function renameInIncidents({ db }: Tx, componentId: number, name: string): Promise<void> {
	await db
		.updateTable("incident_components")
		.set({ name })
		.where("component_id", "=", componentId)
		.where("name", "<>", name)
		.execute();
}

export async function replaceStatusPages(tx: Tx, incidentId: number, statusPageIds: readonly number[]): Promise<void> {
	await tx.db.deleteFrom("incident_status_pages").where("incident_id", "=", incidentId).execute();
	if (statusPageIds.length === 0) return;
	const rows = [...new Set(statusPageIds)].map((status_page_id) => ({ incident_id: incidentId, status_page_id }));
	await tx.db.insertInto("incident_status_pages").values(rows).execute();
}

/** A team's components by their public ids; unknown ids, and those of another team, are missing. */
export async function componentsByPublicId(
	tx: Tx,
	teamId: number,
	publicIds: readonly string[],
): Promise<Map<string, Omit<NamedComponent, "state">>> {
	if (publicIds.length === 0) return new Map();
	const rows = await tx.db
		.selectFrom("components")
		.innerJoin("status_pages", "status_pages.id", "components.status_page_id")
		.select(["components.id", "components.public_id", "components.name", "components.status_page_id"])
		.where("status_pages.team_id", "=", teamId)
		.where("components.public_id", "in", [...publicIds])
		.execute();
	return new Map(
		rows.map(({ public_id, id, name, status_page_id }) => [public_id, { id, name, statusPageId: status_page_id }]),
	);
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
