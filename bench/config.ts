/**
 * A configuration of 1,000 monitors, each with a content check and what it depends on, planned and applied through the
 * API of a whole service on each engine: new, unchanged, and with one setting of all of them changed. Beside each time,
 * the CPU of the service's process. The monitors are paused, so that no check takes part.
 *
 *     node --conditions=@lapwing/source bench/config.ts [--monitors 1000] [--rounds 3] [--engine postgresql]
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bootstrap } from "../packages/server/src/storage/access/bootstrap.ts";
import { migrate } from "../packages/server/src/storage/database/migrate.ts";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";
import { startPostgres } from "../packages/server/src/storage/testing/postgres.ts";
import { costOf, totalCpuUs } from "./processes/process-cost.ts";
import { startService } from "./processes/service-process.ts";

const { values: options } = parseArgs({
	options: {
		monitors: { type: "string", default: "1000" },
		rounds: { type: "string", default: "3" },
		engine: { type: "string", multiple: true, default: ["sqlite", "postgresql"] },
	},
});

for (const engine of options.engine) await measure(engine);

async function measure(engine: string): Promise<void> {
	const postgres = engine === "postgresql" ? await startPostgres() : null;
	const directory = mkdtempSync(join(tmpdir(), "lapwing-bench-"));
	const databaseUrl = postgres ? `${postgres.url}/postgres` : `sqlite:${join(directory, "bench.db")}`;
	const database = openDatabase(databaseUrl);
	await migrate(database);
	const key = (await bootstrap(database, null, Date.now())) ?? "";
	await database.close();
	const service = await startService({ directory, databaseUrl });
	try {
		process.stdout.write(`${engine}: ${options.monitors} monitors; milliseconds, and those of CPU of the service\n`);
		for (let round = 1; round <= Number(options.rounds); round++) {
			const [first, second] = [document(round, 80), document(round, 81)];
			const steps = [
				["plan, all new", first, "?dryRun=1"],
				["apply, all new", first, ""],
				["plan, unchanged", first, "?dryRun=1"],
				["plan, all changed", second, "?dryRun=1"],
				["apply, all changed", second, ""],
			] as const;
			const times = [];
			for (const [name, body, query] of steps) times.push(`${name} ${await put(service, key, body, query)}`);
			process.stdout.write(`${times.join("   ")}\n`);
			await put(service, key, { project: `round-${round}` }, "?prune=1&pruneLimit=99999");
		}
	} finally {
		await service.stop();
		await postgres?.stop();
		rmSync(directory, { recursive: true, force: true });
	}
}

function document(round: number, days: number): object {
	const monitors = Array.from({ length: Number(options.monitors) }, (_, at) => ({
		...{ key: `m${at}`, name: `Monitor ${at}`, url: `https://host-${at}.example.com/`, enabled: false },
		...{ tags: ["bench"], sslExpiryWarningDays: days, contentChecks: [{ type: "contains", value: "ok" }] },
		dependsOn: at > 0 ? [`m${Math.floor(at / 10)}`] : [],
	}));
	return { project: `round-${round}`, monitors };
}

async function put(service: { url: string; pid: number }, key: string, body: object, query: string): Promise<string> {
	const cpu = totalCpuUs(costOf(service.pid));
	const began = performance.now();
	const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
	const sent = { method: "PUT", headers, body: JSON.stringify(body) };
	const answer = await fetch(`${service.url}/api/v1/config${query}`, sent);
	const text = await answer.text();
	if (answer.status !== 200) throw new Error(text);
	const milliseconds = Math.round(performance.now() - began);
	return `${milliseconds} (${Math.round((totalCpuUs(costOf(service.pid)) - cpu) / 1000)})`;
}
