import { createServer } from "node:net";
import { test } from "vitest";
import { startNats, WITH_NATS_SERVER } from "../../src/dispatch/nats/testing/nats-server.ts";
import { startReceiver } from "../../src/notify/testing/receiver.ts";
import { startFullTarget } from "../../src/probe/targets/full-target.ts";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { listen, unusedPort } from "../../src/probe/targets/listening.ts";
import { Lapwing } from "../testing/lapwing.ts";
import { startProber } from "../testing/prober.ts";

const HOST = "127.0.0.1";
const answering = (port = 0) => startHttpTarget((_request, response) => response.end(), { port });
const canary = (port = 0) => listen(createServer(), { scheme: "http", port });
const addressesOf = (canaries: readonly { port: number }[]) => canaries.map(({ port }) => `${HOST}:${port}`).join();

test.concurrent("a cut of Lapwing's own network makes checks missed, with one notice at its beginning and one at its end", async ({
	expect,
}) => {
	let isHanging = false;
	await using receiver = await startReceiver();
	await using silentCanary = await startFullTarget();
	// Both are closed, and opened again on the same port.
	await using firstCanary = await canary(await unusedPort());
	await using refusing = await answering(await unusedPort());
	await using hanging = await startHttpTarget((_request, response) => void (isHanging || response.end()));
	await using service = await Lapwing.start({ env: { PROBE_CANARIES: addressesOf([silentCanary, firstCanary]) } });
	const channel = { type: "webhook", url: `${receiver.url}/hook` };
	expect((await service.ask("POST", "/api/v1/alerts", { name: "On call", channel })).status).toBe(201);
	const ids = await Promise.all(
		[refusing, refusing, hanging, hanging].map(({ url }) =>
			service.watch(url, { timeoutSeconds: 2, intervalSeconds: 3600 }),
		),
	);
	for (const id of ids) await service.untilStatus(id, "up");

	isHanging = true;
	await Promise.all([firstCanary.close(), refusing.close()]);
	for (const id of ids) await service.checkAgain(id, 3);
	await expect.poll(() => service.metric('lapwing_missed_checks_total{cause="cut_off"}'), { timeout: 60_000 }).toBe(4);
	for (const id of ids) expect(await service.status(id)).toBe("up");
	expect((await service.ask("GET", `/api/v1/monitors/${ids[0]}?view=full`)).body.data.lastMissed).toMatchObject({
		reason: "cut_off",
	});
	await receiver.until(1);

	isHanging = false;
	await using _target = await answering(refusing.port);
	await using _canary = await canary(firstCanary.port);
	await receiver.until(2);
	for (const id of ids) await service.checkAgain(id, 4);
	await expect.poll(() => service.metric('lapwing_checks_total{verdict="up"}'), { timeout: 60_000 }).toBe(8);
	expect(receiver.received.map(({ json }) => [json.type, json.data.events[0].cause])).toEqual([
		["monitor.blind", "cut_off"],
		["monitor.checked_again", "cut_off"],
	]);
	expect(await service.metric('lapwing_checks_total{verdict="down"}')).toBe(0);
});

test.concurrent("an outage of all targets at once is down while one canary answers", async ({ expect }) => {
	await using living = await canary();
	await using dead = await canary();
	await using target = await answering(await unusedPort());
	await using service = await Lapwing.start({ env: { PROBE_CANARIES: addressesOf([dead, living]) } });
	const ids = await Promise.all(["a", "b", "c", "d"].map((path) => service.watch(`${target.url}${path}`)));
	for (const id of ids) await service.untilStatus(id, "up");
	await Promise.all([dead.close(), target.close()]);
	for (const id of ids) await service.checkAgain(id, 11);
	for (const id of ids) await service.untilStatus(id, "down");
	expect(await service.metric('lapwing_missed_checks_total{cause="cut_off"}')).toBe(0);
});

test.concurrent("what fails at a prober of another location while its own canaries are silent is missed there", {
	...WITH_NATS_SERVER,
	timeout: 120_000,
}, async ({ expect }) => {
	await using stack = new AsyncDisposableStack();
	await using nats = await startNats();
	await using target = await answering(await unusedPort());
	await using dead = await canary(await unusedPort());
	const env = {
		NATS_URL: nats.url,
		NATS_CREDENTIALS: nats.credentialsFile,
		LAPWING_SECRET: "a secret that the commands share, 32+",
	};
	await using service = await Lapwing.start({ env });
	const own = { env: { PROBE_CANARIES: addressesOf([dead]) } };
	await startProber(stack, { ...env, DATABASE_URL: service.databaseUrl }, "frankfurt", own);
	const id = await service.watch(target.url, { locations: ["frankfurt"], timeoutSeconds: 2, intervalSeconds: 3600 });
	await service.untilStatus(id, "up", 60_000);
	await Promise.all([dead.close(), target.close()]);
	await service.checkAgain(id, 3);
	const missed = () => service.metric('lapwing_missed_checks_total{cause="cut_off"}');
	await expect.poll(missed, { timeout: 60_000 }).toBe(1);
	expect(await service.status(id)).toBe("up");
	await using _canary = await canary(dead.port);
	// The cut is over for it within two seconds.
	await new Promise((resolve) => setTimeout(resolve, 4_000));
	await service.checkAgain(id, 4);
	await service.untilStatus(id, "down", 60_000);
});
