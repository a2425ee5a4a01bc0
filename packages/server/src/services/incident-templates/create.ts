import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { MAX_TEMPLATES_PER_TEAM } from "../../domain/incidents/incident.ts";
import { type IncidentTemplate, type TemplateSettings, templateFields } from "../../domain/incidents/template.ts";
import { type Problem, problem } from "../../domain/problem.ts";
import { countOfTeam } from "../../storage/database/count-of-team.ts";
import { lockTeam } from "../../storage/database/lock-row.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { createTemplate } from "../../storage/incidents/incident-templates.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";

export async function createIncidentTemplate(
	tx: Tx,
	actor: TeamActor,
	input: TemplateSettings,
	{ now }: Pick<Deps, "now">,
): Promise<Result<IncidentTemplate, Problem<"missing_scope" | "full">>> {
	const may = requireScope(actor, "incidents:write");
	if (isFailure(may)) return may;
	await lockTeam(tx, actor.team.id);
	if ((await countOfTeam(tx, "incident_templates", actor.team.id)) >= MAX_TEMPLATES_PER_TEAM) {
		return problem("full", "", `A team has at most ${MAX_TEMPLATES_PER_TEAM} templates of incidents.`);
	}

	const template = await createTemplate(tx, actor.team.id, input, now);

	const event = { action: "create", object: "incident template", id: template.publicId, name: template.name };
	await recordEvent(tx, actor, { ...event, before: null, after: templateFields(template) }, now);
	return success(template);
}
