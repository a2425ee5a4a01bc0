/** A service that does not hear the probers: its link to NATS is cut, or it stood still itself. */

import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { startNats, WITH_NATS_SERVER } from "../../src/dispatch/nats/testing/nats-server.ts";
import { startRelay } from "../../src/dispatch/nats/testing/relay.ts";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { newDatabaseUrl } from "../../src/storage/testing/engines.ts";
import { Lapwing, until } from "../testing/lapwing.ts";
import { startProber } from "../testing/prober.ts";

const OPTIONS = { ...WITH_NATS_SERVER, timeout: 300_000 };
const LAPWING_SECRET = "a secret that both of them share, 32+";

const probersOf = async (service: Lapwing) =>
	(await service.ask("GET", "/api/v1/probers")).body.data.probers as { state: string; reason: string | null }[];

const allConnected = (service: Lapwing, count: number) =>
	until(
		async () => {
			const states = (await probersOf(service)).map(({ state }) => state);
			return (states.length === count && states.every((state) => state === "connected")) || undefined;
		},
		{ withinMs: 60_000, what: "the probers to connect" },
	);

test.concurrent(
	"a service cut off from NATS leaves locations to the other one, and says of none that it is gone",
	OPTIONS,
	async () => {
		await using nats = await startNats();
		await using relay = await startRelay(Number(new URL(nats.url).port));
		await using target = await startHttpTarget((_request, response) => response.end("ok"));
		await using stack = new AsyncDisposableStack();
		const database = await newDatabaseUrl("postgresql");
		stack.defer(() => database.drop());
		const env = { NATS_URL: nats.url, NATS_CREDENTIALS: nats.credentialsFile, LAPWING_SECRET };
		const one = stack.use(await Lapwing.start({ databaseUrl: database.url, env }));
		const cutEnv = { ...env, NATS_URL: `nats://127.0.0.1:${relay.port}` };
		const two = stack.use(await Lapwing.start({ databaseUrl: database.url, env: cutEnv, key: one.key }));
		for (const location of ["frankfurt", "ashburn"])
			await startProber(stack, { ...env, DATABASE_URL: database.url }, location);
		await allConnected(one, 2);
		const timing = { intervalSeconds: 60 };
		const watched = await Promise.all([
			...Array.from({ length: 4 }, (_, index) =>
				one.watch(`${target.url}/${index}`, { ...timing, locations: ["frankfurt"], fallback: index % 2 === 0 }),
			),
			one.watch(`${target.url}/several`, { ...timing, locations: ["frankfurt", "ashburn"], fallback: true }),
		]);
		const cutAt = Date.now();
		relay.cut();
		await pause(60_000);
		const made = ({ completedAt }: { completedAt: number | null }) => (completedAt ?? 0) > cutAt + 20_000;
		const wrong: unknown[] = [];
		for (const [index, id] of watched.entries()) {
			const results = await until(
				async () => {
					const all = await one.results(id);
					return all.some((result) => made(result) || result.completedAt === null) ? all : undefined;
				},
				{ withinMs: 100_000, what: `a check of ${index} after the cut` },
			);
			const location = index === 4 ? null : "frankfurt";
			wrong.push(...results.filter((result) => result.location !== location || result.completedAt === null));
		}
		expect(wrong).toEqual([]);
		expect((await probersOf(two)).map(({ state }) => state)).toEqual(["connected", "connected"]);
	},
);

test.concurrent(
	"a service that stood still sets no prober aside and gives none of their checks away",
	OPTIONS,
	async () => {
		await using nats = await startNats();
		await using stack = new AsyncDisposableStack();
		let requests = 0;
		await using target = await startHttpTarget((_request, response) => {
			requests += 1;
			setTimeout(() => response.end("ok"), 25_000);
		});
		const env = { NATS_URL: nats.url, NATS_CREDENTIALS: nats.credentialsFile, LAPWING_SECRET };
		const service = stack.use(await Lapwing.start({ env }));
		await startProber(stack, { ...env, DATABASE_URL: service.databaseUrl }, "frankfurt");
		await allConnected(service, 1);
		const options = { intervalSeconds: 300, timeoutSeconds: 60, degradedAfterMs: 30_000, locations: ["frankfurt"] };
		const id = await service.watch(`${target.url}/`, options);
		await until(() => requests > 0 || undefined, { what: "the check" });
		process.kill(service.pid, "SIGSTOP");
		await pause(45_000);
		process.kill(service.pid, "SIGCONT");
		const states = new Set<string>();
		for (const endsAt = Date.now() + 15_000; Date.now() < endsAt; await pause(200)) {
			for (const { state, reason } of await probersOf(service)) states.add(`${state} ${reason}`);
		}
		// It was away as long as nobody listened.
		states.delete("away null");
		expect([...states]).toEqual(["connected null"]);
		expect([await service.status(id), requests]).toEqual(["up", 1]);
	},
);
