/** The components and status pages that an incident names, by their keys, and the texts of a template for it. */

import { type Result, success } from "@lapwing/result";
import type { Incident, NamedComponent } from "../../domain/incidents/incident.ts";
import { filledBody, filledTitle, type TemplateSettings } from "../../domain/incidents/template.ts";
import { invalid, type Problem } from "../../domain/problem.ts";
import type { ComponentState } from "../../domain/status-pages/component-state.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { findTemplate } from "../../storage/incidents/incident-templates.ts";
import { componentsByPublicId, statusPageKeys } from "../../storage/incidents/links.ts";

export interface WantedComponent {
	/** `cmp_…` */
	readonly componentId: string;
	readonly state: ComponentState;
}

/** As audit events name it. */
export function objectOf({ publicId, title }: Incident) {
	return { object: "incident", id: publicId, name: title };
}

export async function componentsOf(
	tx: Tx,
	teamId: number,
	wanted: readonly WantedComponent[],
): Promise<Result<readonly NamedComponent[], Problem<"invalid">>> {
	const ids = wanted.map(({ componentId }) => componentId);
	const known = await componentsByPublicId(tx, teamId, ids);
	const components: NamedComponent[] = [];
	for (const [index, { componentId, state }] of wanted.entries()) {
		const component = known.get(componentId);
		const pointer = `/components/${index}/componentId`;
		if (component === undefined) return invalid(pointer, "There is no such component.");
		if (ids.indexOf(componentId) < index) return invalid(pointer, "This component is named twice.");
		components.push({ ...component, state });
	}
	return success(components);
}

export async function statusPagesOf(
	tx: Tx,
	teamId: number,
	publicIds: readonly string[],
): Promise<Result<readonly number[], Problem<"invalid">>> {
	const keys = await statusPageKeys(tx, teamId, publicIds);
	const unknown = publicIds.findIndex((id) => !keys.has(id));
	if (unknown >= 0) return invalid(`/statusPageIds/${unknown}`, "There is no such status page.");
	return success([...keys.values()]);
}

/** The texts of a template for these components; null without one. */
export async function textsOf(
	tx: Tx,
	teamId: number,
	templateId: string | undefined,
	components: readonly { readonly name: string }[],
): Promise<Result<Omit<TemplateSettings, "name"> | null, Problem<"invalid">>> {
	if (templateId === undefined) return success(null);
	const template = await findTemplate(tx, teamId, templateId);
	if (template === null) return invalid("/templateId", "There is no such template.");
	const names = components.map(({ name }) => name);
	const { title, body, status } = template;
	return success({ title: filledTitle(title, names), body: filledBody(body, names), status });
}
