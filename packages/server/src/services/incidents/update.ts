import { isFailure, success } from "@lapwing/result";
import type { Changes } from "../../domain/given.ts";
import { derivedImpact, worse } from "../../domain/incidents/impact.ts";
import { type Impact, type Incident, incidentFields } from "../../domain/incidents/incident.ts";
import { changedProgress, requireResolved } from "../../domain/incidents/wanted-incident.ts";
import { notFound } from "../../domain/problem.ts";
import type { ComponentState } from "../../domain/status-pages/component-state.ts";
import { lockIncident, updateIncident as write } from "../../storage/incidents/incidents.ts";
import { type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import type { WantedIncident } from "./create.ts";
import { componentsOf, objectOf, statusPagesOf } from "./linked.ts";

/** What a team changes of an incident that exists. */
type IncidentChanges = Changes<
	Pick<WantedIncident, "title" | "impact" | "status" | "startedAt" | "resolvedAt" | "components" | "statusPageIds">
>;

/** Outages no longer move what was changed. */
export const updateIncident = requiring(
	"incidents:write",
	async (tx, actor, { id, changes }: { readonly id: string; readonly changes: IncidentChanges }, { now }: Now) => {
		const incident = await lockIncident(tx, actor.team.id, id);
		if (incident === null) return notFound();

		const progress = changedProgress(incident, changes, now);
		if (isFailure(progress)) return progress;
		const past = incident.isBackdated ? requireResolved(progress.data) : success();
		if (isFailure(past)) return past;
		const components = changes.components ? await componentsOf(tx, actor.team.id, changes.components) : success();
		if (isFailure(components)) return components;
		const pages = changes.statusPageIds ? await statusPagesOf(tx, actor.team.id, changes.statusPageIds) : success();
		if (isFailure(pages)) return pages;

		const impact = changedImpact(incident, changes.impact, components.data);
		const links = { components: components.data, statusPages: pages.data };
		const changed = await write(
			tx,
			incident,
			{ title: changes.title, ...impact, ...progress.data, ...links, followsOutages: false },
			now,
		);

		const [before, after] = [incidentFields(incident), incidentFields(changed)];
		await recordEvent(tx, actor, { action: "update", ...objectOf(incident), before, after, asked: changes }, now);
		return success(changed);
	},
);

/** A derived impact follows its components, and does not fall when they recover. */
function changedImpact(
	before: Incident,
	wanted: Impact | null | undefined,
	components: readonly { readonly state: ComponentState }[] | undefined,
): Changes<Pick<Incident, "impact" | "isImpactDerived">> {
	if (wanted === null) return { impact: derivedImpact(components ?? before.components), isImpactDerived: true };
	if (wanted !== undefined) return { impact: wanted, isImpactDerived: false };
	if (!before.isImpactDerived || components === undefined) return {};
	return { impact: worse(before.impact, derivedImpact(components)) };
}
