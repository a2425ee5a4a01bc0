/**
 * The state of a component, as readers of a status page see it (docs/rules/status-pages.md#states): the worst of what
 * its monitors say and of what incidents say of it. Neither hides the other: an incident stays visible while the
 * monitors are up, and a monitor that is down while an incident says otherwise.
 */

import type { Status } from "../monitors/monitor.ts";

/** From the best to the worst. The database stores the position: new words would go to the end, ranks to a table. */
export const COMPONENT_STATES = ["operational", "maintenance", "degraded", "partial_outage", "major_outage"] as const;
export type ComponentState = (typeof COMPONENT_STATES)[number];

/** What is known of one of its monitors. */
export interface SeenMonitor {
	/**
	 * Its last verdict, `pending` before the first one. Pauses and missed checks leave it as it was; in a maintenance
	 * window that is not announced on the page it is the one from before the window.
	 */
	readonly status: Status;
	/** Whether maintenance that is announced on the page covers it now. */
	readonly isInAnnouncedMaintenance: boolean;
}

/** What a state follows from; null for `operational`. */
type StateSource = "monitors" | "incident" | "maintenance" | null;

interface SeenState {
	readonly state: ComponentState;
	readonly source: StateSource;
}

/**
 * @param monitors those of the component; without one that has a verdict they say `operational`
 * @param incidentStates what the open incidents that name the component say of it. Of equal states the incident is
 * the source, because it explains
 */
export function componentState(monitors: readonly SeenMonitor[], incidentStates: readonly ComponentState[]): SeenState {
	const measured = stateOfMonitors(monitors);
	const written = worstState(incidentStates);
	if (isWorse(measured, written))
		return { state: measured, source: measured === "maintenance" ? measured : "monitors" };
	return { state: written, source: written === "operational" ? null : "incident" };
}

/** Some are down: a part fails; all are down: all of it. Monitors in announced maintenance count as not down. */
function stateOfMonitors(monitors: readonly SeenMonitor[]): ComponentState {
	const known = monitors.filter(
		({ status, isInAnnouncedMaintenance }) => isInAnnouncedMaintenance || status !== "pending",
	);
	const judged = known.filter(({ isInAnnouncedMaintenance }) => !isInAnnouncedMaintenance);
	const down = judged.filter(({ status }) => status === "down").length;
	if (down > 0) return down === known.length ? "major_outage" : "partial_outage";
	if (judged.some(({ status }) => status === "degraded")) return "degraded";
	return judged.length < known.length ? "maintenance" : "operational";
}

/** The worst of some states: of a page's components, for example. `operational` of none. */
export function worstState(states: readonly ComponentState[]): ComponentState {
	return states.reduce((worst, state) => (isWorse(state, worst) ? state : worst), COMPONENT_STATES[0]);
}

function isWorse(a: ComponentState, b: ComponentState): boolean {
	return COMPONENT_STATES.indexOf(a) > COMPONENT_STATES.indexOf(b);
}
