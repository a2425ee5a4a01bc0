import { expect, test } from "vitest";
import { reasonText } from "./status-banner.tsx";

test("a missed check says why nobody made it, in the service's words or in those for the cause", () => {
	const message = "The monitor's location has no prober.";
	expect(reasonText({ reason: "no_prober", phase: null, message })).toBe(message);
	expect(reasonText({ reason: "no_prober", phase: null, message: null })).toBe("No prober.");
});
