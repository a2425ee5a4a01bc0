import { describe, expect, test } from "vitest";
import type { Incident } from "../../api/incidents.ts";
import { localFieldValue } from "../../format/instant.ts";
import { componentsOf, createBodyOf, incidentDraftOf, newIncidentDraft, patchBodyOf } from "./incident-draft.ts";

const NOW = Date.parse("2026-11-22T07:00:42.123Z");
const initial = newIncidentDraft(NOW);

describe("a new incident", () => {
	test("begins now by the clock of the service, unless another beginning was chosen", () => {
		expect(createBodyOf({ ...initial, title: " Orders fail " }, initial)).toEqual({
			title: "Orders fail",
			impact: "minor",
			status: "investigating",
			components: [],
			statusPageIds: [],
			updates: [],
		});
		const earlier = { ...initial, startedAt: localFieldValue(Date.parse("2026-11-22T06:10:00Z")) };
		expect(createBodyOf(earlier, initial).startedAt).toBe("2026-11-22T06:10:00.000Z");
	});

	test("has its message as the first update, which brings the status", () => {
		const { status, updates } = createBodyOf({ ...initial, status: "identified", message: "A disk." }, initial);
		expect([status, updates]).toEqual([undefined, [{ body: "A disk.", status: "identified" }]]);
		expect(createBodyOf({ ...initial, message: " \n" }, initial).updates).toEqual([]);
	});
});

describe("a change", () => {
	const incident = {
		id: "inc_1",
		title: "Orders fail",
		impact: "major",
		status: "resolved",
		components: [{ monitorId: "mon_1", state: "degraded" }],
		statusPageIds: ["sp_1"],
		startedAt: "2026-11-22T06:10:31.500Z",
		resolvedAt: "2026-11-22T06:40:12.000Z",
		updates: [],
		createdAt: "2026-11-22T06:10:31.500Z",
		updatedAt: "2026-11-22T06:10:31.500Z",
	} satisfies Incident;
	const before = incidentDraftOf(incident);

	test("leaves out instants that were not touched, so that they keep their seconds", () => {
		const { title, impact, components, statusPageIds } = incident;
		expect(patchBodyOf(before, before)).toEqual({ title, impact, components, statusPageIds });
	});

	test("sends a changed instant, and an emptied field as it is", () => {
		const resolvedAt = localFieldValue(Date.parse("2026-11-22T06:50:00Z"));
		expect(patchBodyOf({ ...before, startedAt: "", resolvedAt }, before)).toMatchObject({
			startedAt: "",
			resolvedAt: "2026-11-22T06:50:00.000Z",
		});
	});
});

test("monitors that stay chosen keep their state, and new ones are down", () => {
	const before = [{ monitorId: "mon_1", state: "degraded" as const }];
	expect(componentsOf(["mon_2", "mon_1"], before)).toEqual([{ monitorId: "mon_2", state: "down" }, before[0]]);
});
