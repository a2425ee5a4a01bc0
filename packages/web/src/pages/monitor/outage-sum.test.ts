import { expect, test } from "vitest";
import { outageSumText } from "./outage-sum.ts";

test.each([
	[0, 0, 0, "no outages"],
	[1, 2400, 0, "1 outage: 40 min down"],
	[1300, 90_000, 360, "1,300 outages: 1 d 1 h down, 6 min degraded"],
	[1, 0, 0, "1 outage"],
])("%d outages with %d s down and %d s degraded are %s", (outages, downSeconds, degradedSeconds, text) => {
	expect(outageSumText({ outages, downSeconds, degradedSeconds })).toBe(text);
});
