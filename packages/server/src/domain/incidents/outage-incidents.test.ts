import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "../durations.ts";
import { groupedOutages, type OutageIncident } from "./outage-incidents.ts";

const NOON = Date.parse("2026-05-01T12:00:00Z");
let made = 0;

function outage(monitorId: number, causeId: number, minute = 0) {
	made += 1;
	return { id: made, monitorId, causeId, beganAt: NOON + minute * MINUTE_MS };
}

function incident(id: number, of: Partial<OutageIncident>): OutageIncident {
	return { id, resolvedAt: null, followsOutages: true, outages: [], ...of };
}

describe("outages of a page", () => {
	test("with one cause belong to one incident, and others to one of their own", () => {
		const [a, b, c] = [outage(1, 7), outage(2, 8), outage(3, 7, 1)];
		expect(groupedOutages([a, b, c], [])).toEqual([
			{ incidentId: null, isReopened: false, outages: [a, c] },
			{ incidentId: null, isReopened: false, outages: [b] },
		]);
	});

	test("join the open incident of their cause, and of their monitor, also one that someone changed", () => {
		const open = incident(5, { followsOutages: false, outages: [{ monitorId: 1, causeId: 7 }] });
		const [ofCause, ofMonitor] = [outage(2, 7), outage(1, 9, 40)];
		expect(groupedOutages([ofCause, ofMonitor], [open])).toEqual([
			{ incidentId: 5, isReopened: false, outages: [ofCause, ofMonitor] },
		]);
	});

	test.each([
		[30, 5],
		[31, null],
	])("reopen the incident of their monitor that was over for %i minutes: %s", (minutes, incidentId) => {
		const over = incident(5, { resolvedAt: NOON - minutes * MINUTE_MS, outages: [{ monitorId: 1, causeId: 7 }] });
		const begun = outage(1, 9);
		const isReopened = incidentId !== null;
		expect(groupedOutages([begun], [over])).toEqual([{ incidentId, isReopened, outages: [begun] }]);
	});

	test("do not reopen an incident that someone changed, or one of another monitor", () => {
		const over = { resolvedAt: NOON - MINUTE_MS, outages: [{ monitorId: 1, causeId: 7 }] };
		const [begun] = [outage(1, 9)];
		expect(groupedOutages([begun], [incident(5, { ...over, followsOutages: false })])[0]?.incidentId).toBeNull();
		expect(groupedOutages([outage(2, 7)], [incident(5, over)])[0]?.incidentId).toBeNull();
	});

	test("prefer an open incident to one that is over", () => {
		const outages = [{ monitorId: 1, causeId: 7 }];
		const known = [incident(6, { resolvedAt: NOON, outages }), incident(5, { outages })];
		expect(groupedOutages([outage(1, 9)], known)[0]).toMatchObject({ incidentId: 5, isReopened: false });
	});
});
