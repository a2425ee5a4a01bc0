import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { ApiClient } from "./api-client.ts";

type Options = ConstructorParameters<typeof ApiClient>[0];

/** What is answered to each request, with its headers, until the test has ended. */
async function against(
	body: Buffer | string,
	headers: Readonly<Record<string, string>>,
	limits: Options["limits"] = {},
) {
	const server = createServer((_, response) => response.writeHead(200, headers).end(body));
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
	const client = new ApiClient({ title: "Tool", baseUrl, headers: {}, keyVariable: "TOOL_KEY", limits });
	return {
		client,
		[Symbol.asyncDispose]: () =>
			new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()),
	};
}

test("an answer that grows as it is unpacked ends at the limit", async () => {
	const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, " "));
	expect(bomb.length).toBeLessThan(100_000);
	await using server = await against(bomb, { "content-encoding": "gzip" }, { bytes: 1_000_000 });
	await expect(server.client.get("list")).rejects.toThrow(
		"Tool answers more than 1000000 bytes, which is where an import ends.",
	);
});

test("answers are counted together, requests too", async () => {
	await using server = await against(JSON.stringify("x".repeat(400)), {}, { bytes: 1_000, requests: 3 });
	await server.client.get("a");
	await server.client.get("b");
	await expect(server.client.get("c")).rejects.toThrow("answers more than 1000 bytes");
	await expect(server.client.get("d")).rejects.toThrow("needs more than 3 requests");
});

test("an answer of endless depth is refused before it is read", async () => {
	await using server = await against(`${"[".repeat(1_000_000)}`, {});
	await expect(server.client.get("list")).rejects.toThrow("Tool answered /list with more than 100 levels of JSON.");
});
