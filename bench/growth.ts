/**
 * What every operation of the OpenAPI document costs in houses of several sizes, and which of them grow faster than
 * their answers: CPU of this process, warm and at an API that was just started, and bytes of the answer.
 *
 *     node --conditions=@lapwing/source bench/growth.ts [--sizes 50,1000,10000] [--days 40] [--engine postgresql]
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fill, grown, NOW, type Sweep, sweep } from "../packages/server/src/http/testing/growth.ts";
import { startService } from "../packages/server/src/http/testing/service.ts";
import { migrate } from "../packages/server/src/storage/database/migrate.ts";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";
import { startPostgres } from "../packages/server/src/storage/testing/postgres.ts";

const { values: options } = parseArgs({
	options: {
		sizes: { type: "string", default: "50,1000,10000" },
		days: { type: "string", default: "40" },
		engine: { type: "string", default: "sqlite" },
		runs: { type: "string", default: "5" },
		/** Times the answer's growth, from which an operation is told. */
		most: { type: "string", default: "1.5" },
		/** In the largest house, from which an operation is told. */
		"least-ms": { type: "string", default: "5" },
	},
});

async function swept(monitors: number): Promise<Sweep> {
	const directory = await mkdtemp(join(tmpdir(), "lapwing-growth-"));
	const postgres = options.engine === "postgresql" ? await startPostgres() : null;
	try {
		const opened = openDatabase(postgres ? `${postgres.url}/postgres` : `sqlite:${join(directory, "lapwing.db")}`);
		await migrate(opened);
		const database = Object.assign(opened, { [Symbol.asyncDispose]: () => opened.close() });
		await using service = await startService(database);
		service.clock.now = NOW;
		await fill(service, { monitors, days: Number(options.days) });
		return await sweep(service, Number(options.runs));
	} finally {
		await postgres?.stop();
		await rm(directory, { recursive: true });
	}
}

const sizes = options.sizes.split(",").map(Number);
const sweeps: Sweep[] = [];
for (const size of sizes) sweeps.push(await swept(size));

const say = (line: string) => process.stdout.write(`${line}\n`);
const cells = (values: readonly string[]) => `| ${values.join(" | ")} |`;
say(cells(["operation", ...sizes.flatMap((size) => [`${size}: warm, cold`, "bytes"])]));
say(cells(["---", ...sizes.flatMap(() => ["--:", "--:"])]));
for (const variant of sweeps[0]?.costs.keys() ?? []) {
	const costs = sweeps.map(({ costs }) => costs.get(variant));
	const figures = costs.flatMap((cost) =>
		cost ? [`${cost.cpuMs.toFixed(1)}, ${cost.coldMs.toFixed(1)} ms`, String(cost.bytes)] : ["–", "–"],
	);
	say(cells([variant, ...figures]));
}
const limits = { most: Number(options.most), leastMs: Number(options["least-ms"]) };
for (const [index, large] of sweeps.entries()) {
	const small = sweeps[index - 1];
	if (!small) continue;
	const found = [...grown([small, large], limits)];
	say(`\n${sizes[index - 1]} → ${sizes[index]} monitors: ${found.length} operations grow faster than their answers`);
	for (const [variant, figures] of found) say(`  ${variant}: ${figures}`);
}
