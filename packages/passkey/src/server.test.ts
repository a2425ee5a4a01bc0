import { expect, test } from "vitest";
import * as server from "./server.ts";

test("the server entry point exports the relying party and the twelve refusals, each with its class's name", () => {
	const { RelyingParty: _, PasskeyError, ...refusals } = server;
	expect(Object.keys(refusals)).toHaveLength(12);
	for (const [name, Refusal] of Object.entries(refusals)) {
		const refusal = new Refusal("statement" as never);
		expect(refusal).toBeInstanceOf(PasskeyError);
		expect(refusal).toBeInstanceOf(Error);
		expect(refusal.name).toBe(name);
	}
});
