import { expect, test } from "vitest";
import { readMonitorSearch, seriesRange } from "./monitor-search.ts";

test("keeps known parameters and drops others", () => {
	expect(readMonitorSearch({ range: "7d", why: 29_000_000 })).toEqual({ range: "7d", why: 29_000_000 });
	expect(readMonitorSearch({ whole: true, range: "12h" })).toEqual({ whole: true });
	expect(readMonitorSearch({ whole: "true" })).toEqual({});
	expect(readMonitorSearch({ range: "toString", from: 5 })).toEqual({});
	expect(readMonitorSearch({ from: 9, to: 5 })).toEqual({});
	expect(readMonitorSearch({ from: "1; drop", to: 5 })).toEqual({});
});

test("a range that ends now stays the same within a minute", () => {
	const [a, b] = [seriesRange({}, 90_000), seriesRange({}, 119_999)];
	expect(a).toEqual(b);
	expect(Date.parse(a.to) - Date.parse(a.from)).toBe(43_200_000);
});

test("a zoomed range is read as zoomed", () => {
	expect(seriesRange({ range: "7d", from: 60, to: 120 }, 0)).toEqual({
		from: "1970-01-01T00:01:00.000Z",
		to: "1970-01-01T00:02:00.000Z",
	});
});
