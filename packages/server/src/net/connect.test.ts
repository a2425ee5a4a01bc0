import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { expect, test } from "vitest";
import { connectToFirst, refusalsHere } from "./connect.ts";
import { Deadline } from "./deadline.ts";

test("an address to which our own system knows no way is no statement about the target", async () => {
	const deadline = new Deadline(5_000);
	// No system has a way for TCP to a group of machines, and each says so before a packet leaves.
	expect(await connectToFirst(["224.0.0.1"], 80, deadline)).toMatchObject({ kind: "missed", cause: "no_network" });
	deadline.end();
});

test("what comes back from the network is told from what our own system says, however soon it comes and however busy we are", async () => {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, "close");
	const fails = async (host: string) => {
		const socket = connect({ host, port, autoSelectFamily: false });
		const isRefusedHere = refusalsHere(socket);
		const failed = new Promise<NodeJS.ErrnoException>((resolve) => socket.once("error", resolve));
		// The answer is there before the event loop turns.
		for (const until = performance.now() + 20; performance.now() < until; );
		return { code: (await failed).code, isRefusedHere: isRefusedHere() };
	};
	expect(await fails("127.0.0.1")).toEqual({ code: "ECONNREFUSED", isRefusedHere: false });
	expect(await fails("224.0.0.1")).toEqual({ code: "ENETUNREACH", isRefusedHere: true });
});
