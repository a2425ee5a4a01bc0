// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { MinuteStrip } from "./minute-strip.tsx";

afterEach(cleanup);

test.each([
	["u".repeat(60), "Last 60 minutes: nothing wrong"],
	[".".repeat(60), "Last 60 minutes: no checks"],
	[`${"u".repeat(55)}ggddm`, "Last 60 minutes: 2 down, 2 degraded, 1 missed of 60 minutes"],
	[`${"u".repeat(50)}${"w".repeat(10)}`, "Last 60 minutes: 10 in maintenance of 60 minutes"],
])("tells %s in words", (recent, words) => {
	render(<MinuteStrip recent={recent} />);
	expect(screen.getByRole("img").getAttribute("aria-label")).toBe(words);
});

test("draws one path for each kind of mark, whatever their number", () => {
	const { container } = render(<MinuteStrip recent={`${"ug".repeat(29)}dd`} />);
	expect(container.querySelectorAll("path")).toHaveLength(3);
});

test("draws a run of equal marks as one line of dashes, a minute each", () => {
	const { container } = render(<MinuteStrip recent={`${"u".repeat(57)}dd.`} />);
	expect([...container.querySelectorAll("path")].map((path) => path.getAttribute("d"))).toEqual([
		"M0 9h227",
		"M228 9h7",
	]);
	expect(container.querySelector("path")?.getAttribute("stroke-dasharray")).toBe("3 1");
});

test("a shorter strip ends at the current minute", () => {
	const { container } = render(<MinuteStrip recent="d" />);
	expect(container.querySelector("path")?.getAttribute("d")).toBe("M236 9h3");
});
