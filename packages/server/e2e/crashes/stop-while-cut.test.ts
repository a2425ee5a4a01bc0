/** Processes whose links to the database and to NATS are cut, or came back after a cut, stop in time all the same. */

import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { test } from "vitest";
import { startNats, WITH_NATS_SERVER } from "../../src/dispatch/nats/testing/nats-server.ts";
import { bootstrap } from "../../src/storage/access/bootstrap.ts";
import { openDatabase } from "../../src/storage/database/open-database.ts";
import { newDatabaseUrl } from "../../src/storage/testing/engines.ts";
import { startSilentNetwork } from "../../src/storage/testing/silent-network.ts";
import { Lapwing } from "../testing/lapwing.ts";
import { startProber } from "../testing/prober.ts";

/** As serve.ts has it, and time for a process to end. */
const STOPS_WITHIN_MS = 10_000 + 1_500;

test.concurrent.for([
	{ cut: "cut, and statements wait", isRestored: false, cutForMs: 4_000 },
	// Long enough that a connection to NATS was tried in vain.
	{ cut: "back after a cut", isRestored: true, cutForMs: 25_000 },
])(
	"SIGTERM ends a service within its deadline while PostgreSQL and NATS are $cut",
	{ timeout: 60_000, ...WITH_NATS_SERVER },
	async ({ isRestored, cutForMs }, { expect }) => {
		await using nats = await startNats();
		const database = await newDatabaseUrl("postgresql", "migrated");
		const url = new URL(database.url);
		await using toDatabase = await startSilentNetwork(Number(url.port));
		await using toNats = await startSilentNetwork(Number(new URL(nats.url).port));
		url.port = String(toDatabase.port);
		try {
			await using service = await Lapwing.start({
				databaseUrl: url.href,
				args: ["--role", "control"],
				env: { NATS_URL: `nats://127.0.0.1:${toNats.port}`, NATS_CREDENTIALS: nats.credentialsFile },
			});
			await expect.poll(() => service.log, { timeout: 10_000 }).toContain("Connected to NATS");
			for (const network of [toDatabase, toNats]) network.fallSilent();
			await pause(cutForMs);
			if (isRestored) for (const network of [toDatabase, toNats]) network.restore();
			const { tookMs } = await service.stop();
			expect(tookMs, service.lastWords).toBeLessThan(STOPS_WITHIN_MS);
			expect(service.log).toContain("Lapwing has stopped");
		} finally {
			await database.drop();
		}
	},
);

test.concurrent("SIGTERM ends a prober within its deadline while NATS is cut, and it tries to connect again", {
	timeout: 60_000,
	...WITH_NATS_SERVER,
}, async ({ expect }) => {
	await using nats = await startNats();
	await using toNats = await startSilentNetwork(Number(new URL(nats.url).port));
	await using stack = new AsyncDisposableStack();
	const database = await newDatabaseUrl("postgresql", "migrated");
	try {
		const settings = { DATABASE_URL: database.url, NATS_URL: nats.url, NATS_CREDENTIALS: nats.credentialsFile };
		const env = {
			...settings,
			PROBER_URL: `nats://127.0.0.1:${toNats.port}`,
			LAPWING_SECRET: "a secret of thirty-two letters or more",
		};
		const made = openDatabase(database.url);
		await bootstrap(made, null, Date.now());
		await made.close();
		const prober = await startProber(stack, env, "away");
		let log = "";
		prober.stdout.setEncoding("utf8").on("data", (text: string) => {
			log += text;
		});
		await expect.poll(() => log, { timeout: 10_000 }).toContain("Connected");
		toNats.fallSilent();
		// Two unanswered pings, and the first connection in vain.
		await pause(18_000);
		const startedAt = performance.now();
		prober.kill("SIGTERM");
		await once(prober, "exit");
		expect(performance.now() - startedAt).toBeLessThan(STOPS_WITHIN_MS);
	} finally {
		await database.drop();
	}
});
