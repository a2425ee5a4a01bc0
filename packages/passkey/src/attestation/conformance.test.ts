import { expect, test } from "vitest";
import { attestationOutcomes } from "./testing/conformance.ts";

// The other runtimes run the same: see server/testing/runtimes.
test("each format and a blob come out on this Node as they should", async () => {
	for (const [what, outcome, wanted] of await attestationOutcomes())
		expect([what, outcome]).toStrictEqual([what, wanted]);
});
