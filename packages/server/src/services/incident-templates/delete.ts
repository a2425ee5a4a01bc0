import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { type IncidentTemplate, templateFields } from "../../domain/incidents/template.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { deleteTemplate, lockTemplate } from "../../storage/incidents/incident-templates.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";

export async function deleteIncidentTemplate(
	tx: Tx,
	actor: TeamActor,
	{ id }: { readonly id: string },
	{ now }: Pick<Deps, "now">,
): Promise<Result<IncidentTemplate, Problem<"missing_scope" | "not_found">>> {
	const may = requireScope(actor, "incidents:write");
	if (isFailure(may)) return may;
	const template = await lockTemplate(tx, actor.team.id, id);
	if (template === null) return notFound();

	await deleteTemplate(tx, template.id);

	const event = { action: "delete", object: "incident template", id, name: template.name };
	await recordEvent(tx, actor, { ...event, before: templateFields(template), after: null }, now);
	return success(template);
}
