/** Templates of incidents and updates. */

import type { Changes } from "../../domain/given.ts";
import { INCIDENT_STATUSES } from "../../domain/incidents/incident.ts";
import type { IncidentTemplate, TemplateSettings } from "../../domain/incidents/template.ts";
import type { Seek } from "../../domain/seek.ts";
import { codeOf, labelOf } from "../database/codes.ts";
import { lockRow } from "../database/lock-row.ts";
import { type AgeKey, newestFirst } from "../database/newest-first.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Row } from "../database/schema.ts";
import { laterUpdatedAt } from "../database/tables/updated-at.ts";
import type { Tx } from "../database/tx.ts";

export async function findTemplate({ db }: Tx, teamId: number, publicId: string): Promise<IncidentTemplate | null> {
	const row = await db
		.selectFrom("incident_templates")
		.selectAll()
		.where("team_id", "=", teamId)
		.where("public_id", "=", publicId)
		.executeTakeFirst();
	return row ? asTemplate(row) : null;
}

/** As {@link findTemplate}, locked until the transaction ends. */
export async function lockTemplate(tx: Tx, teamId: number, publicId: string): Promise<IncidentTemplate | null> {
	await lockRow(tx, "incident_templates", teamId, publicId);
	return findTemplate(tx, teamId, publicId);
}

export async function pageOfTemplates({ db }: Tx, teamId: number, seek: Seek<AgeKey>): Promise<IncidentTemplate[]> {
	const templates = db.selectFrom("incident_templates").selectAll().where("team_id", "=", teamId);
	return (await newestFirst(templates, seek)).map(asTemplate);
}

export async function createTemplate(
	{ db }: Tx,
	teamId: number,
	{ status, ...texts }: TemplateSettings,
	now: number,
): Promise<IncidentTemplate> {
	const row = await db
		.insertInto("incident_templates")
		.values({
			...texts,
			status: codeOf(INCIDENT_STATUSES, status),
			public_id: newPublicId("itp"),
			team_id: teamId,
			created_at: now,
			updated_at: now,
		})
		.returningAll()
		.executeTakeFirstOrThrow();
	return asTemplate(row);
}

/** Changes the given fields. */
export async function updateTemplate(
	{ db }: Tx,
	id: number,
	{ status, ...texts }: Changes<TemplateSettings>,
	now: number,
): Promise<IncidentTemplate> {
	const row = await db
		.updateTable("incident_templates")
		.set({ ...texts, status: status && codeOf(INCIDENT_STATUSES, status), updated_at: laterUpdatedAt(now) })
		.where("id", "=", id)
		.returningAll()
		.executeTakeFirstOrThrow();
	return asTemplate(row);
}

export async function deleteTemplate({ db }: Tx, id: number): Promise<void> {
	await db.deleteFrom("incident_templates").where("id", "=", id).execute();
}

function asTemplate(row: Row<"incident_templates">): IncidentTemplate {
	return {
		id: row.id,
		publicId: row.public_id,
		name: row.name,
		title: row.title,
		body: row.body,
		status: labelOf(INCIDENT_STATUSES, row.status),
		createdAt: row.created_at,
		updatedAt: row.updated_at,
	};
}
