import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import { SETTLE_MS } from "../../domain/alerts/gathering.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { aTeam } from "../../storage/testing/fixtures.ts";
import { deliverNotices } from "./deliver-notices.ts";
import { aStage } from "./testing/notice-stage.ts";

/** Takes connections and never answers. */
async function startSilentReceiver() {
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on("error", () => {});
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
		connections: () => sockets.size,
		async [Symbol.asyncDispose]() {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, "close");
		},
	};
}

onEachEngine("with three hundred silent receivers of one team", (name) => {
	test("another team's notice is delivered at once", async () => {
		await using silent = await startSilentReceiver();
		await using stage = await aStage(name);
		const stopping = new AbortController();
		for (let index = 0; index < 300; index += 1) {
			await stage.newAlert({ channel: { type: "slack", url: silent.url } });
		}
		const [hostile, another] = [stage.teamId, await aTeam(stage.database)];
		await stage.newAlert({}, another);
		const monitor = await stage.newMonitor("hostile", hostile);
		const victim = await stage.newMonitor("victim", another);
		await stage.check("down", monitor);
		stage.pass(SETTLE_MS);
		const delivering = deliverNotices({ ...stage.deps, signal: stopping.signal });
		await expect.poll(() => silent.connections(), { timeout: 10_000 }).toBeGreaterThan(30);

		await stage.check("down", victim);
		stage.pass(SETTLE_MS);
		const startedAt = performance.now();
		await stage.receiver.until(1);
		// A silent receiver keeps its place for ten seconds.
		expect(performance.now() - startedAt).toBeLessThan(5_000);
		stopping.abort();
		await delivering;
	});
});
