/** A prober that reaches NATS through the proxy of the dashboard, with the Caddyfile of deploy/. */

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freePort, WITH_NATS_SERVER } from "../../src/dispatch/nats/testing/nats-server.ts";
import { readToken } from "../../src/dispatch/nats/token.ts";
import { answerOk, startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { unusedPort } from "../../src/probe/targets/listening.ts";
import { HAS_CADDY, LEFT_OUT, startCaddy } from "../testing/caddy.ts";
import { Lapwing, lapwing, until } from "../testing/lapwing.ts";
import { startProber } from "../testing/prober.ts";

test(`with its token alone a prober passes /nats of the dashboard's proxy, and its check is recorded${LEFT_OUT}`, {
	...WITH_NATS_SERVER,
	skip: WITH_NATS_SERVER.skip || !HAS_CADDY,
	timeout: 120_000,
}, async () => {
	await using stack = new AsyncDisposableStack();
	const folder = await mkdtemp(join(tmpdir(), "lapwing-proxy-"));
	stack.defer(() => rm(folder, { recursive: true, force: true }));
	const [nats, https] = [await freePort(), await unusedPort()];
	const { stdout } = await lapwing({}, "nats", "init", join(folder, "nats"), "--port", String(nats), "--json");
	const server = spawn("nats-server", ["-c", join(folder, "nats/nats.conf")], { stdio: "ignore" });
	stack.defer(() => void server.kill("SIGKILL"));
	const publicUrl = `https://localhost:${https}`;
	const env = { ...(JSON.parse(stdout) as Record<string, string>), PUBLIC_URL: publicUrl };
	const service = stack.use(await Lapwing.start({ env }));
	const replaced = {
		"lapwing.example": "localhost",
		"127.0.0.1:7070": new URL(service.url).host,
		"127.0.0.1:4223": `127.0.0.1:${nats + 1}`,
	};
	const caddy = stack.use(await startCaddy({ https, replaced }));
	const settings = { ...env, DATABASE_URL: service.databaseUrl };
	const trust = { NODE_EXTRA_CA_CERTS: caddy.authority };
	const prober = await startProber(stack, settings, "away", { env: trust });
	let said = "";
	prober.stdout.setEncoding("utf8").on("data", (text: string) => {
		said += text;
	});
	const state = async () => (await service.ask("GET", "/api/v1/probers")).body.data.probers[0].state;
	await until(async () => (await state()) === "connected" || undefined, { what: "the prober to connect" });
	await using target = await startHttpTarget(answerOk);
	const id = await service.watch(target.url, { locations: ["away"] });
	await service.untilStatus(id, "up", 30_000);
	expect(await service.results(id)).toMatchObject([{ location: "away", responseStatus: 200 }]);
	expect(said).toContain(`"url":"wss://localhost:${https}/nats"`);
	// The same name leads to the dashboard.
	expect(await caddy.ask("localhost", "/healthz")).toMatchObject({ status: 200 });
});

test("a token with an address without encryption is made for this machine alone, or with --insecure", async () => {
	await using stack = new AsyncDisposableStack();
	const folder = await mkdtemp(join(tmpdir(), "lapwing-proxy-"));
	stack.defer(() => rm(folder, { recursive: true, force: true }));
	const { stdout } = await lapwing({}, "nats", "init", join(folder, "nats"), "--json");
	const env = {
		...(JSON.parse(stdout) as Record<string, string>),
		DATABASE_URL: `sqlite:${join(folder, "lapwing.db")}`,
	};
	await lapwing(env, "migrate");
	await lapwing(env, "teams", "create", "--name", "Acme");
	const tokenFor = async (url: string, ...options: string[]) => {
		const name = ["--name", "one", "--location", "frankfurt", "--json"];
		const made = await lapwing({ ...env, PROBER_URL: url }, "probers", "add", ...name, ...options);
		return readToken(JSON.parse(made.stdout).token)?.url;
	};
	expect(await tokenFor("ws://127.0.0.1:4223")).toBe("ws://127.0.0.1:4223");
	const url = "ws://nats.example.com/nats";
	const stderr = expect.stringContaining(`Probers would connect to ${url} without encryption.`);
	await expect(tokenFor(url)).rejects.toMatchObject({ code: 2, stderr });
	expect(await tokenFor(url, "--insecure")).toBe(url);
	// Without a setting for it, an address of the machine itself: whoever runs the line elsewhere is told before.
	const add = ["probers", "add", "--name", "two", "--location", "frankfurt"];
	expect((await lapwing(env, ...add)).stderr).toMatch(
		/^It runs on this machine alone: .* set PUBLIC_URL or PROBER_URL/,
	);
	const elsewhere = await lapwing({ ...env, PUBLIC_URL: "https://status.example.com" }, ...add);
	expect(elsewhere.stderr).toMatch(/^Run this line where the prober is to be\./);
});
