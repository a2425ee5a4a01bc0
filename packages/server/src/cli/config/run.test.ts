import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Service, startService } from "../../http/testing/service.ts";
import { run } from "./run.ts";

const folder = mkdtempSync(join(tmpdir(), "lapwing-run-"));
const FILE = join(folder, "lapwing.yaml");
afterAll(() => rmSync(folder, { recursive: true }));
let service: Service;

beforeEach(async () => {
	service = await startService("sqlite");
	const fetch: typeof service.app.fetch = async (request, env) => {
		const answer = await service.app.fetch(request, env);
		// By the time that the client asks again, the window is over.
		if (answer.status === 429) service.clock.now += 1_000;
		return answer;
	};
	const server = serve({ fetch, port: 0, hostname: "127.0.0.1" });
	await new Promise((resolve) => server.once("listening", resolve));
	const address = server.address();
	vi.stubEnv("LAPWING_URL", `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`);
	vi.stubEnv("LAPWING_API_KEY", service.key);
	return async () => {
		server.close();
		await service[Symbol.asyncDispose]();
	};
});
afterEach(() => {
	vi.unstubAllEnvs();
	process.exitCode = undefined;
});

async function ran(...options: string[]) {
	const [out, err] = [process.stdout, process.stderr].map((to) => vi.spyOn(to, "write").mockReturnValue(true));
	await run().parseAsync(["--file", FILE, ...options], { from: "user" });
	const [stdout, stderr] = [out, err].map((written) => written?.mock.calls.map(([text]) => text).join(""));
	vi.restoreAllMocks();
	return { stdout: stdout ?? "", stderr, code: process.exitCode };
}

test("a check that the service refuses is a line of its own, and the others are made", async () => {
	const far = "{ key: far, url: 'https://b.example/', locations: [nowhere] }";
	writeFileSync(FILE, `monitors:\n  - ${far}\n  - { key: ok, url: 'https://a.example/' }\n`);
	const { stdout, stderr, code } = await ran();
	expect(stdout.trim().split("\n").toSorted()).toEqual([
		expect.stringMatching(/^far: refused: \/locations\/0: .*location/),
		expect.stringMatching(/^ok: up/),
	]);
	expect({ stderr, code }).toEqual({ stderr: "1 of 2 up, 1 refused.\n", code: 1 });
	expect(JSON.parse((await ran("--json")).stdout)).toEqual(
		expect.arrayContaining([
			{ key: "far", refused: expect.stringContaining("/locations/0") },
			expect.objectContaining({ key: "ok", verdict: "up" }),
		]),
	);
});

test("a key has 300 a minute, apart from the team's trials, and run waits for the next minute", async () => {
	const body = { name: "A", url: "https://a.example/" };
	const tried = (query: string) => service.ask("POST", `/api/v1/monitors/try${query}`, { body });
	const statuses = [];
	for (let count = 0; count < 300; count += 1) statuses.push((await tried("?run=1")).status);
	expect(new Set(statuses)).toEqual(new Set([200]));
	service.clock.now += 59_000;
	const refused = await tried("?run=1");
	expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
	expect((await tried("")).status).toBe(200);

	writeFileSync(FILE, "monitors: [{ key: ok, url: 'https://a.example/' }]\n");
	const { stdout, stderr, code } = await ran();
	expect(stdout).toMatch(/^ok: up/);
	expect({ stderr, code }).toEqual({
		...{ stderr: "The service takes no more checks for 1 s.\n1 of 1 up.\n", code: undefined },
	});
});

test("a phase that did not take place is null from this machine, as from the service", async () => {
	writeFileSync(FILE, "monitors:\n  - { key: closed, url: 'http://127.0.0.1:1/' }\n");
	const [seen] = JSON.parse((await ran("--local", "--json")).stdout);
	expect(seen).toMatchObject({
		key: "closed",
		verdict: "down",
		phases: { tls: null, first_byte: null, transfer: null },
	});
});
