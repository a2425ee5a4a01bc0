import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "./durations.ts";
import { knownPart } from "./known-part.ts";

const WINDOWS = [DAY_MS, 7 * DAY_MS, 30 * DAY_MS];
const partsAt = (ageMs: number) =>
	WINDOWS.map((windowMs, index) => knownPart(ageMs, windowMs, WINDOWS[index - 1] ?? 0));

test.each([
	[-HOUR_MS, ["part", "nothing", "nothing"]],
	[0, ["part", "nothing", "nothing"]],
	[23 * HOUR_MS, ["part", "nothing", "nothing"]],
	[DAY_MS, ["whole", "part", "nothing"]],
	[12 * DAY_MS, ["whole", "whole", "part"]],
	[400 * DAY_MS, ["whole", "whole", "whole"]],
])("of a monitor that is %d ms old the windows are %s", (ageMs, parts) => expect(partsAt(ageMs)).toEqual(parts));
