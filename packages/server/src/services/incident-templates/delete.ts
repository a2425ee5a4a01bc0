import { success } from "@lapwing/result";
import { templateFields } from "../../domain/incidents/template.ts";
import { notFound } from "../../domain/problem.ts";
import { deleteTemplate, lockTemplate } from "../../storage/incidents/incident-templates.ts";
import { type ById, type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";

export const deleteIncidentTemplate = requiring("incidents:write", async (tx, actor, { id }: ById, { now }: Now) => {
	const template = await lockTemplate(tx, actor.team.id, id);
	if (template === null) return notFound();

	await deleteTemplate(tx, template.id);

	const event = { action: "delete", object: "incident template", id, name: template.name };
	await recordEvent(tx, actor, { ...event, before: templateFields(template), after: null }, now);
	return success(template);
});
