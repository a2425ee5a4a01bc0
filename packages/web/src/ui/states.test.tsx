// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ApiError } from "../api/client/api-error.ts";
import { FaultNotice, faultText } from "./states.tsx";

afterEach(cleanup);

test("a fault names what could not be loaded, and can be retried", () => {
	let retries = 0;
	const fault = new ApiError("Lapwing does not answer.", { status: null, code: "NO_ANSWER" });
	render(<FaultNotice fault={fault} what="The outages" onRetry={() => retries++} />);
	expect(screen.getByRole("alert").textContent).toContain("The outages could not be read. Lapwing does not answer.");
	fireEvent.click(screen.getByRole("button", { name: "Try again" }));
	expect(retries).toBe(1);
});

test("a missing scope is not a fault, and names who can change the role", () => {
	render(<FaultNotice fault={new ApiError("No.", { status: 403, code: "FORBIDDEN" })} what="The audit log" />);
	expect(screen.queryByRole("alert")).toBeNull();
	expect(
		screen.getByText(/^The audit log can be seen by others .* An admin or owner can change your role/),
	).toBeTruthy();
});

test("a server error shows the request id, a client error does not", () => {
	const members = { code: "INTERNAL_ERROR", requestId: "7f9c" } as const;
	expect(faultText(new ApiError("Something went wrong.", { status: 500, ...members }))).toContain("Request 7f9c.");
	expect(faultText(new ApiError("Must be shorter.", { status: 400, ...members }))).toBe("Must be shorter.");
});

test("a fault with Retry-After shows when to retry", () => {
	const fault = new ApiError("Too many requests.", { status: 429, code: "TOO_MANY_REQUESTS", retryAfterSeconds: 30 });
	expect(faultText(fault)).toBe("Too many requests. Try again in 30 s.");
});
