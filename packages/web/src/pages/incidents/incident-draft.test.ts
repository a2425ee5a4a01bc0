import { describe, expect, test } from "vitest";
import type { Incident } from "../../api/incidents.ts";
import { localFieldValue } from "../../format/instant.ts";
import {
	createBodyOf,
	filledTemplate,
	incidentDraftOf,
	newIncidentDraft,
	patchBodyOf,
	withState,
} from "./incident-draft.ts";

const NOW = Date.parse("2026-11-22T07:00:42.123Z");
const initial = newIncidentDraft(NOW);

describe("a new incident", () => {
	test("begins now by the clock of the service, unless another beginning was chosen", () => {
		expect(createBodyOf({ ...initial, title: " Orders fail " }, initial)).toEqual({
			title: "Orders fail",
			impact: null,
			status: "investigating",
			components: [],
			isBackdated: false,
			isDraft: false,
			notifySubscribers: true,
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

	test("names the pages that were chosen, and else leaves them to its components", () => {
		expect(createBodyOf(initial, initial)).not.toHaveProperty("statusPageIds");
		expect(createBodyOf({ ...initial, statusPageIds: [] }, initial).statusPageIds).toEqual([]);
	});

	test("that is over has both instants, also where they are not filled in, and its message at its end", () => {
		const resolvedAt = localFieldValue(Date.parse("2026-11-22T06:50:00Z"));
		const over = { ...initial, isBackdated: true, message: "Over.", resolvedAt };
		expect(createBodyOf(over, initial)).toMatchObject({
			isBackdated: true,
			startedAt: "2026-11-22T07:00:00.000Z",
			resolvedAt: "2026-11-22T06:50:00.000Z",
			updates: [{ body: "Over.", status: "resolved", at: "2026-11-22T06:50:00.000Z" }],
		});
		expect(createBodyOf({ ...initial, isBackdated: true, startedAt: "" }, initial)).toMatchObject({
			startedAt: "",
			resolvedAt: "",
		});
	});
});

describe("a change", () => {
	const incident = {
		id: "inc_1",
		title: "Orders fail",
		impact: "major",
		isImpactDerived: false,
		status: "resolved",
		components: [
			{ componentId: "cmp_1", name: "Checkout", state: "degraded" },
			{ componentId: null, name: "Deleted", state: "degraded" },
		],
		statusPageIds: ["sp_1"],
		startedAt: "2026-11-22T06:10:31.500Z",
		resolvedAt: "2026-11-22T06:40:12.000Z",
		isBackdated: false,
		isDraft: false,
		isFromOutage: false,
		followsOutages: false,
		updates: [],
		postmortem: null,
		createdAt: "2026-11-22T06:10:31.500Z",
		updatedAt: "2026-11-22T06:10:31.500Z",
	} satisfies Incident;
	const before = incidentDraftOf(incident);

	test("leaves out what was not touched: instants keep their seconds, and deleted components stay", () => {
		const components = [{ componentId: "cmp_1", state: "degraded" }];
		expect(patchBodyOf(before, before)).toEqual({ title: "Orders fail", components, statusPageIds: ["sp_1"] });
	});

	test("sends a changed instant, and an emptied field as it is", () => {
		const resolvedAt = localFieldValue(Date.parse("2026-11-22T06:50:00Z"));
		expect(patchBodyOf({ ...before, startedAt: "", resolvedAt }, before)).toMatchObject({
			startedAt: "",
			resolvedAt: "2026-11-22T06:50:00.000Z",
		});
	});

	test("gives the impact back to the components", () => {
		expect(patchBodyOf({ ...before, impact: "derived" }, before).impact).toBeNull();
	});
});

test("components keep their order while their states change", () => {
	const before = [
		{ componentId: "cmp_1", state: "degraded" as const },
		{ componentId: "cmp_2", state: "degraded" as const },
	];
	const changed = { componentId: "cmp_1", state: "major_outage" as const };
	expect(withState(before, "cmp_1", "major_outage")).toEqual([changed, before[1]]);
	expect(withState(before, "cmp_1", null)).toEqual([before[1]]);
	expect(withState(before, "cmp_3", "degraded")).toEqual([...before, { componentId: "cmp_3", state: "degraded" }]);
});

test("a template names the components, in Markdown as text", () => {
	const template = { title: "{{component}} is slow", body: "{{ component }}: slow", status: "identified" as const };
	expect(filledTemplate(template, ["A*B", "Mail"])).toEqual({
		title: "A*B and Mail is slow",
		body: "A\\*B and Mail: slow",
		status: "identified",
	});
	expect(filledTemplate(template, []).title).toBe("our service is slow");
});
