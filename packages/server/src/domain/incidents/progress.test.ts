import { describe, expect, test } from "vitest";
import type { IncidentStatus } from "./incident.ts";
import { followUpdates, type Progress, progressed } from "./progress.ts";

const begun: Progress = { status: "investigating", startedAt: 1_000, resolvedAt: null };
const over: Progress = { status: "resolved", startedAt: 1_000, resolvedAt: 5_000 };
const update = (id: number, status: IncidentStatus, at = id * 1_000) => ({ id, status, at });

describe("a status that is set", () => {
	test("sets resolvedAt when it is resolved, never before the start", () => {
		expect(progressed(begun, "resolved", 3_000)).toEqual({ ...begun, status: "resolved", resolvedAt: 3_000 });
		expect(progressed(begun, "resolved", 999)).toEqual({ ...begun, status: "resolved", resolvedAt: 1_000 });
	});

	test("keeps resolvedAt when it is resolved again", () => {
		expect(progressed(over, "resolved", 9_000)).toEqual(over);
	});

	test("clears resolvedAt when it reopens the incident", () => {
		expect(progressed(over, "monitoring", 9_000)).toEqual({ status: "monitoring", startedAt: 1_000, resolvedAt: null });
	});
});

describe("the incident follows its updates", () => {
	test("a later update gives it its status, and the instant at which it was resolved", () => {
		expect(followUpdates(begun, null, update(2, "identified"))).toEqual({ ...begun, status: "identified" });
		expect(followUpdates(begun, update(2, "identified"), update(3, "resolved"))).toEqual({
			...begun,
			status: "resolved",
			resolvedAt: 3_000,
		});
	});

	test("an update that is not the latest, or whose text alone changed, leaves it", () => {
		expect(followUpdates(over, update(4, "monitoring"), update(4, "monitoring"))).toBe(over);
	});

	test("an edit of the latest update's status changes it", () => {
		const reopened = followUpdates(over, update(5, "resolved"), update(5, "monitoring"));
		expect(reopened).toEqual({ ...over, status: "monitoring", resolvedAt: null });
	});

	test("deleting the latest update gives it the status of the one before", () => {
		const back = followUpdates(over, update(5, "resolved"), update(4, "monitoring"));
		expect(back).toEqual({ ...over, status: "monitoring", resolvedAt: null });
		const atOnce = followUpdates(over, update(5, "resolved", 4_000), update(4, "identified", 4_000));
		expect(atOnce.status).toBe("identified");
	});

	test("deleting the latest update leaves a status that was changed since", () => {
		expect(followUpdates(over, update(4, "monitoring"), update(3, "identified"))).toBe(over);
	});

	test("deleting the only update leaves it", () => {
		expect(followUpdates(over, update(5, "resolved"), null)).toBe(over);
	});
});
