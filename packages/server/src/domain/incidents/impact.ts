/** How much an incident affects, where nobody says it. */

import type { ComponentState } from "../status-pages/component-state.ts";
import { IMPACTS, type Impact } from "./incident.ts";

const IMPACT_OF: Readonly<Record<ComponentState, Impact>> = {
	operational: "none",
	maintenance: "none",
	degraded: "minor",
	partial_outage: "major",
	major_outage: "critical",
};

/** That of the worst component. An incident that names none is minor: somebody wrote it, so something is wrong. */
export function derivedImpact(components: readonly { readonly state: ComponentState }[]): Impact {
	if (components.length === 0) return "minor";
	return components.map(({ state }) => IMPACT_OF[state]).reduce(worse);
}

/** The greater one. */
export function worse(a: Impact, b: Impact): Impact {
	return IMPACTS.indexOf(a) >= IMPACTS.indexOf(b) ? a : b;
}
