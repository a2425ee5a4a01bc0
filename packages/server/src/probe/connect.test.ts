import { expect, test } from "vitest";
import { connectToFirst } from "./connect.ts";
import { Deadline } from "./deadline.ts";

test("an address to which our own system knows no way is no statement about the target", async () => {
	const deadline = new Deadline(5_000);
	// No system has a way for TCP to a group of machines, and each says so before a packet leaves.
	expect(await connectToFirst(["224.0.0.1"], 80, deadline)).toMatchObject({ kind: "missed", cause: "no_network" });
	deadline.end();
});
