/** A page as its incidents of outages need it. */

import { sql } from "kysely";
import { STATUSES, type Status } from "../../domain/monitors/monitor.ts";
import { labelOf } from "../database/codes.ts";
import type { Row } from "../database/schema.ts";
import type { Tx } from "../database/tx.ts";
import { settingsOf } from "./status-pages.ts";

interface MonitoredComponent {
	/** Key in storage. */
	readonly id: number;
	/** `cmp_…` */
	readonly publicId: string;
	readonly statusPageId: number;
	readonly name: string;
	readonly monitors: readonly { readonly id: number; readonly status: Status }[];
}

export interface FollowedPage {
	readonly id: number;
	readonly locale: string;
	/** Incidents of outages are drafts. */
	readonly needsApproval: boolean;
	/** In its order. */
	readonly components: readonly MonitoredComponent[];
}

/** A page of the team, locked until the transaction ends; null when it is deleted. */
export async function lockFollowedPage(tx: Tx, teamId: number, id: number): Promise<FollowedPage | null> {
	const { rows } = await sql<Row<"status_pages">>`
		select * from status_pages where id = ${id} and team_id = ${teamId}${tx.dialect.forUpdate}`.execute(tx.db);
	const [page] = rows;
	if (page === undefined) return null;
	const { locale, autoIncidentNeedsApproval: needsApproval } = settingsOf(page);
	return { id, locale, needsApproval, components: await monitoredComponents(tx, id) };
}

async function monitoredComponents({ db }: Tx, statusPageId: number): Promise<MonitoredComponent[]> {
	const { rows } = await sql<{ id: number; publicId: string; name: string; monitor: number | null; status: number }>`
		select c.id, c.public_id as "publicId", c.name, m.id as monitor, ms.status from components as c
		left join component_monitors as l on l.component_id = c.id
		left join monitors as m on m.id = l.monitor_id and m.deleted_at is null
		left join monitor_states as ms on ms.monitor_id = m.id
		where c.status_page_id = ${statusPageId} order by c.section, c.position, m.id`.execute(db);
	return [...Map.groupBy(rows, ({ id }) => id)].map(([id, ofOne]) => ({
		id,
		publicId: ofOne[0]?.publicId ?? "",
		statusPageId,
		name: ofOne[0]?.name ?? "",
		monitors: ofOne.flatMap(({ monitor, status }) =>
			monitor === null ? [] : { id: monitor, status: labelOf(STATUSES, status) },
		),
	}));
}
