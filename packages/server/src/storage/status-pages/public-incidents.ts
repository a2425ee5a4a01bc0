/** The incidents of a status page as its readers get them, with their updates. */

import { type Expression, type SqlBool, sql } from "kysely";
import { DAY_MS } from "../../domain/durations.ts";
import { IMPACTS, INCIDENT_STATUSES } from "../../domain/incidents/incident.ts";
import { COMPONENT_STATES } from "../../domain/status-pages/component-state.ts";
import { type IncidentMark, MAX_MARKS, PAST_DAYS, type PublicIncident } from "../../domain/status-pages/public-page.ts";
import { codeOf, labelOf } from "../database/codes.ts";
import type { Row } from "../database/schema.ts";
import type { Tx } from "../database/tx.ts";

/** More than a page can show with sense; of a month there may be as many. */
const MAX_SHOWN = 100;
const RESOLVED = codeOf(INCIDENT_STATUSES, "resolved");

/** The page whose incidents are asked for, by its keys. */
interface OfPage {
	readonly id: number;
	readonly teamId: number;
}

/** Those that are open, and those that ended lately, newest first. */
export async function presentIncidents(
	tx: Tx,
	page: OfPage,
	now: number,
): Promise<{ open: readonly PublicIncident[]; past: readonly PublicIncident[] }> {
	const open = await incidentsWhere(tx, page, sql`i.status <> ${RESOLVED}`);
	const past = await incidentsWhere(
		tx,
		page,
		sql`i.status = ${RESOLVED} and i.resolved_at >= ${now - PAST_DAYS * DAY_MS}`,
	);
	return { open, past };
}

/** Those that began in `[from, to)`, newest first. */
export function incidentsBetween(
	tx: Tx,
	page: OfPage,
	{ from, to }: { readonly from: number; readonly to: number },
): Promise<readonly PublicIncident[]> {
	return incidentsWhere(tx, page, sql`i.started_at >= ${from} and i.started_at < ${to}`);
}

export async function publicIncident(tx: Tx, page: OfPage, publicId: string): Promise<PublicIncident | null> {
	const [incident] = await incidentsWhere(tx, page, sql`i.public_id = ${publicId}`);
	return incident ?? null;
}

/** When the first incident of a page began; null: it has none. */
export async function firstIncidentAt({ db }: Tx, page: OfPage): Promise<number | null> {
	const { rows } = await sql<{ at: number | null }>`
		select min(i.started_at) as at ${ofPage(page)}`.execute(db);
	return rows[0]?.at ?? null;
}

/** Incidents that lasted into the days since `since`, as much of each as a bar tells; newest first. */
export async function incidentMarks(tx: Tx, page: OfPage, since: number): Promise<readonly IncidentMark[]> {
	const { rows } = await sql<Row<"incidents">>`
		select i.* ${ofPage(page)} and (i.resolved_at is null or i.resolved_at >= ${since})
		order by i.started_at desc, i.id desc limit ${MAX_MARKS}`.execute(tx.db);
	const components = await componentsOf(tx, page, rows);
	return rows.map((row) => ({
		id: row.public_id,
		title: row.title,
		startedAt: row.started_at,
		resolvedAt: row.resolved_at,
		componentIds: (components.get(row.id) ?? []).flatMap(({ id, state }) =>
			id === null || (state === "operational" && row.is_from_outage === 0) ? [] : [id],
		),
	}));
}

/** What every statement on the incidents of a page begins with, up to a condition. Drafts are no incidents yet. */
function ofPage({ id, teamId }: OfPage) {
	return sql`from incident_status_pages s join incidents i on i.id = s.incident_id
		where s.status_page_id = ${id} and i.team_id = ${teamId} and i.is_draft = 0`;
}

async function incidentsWhere(tx: Tx, page: OfPage, condition: Expression<SqlBool>): Promise<PublicIncident[]> {
	const { rows } = await sql<Row<"incidents">>`
		select i.* ${ofPage(page)} and ${condition}
		order by i.started_at desc, i.id desc limit ${MAX_SHOWN}`.execute(tx.db);
	if (rows.length === 0) return [];
	const updates = Map.groupBy(
		await tx.db
			.selectFrom("incident_updates")
			.selectAll()
			.where(
				"incident_id",
				"in",
				rows.map(({ id }) => id),
			)
			.orderBy("posted_at", "desc")
			.orderBy("id", "desc")
			.execute(),
		({ incident_id }) => incident_id,
	);
	const components = await componentsOf(tx, page, rows);
	const postmortems = await postmortemsOf(tx, rows);
	return rows.map((row) => ({
		id: row.public_id,
		title: row.title,
		impact: labelOf(IMPACTS, row.impact),
		status: labelOf(INCIDENT_STATUSES, row.status),
		startedAt: row.started_at,
		resolvedAt: row.resolved_at,
		createdAt: row.created_at,
		updatedAt: row.updated_at,
		components: components.get(row.id) ?? [],
		updates: (updates.get(row.id) ?? []).map(({ public_id, body, status, posted_at }) => ({
			id: public_id,
			body,
			status: labelOf(INCIDENT_STATUSES, status),
			at: posted_at,
		})),
		postmortem: postmortems.get(row.id) ?? null,
	}));
}

/** Those of the page; an incident may name components of others. */
async function componentsOf(
	{ db }: Tx,
	page: OfPage,
	rows: readonly Row<"incidents">[],
): Promise<ReadonlyMap<number, PublicIncident["components"]>> {
	if (rows.length === 0) return new Map();
	const named = await db
		.selectFrom("incident_components as of")
		.leftJoin("components as c", "c.id", "of.component_id")
		.select(["of.incident_id", "c.public_id as id", "of.name", "of.state"])
		.where("of.status_page_id", "=", page.id)
		.where(
			"of.incident_id",
			"in",
			rows.map(({ id }) => id),
		)
		.orderBy("of.incident_id")
		.orderBy("of.position")
		.execute();
	const components = named.map(({ state, ...row }) => ({ ...row, state: labelOf(COMPONENT_STATES, state) }));
	const ofIncident = Map.groupBy(components, ({ incident_id }) => incident_id);
	return new Map(
		[...ofIncident].map(([key, all]) => [key, all.map(({ id, name, state }) => ({ id, name, state }))] as const),
	);
}

/** Published ones of resolved incidents. */
async function postmortemsOf(
	{ db }: Tx,
	rows: readonly Row<"incidents">[],
): Promise<ReadonlyMap<number, NonNullable<PublicIncident["postmortem"]>>> {
	const resolved = rows.filter(({ status }) => status === RESOLVED).map(({ id }) => id);
	if (resolved.length === 0) return new Map();
	const found = await db.selectFrom("incident_postmortems").selectAll().where("incident_id", "in", resolved).execute();
	return new Map(
		found.flatMap(({ incident_id, body, published_at: publishedAt }) =>
			publishedAt === null ? [] : [[incident_id, { body, publishedAt }] as const],
		),
	);
}
