import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { listenProblem } from "./listen-problem.ts";
import { portOwner } from "./port-owner.ts";

/** What comes of listening there. */
async function listen(host: string, port: number): Promise<Error> {
	const server = createServer().listen(port, host);
	const [error] = await once(server, "error");
	return error;
}

test("a port that is taken is reported with its owner and another port", async () => {
	await using server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	const place = { host: "127.0.0.1", port };
	expect(portOwner(port)).toMatchObject({ pid: process.pid, command: expect.stringContaining("node") });
	expect(listenProblem(await listen("127.0.0.1", port), place)).toMatch(
		new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is in use by node.* \\(process ${process.pid}\\)\\. .*PORT=\\d+\\.$`),
	);
});

test("nobody owns a port that is free", () => {
	expect(portOwner(1)).toBeNull();
});

test("an address of another machine is reported with those of this one", async () => {
	const place = { host: "192.0.2.1", port: 0 };
	expect(listenProblem(await listen(place.host, 0), place)).toMatch(
		/^HOST=192\.0\.2\.1 is no address of this machine\. Its addresses: .*127\.0\.0\.1.*; 0\.0\.0\.0 for all\.$/,
	);
});

test("other errors are none of an address", () => {
	expect(listenProblem(new Error("disk full"), { host: "::1", port: 1 })).toBeNull();
	const denied = Object.assign(new Error("EACCES"), { code: "EACCES" });
	expect(listenProblem(denied, { host: "::1", port: 80 })).toContain("may not open port 80");
});
