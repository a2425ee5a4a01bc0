/** The demo as somebody tries it: beside a running service, alive until Ctrl-C. */

import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { unusedPort } from "../../src/probe/targets/listening.ts";
import { Lapwing, lapwing, spawnLapwing, until } from "../testing/lapwing.ts";

/** Two ports that lie side by side. */
async function freePorts(): Promise<string> {
	const port = await unusedPort();
	return String(port > 65_000 ? port - 2_000 : port);
}

test("monitors of every type are checked against the demo's target, and paused when it ends", async () => {
	await using service = await Lapwing.start();
	const demo = spawnLapwing(
		service.databaseUrl,
		"demo",
		"--monitors",
		"12",
		"--days",
		"1",
		"--port",
		await freePorts(),
	);
	let said = "";
	demo.stderr.on("data", (text) => {
		said += text;
	});
	await until(() => (said.includes("The monitors check this command's target") ? true : undefined), {
		withinMs: 60_000,
		what: "the demo",
	});
	const args = ["keys", "create", "--team", "demo", "--name", "x", "--scope", "all"];
	const key = (await lapwing(service.databaseUrl, ...args)).stdout.trim();
	const listed = async (path: string) => (await service.ask("GET", path, undefined, key)).body.data;
	const monitors = async () => (await listed("/api/v1/monitors?view=full&perPage=50")).monitors;
	const startedAt = Date.now() - 60_000;
	const seen = await until(
		async () => {
			const checked = (await monitors()).filter(({ type }: { type: string }) => type !== "cron");
			return checked.every((each: { lastCheckedAt: string }) => Date.parse(each.lastCheckedAt) > startedAt)
				? checked
				: undefined;
		},
		{ withinMs: 60_000, what: "a check of each monitor" },
	);
	// One may be in one of its bad minutes.
	expect(seen.filter(({ status }: { status: string }) => status === "up").length).toBeGreaterThan(seen.length / 2);
	expect((await listed("/api/v1/alerts")).alerts).toHaveLength(2);
	expect((await listed("/api/v1/maintenance-windows")).maintenanceWindows).toHaveLength(2);
	expect((await listed("/api/v1/incidents")).incidents.map(({ status }: { status: string }) => status)).toEqual([
		"monitoring",
		"resolved",
	]);
	expect((await listed("/api/v1/status-pages")).statusPages[0].monitorIds).toHaveLength(12);

	demo.kill("SIGINT");
	expect((await once(demo, "exit"))[0]).toBe(0);
	expect((await monitors()).map(({ enabledAt }: { enabledAt: string | null }) => enabledAt)).toEqual(
		Array(12).fill(null),
	);
	const removed = await lapwing(service.databaseUrl, "demo", "--remove", "--json");
	expect(JSON.parse(removed.stdout)).toEqual({ team: "demo", removed: 12 });
	expect([
		(await monitors()).length,
		(await listed("/api/v1/alerts")).alerts.length,
		(await listed("/api/v1/maintenance-windows")).maintenanceWindows.length,
		(await listed("/api/v1/incidents")).incidents.length,
		(await listed("/api/v1/status-pages")).statusPages.length,
	]).toEqual([0, 0, 0, 0, 0]);
});

test("a port in use, and private targets that are denied, are said before anything is made", async () => {
	await using service = await Lapwing.start();
	const taken = createServer().listen(0, "127.0.0.1");
	await once(taken, "listening");
	const { port } = taken.address() as { port: number };
	const env = { DATABASE_URL: service.databaseUrl };
	const failing = (settings: Readonly<Record<string, string>>, ...args: string[]) =>
		lapwing({ ...env, ...settings }, "demo", "--monitors", "1", "--days", "1", ...args).then(
			() => expect.unreachable(),
			(error: { code: number; stderr: string }) => error,
		);
	expect(await failing({}, "--port", String(port))).toMatchObject({
		code: 2,
		stderr: expect.stringContaining("--port."),
	});
	expect(await failing({ PROBE_PRIVATE_TARGETS: "deny" })).toMatchObject({
		code: 2,
		stderr: expect.stringContaining("Add --history"),
	});
	taken.close();
});
