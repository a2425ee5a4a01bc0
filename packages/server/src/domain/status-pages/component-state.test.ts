import { describe, expect, test } from "vitest";
import {
	COMPONENT_STATES,
	type ComponentState,
	componentState,
	type SeenMonitor,
	worstState,
} from "./component-state.ts";

const up: SeenMonitor = { status: "up", isInAnnouncedMaintenance: false };
const degraded: SeenMonitor = { ...up, status: "degraded" };
const down: SeenMonitor = { ...up, status: "down" };
const pending: SeenMonitor = { ...up, status: "pending" };
const upInMaintenance: SeenMonitor = { ...up, isInAnnouncedMaintenance: true };
const downInMaintenance: SeenMonitor = { ...down, isInAnnouncedMaintenance: true };
const pendingInMaintenance: SeenMonitor = { ...pending, isInAnnouncedMaintenance: true };

describe("the state of a component", () => {
	test.each<[string, readonly SeenMonitor[], readonly ComponentState[], string]>([
		["no monitor, no incident", [], [], "operational"],
		["monitors that were never checked", [pending, pending], [], "operational"],
		["all up", [up, up], [], "operational"],
		["one up, one never checked", [up, pending], [], "operational"],
		["one of two degraded", [up, degraded], [], "degraded by monitors"],
		["one of two down", [up, down], [], "partial_outage by monitors"],
		["one degraded, one down", [degraded, down], [], "partial_outage by monitors"],
		["all down", [down, down], [], "major_outage by monitors"],
		["its only monitor down", [down], [], "major_outage by monitors"],
		["all that were ever checked are down", [down, pending], [], "major_outage by monitors"],
		["all in announced maintenance", [upInMaintenance, downInMaintenance], [], "maintenance by maintenance"],
		["never checked, in announced maintenance", [pendingInMaintenance], [], "maintenance by maintenance"],
		["one in announced maintenance, one up", [downInMaintenance, up], [], "maintenance by maintenance"],
		["one in announced maintenance, one degraded", [upInMaintenance, degraded], [], "degraded by monitors"],
		["one in announced maintenance, one down", [downInMaintenance, down], [], "partial_outage by monitors"],
		["up, and an incident says degraded", [up], ["degraded"], "degraded by incident"],
		["up, and incidents say several states", [up], ["degraded", "major_outage"], "major_outage by incident"],
		["down, and an incident says operational", [down], ["operational"], "major_outage by monitors"],
		["down, and an incident says degraded", [up, down], ["degraded"], "partial_outage by monitors"],
		["both say the same", [down], ["major_outage"], "major_outage by incident"],
		["in maintenance, and an incident says degraded", [upInMaintenance], ["degraded"], "degraded by incident"],
		["in maintenance, and an incident says so", [upInMaintenance], ["maintenance"], "maintenance by incident"],
		["no monitor, and an incident names it", [], ["partial_outage"], "partial_outage by incident"],
		["an incident says operational", [up], ["operational"], "operational"],
	])("%s", (_, monitors, incidents, expected) => {
		const { state, source } = componentState(monitors, incidents);
		expect(source === null ? state : `${state} by ${source}`).toBe(expected);
		expect(componentState(monitors.toReversed(), incidents.toReversed())).toEqual({ state, source });
	});
});

test("the worst of no states is operational", () => {
	expect(worstState([])).toBe("operational");
	expect(worstState(["maintenance", "partial_outage", "degraded"])).toBe("partial_outage");
});

test("of two states the later in the list is the worse, whoever says which", () => {
	for (const [index, state] of COMPONENT_STATES.entries()) {
		for (const better of COMPONENT_STATES.slice(0, index + 1)) {
			expect(worstState([better, state])).toBe(state);
			expect(componentState([], [state, better]).state).toBe(state);
		}
	}
});
