/** Builders of status pages for tests of storage. */

import { randomUUID } from "node:crypto";
import { USUAL_COMPONENT, USUAL_PAGE } from "../../domain/status-pages/page-settings.ts";
import type { StatusPage } from "../../domain/status-pages/status-page.ts";
import type { Tx } from "../database/tx.ts";
import type { NewSection } from "../status-pages/sections.ts";
import { claimSlug } from "../status-pages/slugs.ts";
import { createStatusPage } from "../status-pages/status-pages.ts";

/** A section with a component for each of these sets of monitors; `ids` are the components that they are to be. */
export function aSection(components: readonly (readonly number[])[], ids: readonly number[] = []): NewSection {
	return {
		name: "All",
		components: components.map((monitors, index) => ({
			...USUAL_COMPONENT,
			id: ids[index] ?? null,
			name: `Part ${index + 1}`,
			monitors: new Set(monitors),
		})),
	};
}

/** Inserts a page with a component for each of these sets of monitors. */
export async function aPage(
	tx: Tx,
	teamId: number,
	components: readonly (readonly number[])[],
	now: number,
): Promise<StatusPage> {
	const slug = randomUUID();
	await claimSlug(tx, { teamId, slug, pageId: null }, now);
	const settings = { ...USUAL_PAGE, name: "Public", slug, sections: [aSection(components)] };
	return createStatusPage(tx, teamId, settings, now);
}
