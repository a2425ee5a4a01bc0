import { expect, test } from "vitest";
import { attestationOutcomes } from "./testing/conformance.ts";

// The other runtimes run the same: see server/testing/runtimes.
test("each format and a metadata blob verify on this Node", async () => {
	for (const [what, outcome, wanted] of await attestationOutcomes())
		expect([what, outcome]).toStrictEqual([what, wanted]);
});
