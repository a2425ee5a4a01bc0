import { success } from "@lapwing/result";
import { type TemplateSettings, templateFields } from "../../domain/incidents/template.ts";
import { notFound } from "../../domain/problem.ts";
import { lockTemplate, updateTemplate } from "../../storage/incidents/incident-templates.ts";
import { type Edit, type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";

/** What was written with it stays as it is. */
export const updateIncidentTemplate = requiring(
	"incidents:write",
	async (tx, actor, { id, changes }: Edit<TemplateSettings>, { now }: Now) => {
		const template = await lockTemplate(tx, actor.team.id, id);
		if (template === null) return notFound();

		const changed = await updateTemplate(tx, template.id, changes, now);

		const event = { action: "update", object: "incident template", id, name: template.name };
		const [before, after] = [templateFields(template), templateFields(changed)];
		await recordEvent(tx, actor, { ...event, before, after, asked: changes }, now);
		return success(changed);
	},
);
