/** Rows of incidents as the domain sees them: with their components, pages and latest update. */

import { sql } from "kysely";
import { IMPACTS, INCIDENT_STATUSES, type Incident, type IncidentUpdate } from "../../domain/incidents/incident.ts";
import { COMPONENT_STATES } from "../../domain/status-pages/component-state.ts";
import { labelOf } from "../database/codes.ts";
import type { IncidentTable, IncidentUpdateTable } from "../database/tables/incidents.ts";
import type { Tx } from "../database/tx.ts";

type Stored<Table> = Omit<Table, "id"> & { id: number };

/** Links to a deleted status page are deleted with it. */
export async function complete(tx: Tx, rows: readonly Stored<IncidentTable>[]): Promise<Incident[]> {
	if (rows.length === 0) return [];
	const ids = rows.map(({ id }) => id);
	const components = Map.groupBy(await componentsOf(tx, ids), ({ incident_id }) => incident_id);
	const pages = Map.groupBy(await statusPagesOf(tx, ids), ({ incident_id }) => incident_id);
	const updates = new Map((await latestUpdates(tx, ids)).map((row) => [row.incident_id, row]));
	return rows.map((row) => {
		const latest = updates.get(row.id);
		return {
			id: row.id,
			publicId: row.public_id,
			title: row.title,
			impact: labelOf(IMPACTS, row.impact),
			isImpactDerived: row.is_impact_derived === 1,
			status: labelOf(INCIDENT_STATUSES, row.status),
			isBackdated: row.is_backdated === 1,
			isDraft: row.is_draft === 1,
			isFromOutage: row.is_from_outage === 1,
			followsOutages: row.follows_outages === 1,
			components: (components.get(row.id) ?? []).map(({ component, page, name, state }) => ({
				componentPublicId: component,
				statusPagePublicId: page,
				name,
				state: labelOf(COMPONENT_STATES, state),
			})),
			statusPagePublicIds: (pages.get(row.id) ?? []).map(({ public_id }) => public_id),
			startedAt: row.started_at,
			resolvedAt: row.resolved_at,
			latestUpdate: latest ? asUpdate(latest) : null,
			updateCount: latest?.count ?? 0,
			createdAt: row.created_at,
			updatedAt: row.updated_at,
		};
	});
}

export async function completeOne(tx: Tx, row: Stored<IncidentTable>): Promise<Incident> {
	const [incident] = await complete(tx, [row]);
	if (incident === undefined) throw new Error("an incident of one row is one incident");
	return incident;
}

export function asUpdate(row: Stored<IncidentUpdateTable>): IncidentUpdate {
	return {
		id: row.id,
		publicId: row.public_id,
		body: row.body,
		status: labelOf(INCIDENT_STATUSES, row.status),
		at: row.posted_at,
		notifiesSubscribers: row.notifies_subscribers === 1,
	};
}

function componentsOf(tx: Tx, ids: readonly number[]) {
	return tx.db
		.selectFrom("incident_components as of")
		.leftJoin("components", "components.id", "of.component_id")
		.leftJoin("status_pages", "status_pages.id", "of.status_page_id")
		.select(["of.incident_id", "of.name", "of.state"])
		.select(["components.public_id as component", "status_pages.public_id as page"])
		.where("of.incident_id", "in", ids)
		.orderBy("of.position")
		.execute();
}

function statusPagesOf(tx: Tx, ids: readonly number[]) {
	return tx.db
		.selectFrom("incident_status_pages as of")
		.innerJoin("status_pages as page", "page.id", "of.status_page_id")
		.select(["of.incident_id", "page.public_id"])
		.where("of.incident_id", "in", ids)
		.orderBy("of.status_page_id")
		.execute();
}

async function latestUpdates(tx: Tx, ids: readonly number[]) {
	const { rows } = await sql<Stored<IncidentUpdateTable> & { count: number }>`
		select u.*, c.count from (
			select incident_id, count(*) as count from incident_updates
			where incident_id in (${sql.join(ids)}) group by incident_id
		) as c join incident_updates as u on u.id = (
			select id from incident_updates where incident_id = c.incident_id
			order by posted_at desc, id desc limit 1
		)`.execute(tx.db);
	return rows;
}
