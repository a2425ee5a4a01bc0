import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import type { Changes } from "../../domain/given.ts";
import { type IncidentTemplate, type TemplateSettings, templateFields } from "../../domain/incidents/template.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { lockTemplate, updateTemplate } from "../../storage/incidents/incident-templates.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";

/** What was written with it stays as it is. */
export async function updateIncidentTemplate(
	tx: Tx,
	actor: TeamActor,
	{ id, changes }: { readonly id: string; readonly changes: Changes<TemplateSettings> },
	{ now }: Pick<Deps, "now">,
): Promise<Result<IncidentTemplate, Problem<"missing_scope" | "not_found">>> {
	const may = requireScope(actor, "incidents:write");
	if (isFailure(may)) return may;
	const template = await lockTemplate(tx, actor.team.id, id);
	if (template === null) return notFound();

	const changed = await updateTemplate(tx, template.id, changes, now);

	const event = { action: "update", object: "incident template", id, name: template.name };
	const [before, after] = [templateFields(template), templateFields(changed)];
	await recordEvent(tx, actor, { ...event, before, after, asked: changes }, now);
	return success(changed);
}
