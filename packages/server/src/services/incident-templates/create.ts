import { success } from "@lapwing/result";
import { MAX_TEMPLATES_PER_TEAM } from "../../domain/incidents/incident.ts";
import { type TemplateSettings, templateFields } from "../../domain/incidents/template.ts";
import { problem } from "../../domain/problem.ts";
import { countOfTeam } from "../../storage/database/count-of-team.ts";
import { lockTeam } from "../../storage/database/lock-row.ts";
import { createTemplate } from "../../storage/incidents/incident-templates.ts";
import { type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";

export const createIncidentTemplate = requiring(
	"incidents:write",
	async (tx, actor, input: TemplateSettings, { now }: Now) => {
		await lockTeam(tx, actor.team.id);
		if ((await countOfTeam(tx, "incident_templates", actor.team.id)) >= MAX_TEMPLATES_PER_TEAM) {
			return problem("full", "", `A team has at most ${MAX_TEMPLATES_PER_TEAM} templates of incidents.`);
		}

		const template = await createTemplate(tx, actor.team.id, input, now);

		const event = { action: "create", object: "incident template", id: template.publicId, name: template.name };
		await recordEvent(tx, actor, { ...event, before: null, after: templateFields(template) }, now);
		return success(template);
	},
);
