// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { StepList } from "./step-list.tsx";

afterEach(cleanup);

const STEPS = [{ name: "Sign in", request: "POST https://example.com/session" }, { name: "Account" }, { name: "Out" }];
const seen = (name: string, responseStatus: number | null) => ({
	name,
	responseStatus,
	timeMs: 84,
	phases: { dns: null, connect: 20, tls: null, first_byte: 64, transfer: null },
	saved: [],
});
const texts = () => screen.getAllByRole("listitem").map((item) => item.textContent);

test("of a run that failed, the last step that was run is the failed one, and those after it were not run", () => {
	render(<StepList steps={STEPS} seen={[seen("Sign in", 200), seen("Account", null)]} verdict="down" />);
	expect(texts()).toEqual([
		"1. Sign instatus 20084 msPOST https://example.com/session",
		"2. Accountfailed, no answer84 ms",
		"3. Outnot run",
	]);
});

test("of a run that is known to be degraded, no step failed", () => {
	render(<StepList steps={STEPS.slice(0, 1)} seen={[seen("Sign in", 200)]} verdict="degraded" />);
	expect(texts()[0]).not.toContain("failed");
});

test("without a run the steps are listed as they are, and nothing is said of what was run", () => {
	render(<StepList steps={STEPS} seen={null} verdict="missed" />);
	expect(texts()).toEqual(["1. Sign inPOST https://example.com/session", "2. Account", "3. Out"]);
});

test("what a trial saved is shown", () => {
	const saved = [
		{ name: "token", value: "eyJh…" },
		{ name: "page", value: "" },
	];
	render(<StepList steps={STEPS} seen={[{ ...seen("Sign in", 200), saved }]} verdict="up" />);
	expect(texts()[0]).toContain("saved tokeneyJh…saved page(empty)");
});
