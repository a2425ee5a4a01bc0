// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { SeriesPoint } from "../api/history.ts";
import { DayBars, dayState } from "./day-bars.tsx";

afterEach(cleanup);

function day(uptimePercent: number | null, index = 1): SeriesPoint {
	const at = `2026-01-${String(index).padStart(2, "0")}T00:00:00.000Z`;
	const checks = uptimePercent === null ? 0 : 1440;
	return {
		at,
		uptimePercent,
		checks,
		successfulChecks: 0,
		p50Ms: null,
		p95Ms: null,
		maxMs: null,
		phases: null,
		missed: 0,
	};
}

test.each([
	[100, "up"],
	[99.999, "degraded"],
	[50, "degraded"],
	[49.9, "down"],
	[null, "nothing"],
])("a day with an uptime of %s is %s", (uptime, state) => expect(dayState(day(uptime))).toBe(state));

test("has a label with the number of days with failed checks", () => {
	render(<DayBars days={[day(100, 1), day(99, 2), day(10, 3), day(null, 4)]} label="Uptime" />);
	expect(screen.getByRole("slider").getAttribute("aria-label")).toBe("Uptime. 2 days with failed checks of 4 days.");
});

test("a worse day has a taller bar", () => {
	const { container } = render(<DayBars days={[day(99, 1), day(60, 2), day(10, 3)]} label="Uptime" />);
	const heights = [...container.querySelectorAll("rect:nth-child(2)")].map((bar) => Number(bar.getAttribute("height")));
	expect(heights).toEqual([12.4, 28, 40]);
});

test("reads the days out with the arrow keys, the last one first", () => {
	render(<DayBars days={[day(100, 1), day(99, 2), day(null, 3)]} label="Uptime" />);
	const slider = screen.getByRole("slider");
	const read = () => slider.getAttribute("aria-valuetext");
	expect(read()).toMatch(/^3 Jan.* UTC: no checks$/);
	for (const key of ["ArrowLeft", "ArrowLeft"]) fireEvent.keyDown(slider, { key });
	expect(read()).toMatch(/^2 Jan.* UTC: 99.00 %$/);
	expect(screen.getByText(/^2 Jan.* UTC: 99.00 %$/)).toBeDefined();
	fireEvent.keyDown(slider, { key: "Escape" });
	expect(screen.queryByText(/99.00 %/)).toBeNull();
});
