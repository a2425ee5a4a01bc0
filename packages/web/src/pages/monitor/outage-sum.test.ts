import { expect, test } from "vitest";
import { outageSumText } from "./outage-sum.tsx";

const NOW = Date.parse("2026-05-01T12:00:00.400Z");
const iso = (ms: number) => new Date(ms).toISOString();
const RANGE = { from: iso(NOW - 86_400_000), to: iso(NOW), ongoing: null };

test.each([
	[0, 0, 0, "no outages"],
	[1, 2400, 0, "1 outage: 40 min down"],
	[1300, 90_000, 360, "1,300 outages: 1 d 1 h down, 6 min degraded"],
	[1, 0, 0, "1 outage"],
])("%d outages with %d s down and %d s degraded are %s", (outages, downSeconds, degradedSeconds, text) => {
	expect(outageSumText({ ...RANGE, outages, downSeconds, degradedSeconds }, NOW)).toBe(text);
});

const began = (msAgo: number, worstStatus: "down" | "degraded" = "down") => ({ from: iso(NOW - msAgo), worstStatus });

test.each([
	["at once", began(1_000), 1, 0, 1_000, "1 outage: 2 s down"],
	["to the present, in the words of the list", began(1_700), 2, 0, 129_000, "1 outage: 2 min down"],
	["beside one that ended", began(1_000, "degraded"), 600, 1, 3_000, "1 outage: 10 min down, 4 s degraded"],
	["of the same kind as one that ended", began(1_000), 601, 0, 59_000, "1 outage: 11 min down"],
	["from the beginning of the range alone", began(2 * 86_400_000), 86_400, 0, 0, "1 outage: 1 d down"],
])("an outage that lasts is added %s", (_, ongoing, downSeconds, degradedSeconds, laterMs, text) => {
	const sum = { ...RANGE, ongoing, outages: 1, downSeconds, degradedSeconds };
	expect(outageSumText(sum, NOW + laterMs)).toBe(text);
});
