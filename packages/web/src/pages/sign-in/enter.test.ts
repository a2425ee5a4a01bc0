// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { RETURN_ADDRESSES } from "../../../../client/src/testing/return-addresses.ts";
import { enter } from "./enter.ts";

test.each(RETURN_ADDRESSES)("after a sign-in that came from %j the reader goes to %j", (wanted, leadsTo) => {
	const assign = vi.spyOn(location, "assign").mockImplementation(() => {});
	enter(wanted);
	expect(assign.mock.calls).toEqual([[leadsTo]]);
	assign.mockRestore();
});
