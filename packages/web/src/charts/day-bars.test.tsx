// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { DayBars } from "./day-bars.tsx";
import type { Day } from "./day-trouble.ts";

afterEach(cleanup);

const day = (index: number, downChecks: number, degradedChecks = 0, checks = 1440): Day => ({
	at: `2026-01-${String(index).padStart(2, "0")}T00:00:00.000Z`,
	checks,
	degradedChecks,
	downChecks,
});
const NO_CHECKS = day(4, 0, 0, 0);

test("has a label with the number of days that were down, and of those that were slow alone", () => {
	render(<DayBars days={[day(1, 0), day(2, 40), day(3, 0, 5), NO_CHECKS]} label="Availability" />);
	expect(screen.getByRole("slider").getAttribute("aria-label")).toBe(
		"Availability. 1 day with outages and 1 day slow alone, of 4 days.",
	);
});

test("a day that was down is red and full width, one that was slow alone is amber and narrow", () => {
	const { container } = render(<DayBars days={[day(1, 40), day(2, 0, 40), day(3, 360, 360)]} label="Availability" />);
	const marks = [...container.querySelectorAll("g")].map((bar) =>
		[...bar.querySelectorAll("rect:not(:first-child)")].map((mark) => [
			mark.getAttribute("class"),
			mark.getAttribute("width"),
			Math.round(Number(mark.getAttribute("height"))),
		]),
	);
	expect(marks).toEqual([
		[["fill-down", "8", 15]],
		[["fill-degraded-shape", "4", 15]],
		[
			["fill-degraded-shape", "4", 31],
			["fill-down", "8", 25],
		],
	]);
});

test("reads the days out with the arrow keys, the last one first, with what is known of each", () => {
	render(
		<DayBars
			days={[day(1, 0), day(2, 40), NO_CHECKS]}
			label="Availability"
			detailsOf={({ downChecks }) => <p>{downChecks} minutes</p>}
		/>,
	);
	const slider = screen.getByRole("slider");
	const read = () => slider.getAttribute("aria-valuetext");
	expect(read()).toMatch(/^4 Jan.* UTC: no checks$/);
	for (const key of ["ArrowLeft", "ArrowLeft"]) fireEvent.keyDown(slider, { key });
	expect(read()).toMatch(/^2 Jan.* UTC: 97.22 % available, 97.22 % fast enough$/);
	expect(screen.getByText("40 minutes")).toBeDefined();
	fireEvent.keyDown(slider, { key: "Escape" });
	expect(screen.queryByText("40 minutes")).toBeNull();
});

test("a clicked day stays while the pointer leaves, until something else has the focus", () => {
	const { container } = render(
		<DayBars days={[day(1, 40)]} label="Availability" detailsOf={() => <a href="/">Report of this day</a>} />,
	);
	const bars = container.querySelector("svg") as SVGElement;
	fireEvent.pointerMove(bars, { clientX: 1 });
	expect(screen.getByText("Report of this day")).toBeDefined();
	fireEvent.pointerLeave(bars);
	expect(screen.queryByText("Report of this day")).toBeNull();
	fireEvent.click(bars, { clientX: 1 });
	fireEvent.pointerLeave(bars);
	fireEvent.blur(screen.getByRole("slider"), { relatedTarget: screen.getByText("Report of this day") });
	expect(screen.getByText("Report of this day")).toBeDefined();
	fireEvent.blur(screen.getByText("Report of this day"), { relatedTarget: document.body });
	expect(screen.queryByText("Report of this day")).toBeNull();
});
