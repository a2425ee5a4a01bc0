import { expect, test } from "vitest";
import * as server from "./server.ts";

test("the server door holds the relying party and the twelve refusals, each named as its class", () => {
	const { RelyingParty: _, PasskeyError, ...refusals } = server;
	expect(Object.keys(refusals)).toHaveLength(12);
	for (const [name, Refusal] of Object.entries(refusals)) {
		const refusal = new Refusal("statement");
		expect(refusal).toBeInstanceOf(PasskeyError);
		expect(refusal).toBeInstanceOf(Error);
		expect(refusal.name).toBe(name);
	}
});
