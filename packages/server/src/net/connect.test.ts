import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { expect, test } from "vitest";
import { connectToFirst, refusalsHere } from "./connect.ts";
import { Deadline } from "./deadline.ts";

test("an address without a route on this machine is not the target's fault", async () => {
	const deadline = new Deadline(5_000);
	// No system connects TCP to a multicast address; each refuses before a packet leaves.
	expect(await connectToFirst({ addresses: ["224.0.0.1"], port: 80 }, deadline)).toMatchObject({
		kind: "missed",
		cause: "no_network",
	});
	deadline.end();
});

test("an error of the network is distinguished from one of our own system, even when the thread is busy", async () => {
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
