// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ApiFault } from "../api/fault.ts";
import { FaultNotice, faultText } from "./states.tsx";

afterEach(cleanup);

test("a fault says what could not be read, and can be tried again", () => {
	let retries = 0;
	const fault = new ApiFault("Lapwing does not answer.", { status: null, code: "NO_ANSWER" });
	render(<FaultNotice fault={fault} what="The outages" onRetry={() => retries++} />);
	expect(screen.getByRole("alert").textContent).toContain("The outages could not be read. Lapwing does not answer.");
	fireEvent.click(screen.getByRole("button", { name: "Try again" }));
	expect(retries).toBe(1);
});

test("what a role does not allow is no fault, and says who can change that", () => {
	render(<FaultNotice fault={new ApiFault("No.", { status: 403, code: "FORBIDDEN" })} what="The audit log" />);
	expect(screen.queryByRole("alert")).toBeNull();
	expect(screen.getByText(/An admin or owner can change your role/)).toBeTruthy();
});

test("a fault of the service's own names its request, one of the reader's does not", () => {
	const members = { code: "INTERNAL_ERROR", requestId: "7f9c" } as const;
	expect(faultText(new ApiFault("Something went wrong.", { status: 500, ...members }))).toContain("Request 7f9c.");
	expect(faultText(new ApiFault("Must be shorter.", { status: 400, ...members }))).toBe("Must be shorter.");
});

test("one that says when to try again is told with it", () => {
	const fault = new ApiFault("Too many requests.", { status: 429, code: "TOO_MANY_REQUESTS", retryAfterSeconds: 30 });
	expect(faultText(fault)).toBe("Too many requests. Try again in 30 s.");
});
