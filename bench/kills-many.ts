/**
 * Two `control`s, a prober, NATS and PostgreSQL under load, while any of them dies or is cut off, and clocks are wrong:
 * kill −9 of a control, of the prober, of NATS with its store; restarts of PostgreSQL; links that drop everything for
 * up to a minute, between each of them; a control whose clock is up to an hour off at each start. In the end every
 * promise is held against what is in the database and what the receiver of notices got.
 *
 *     node --conditions=@lapwing/source bench/kills-many.ts [--minutes 4] [--monitors 600] [--seed 1]
 *
 * It ends with 1 when a promise was not kept. Missed minutes are counted and are none. It needs nats-server and, for
 * the clocks, libfaketime.
 */

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { readEvidence } from "../packages/server/e2e/testing/kills/evidence.ts";
import { fillDatabase } from "../packages/server/e2e/testing/kills/fill.ts";
import { SITE, startOutside } from "../packages/server/e2e/testing/kills/outside.ts";
import { untilSettled } from "../packages/server/e2e/testing/kills/settled.ts";
import { lapwing, RUN_MAIN, spawnService, until } from "../packages/server/e2e/testing/lapwing.ts";
import { seededRandom } from "../packages/server/src/cli/demo/demo-history.ts";
import { startNats } from "../packages/server/src/dispatch/nats/testing/nats-server.ts";
import { minuteOf } from "../packages/server/src/domain/checks/check.ts";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";
import { checksBetween } from "../packages/server/src/storage/results/read-checks.ts";
import { startPostgres } from "../packages/server/src/storage/testing/postgres.ts";
import { startSilentNetwork } from "../packages/server/src/storage/testing/silent-network.ts";
import { Kept } from "./processes/kept.ts";

const { values: args } = parseArgs({
	options: {
		minutes: { type: "string", default: "4" },
		monitors: { type: "string", default: "600" },
		flapping: { type: "string", default: "60" },
		seed: { type: "string", default: String(Date.now() % 1_000_000) },
	},
});
const LIBFAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";
const KEY = "the-key-of-the-killed-services";
const INTERVAL_MS = 60_000;
/** Time to fill the database and to start before checks are due. */
const FIRST_DUE_AFTER_MS = 40_000;
const SETTLES_WITHIN_MS = 300_000;
const SHOWN_OF_A_KIND = 5;
/** What is down stays so for up to this long, and a cut lasts for up to a minute. */
const DOWN_MS = 10_000;
const CUT_MS = 60_000;
/** Between two troubles. */
const QUIET_MS = 8_000;

const random = seededRandom(Number(args.seed));
const say = (line: string) => void process.stdout.write(`${line}\n`);
const monitors = Number(args.monitors);
const flapping = Number(args.flapping);
say(`seed ${args.seed}`);

await using opened = new AsyncDisposableStack();
const directory = await mkdtemp(join(tmpdir(), "lapwing-kills-many-"));
/** Whether the database and the logs stay, for whoever looks for the reason of a broken promise. */
let staysThere = false;
opened.defer(async () => {
	if (!staysThere) await rm(directory, { recursive: true, force: true });
});
let postgres = await startPostgres({ keep: true });
opened.defer(async () => {
	await postgres.stop();
	if (!staysThere) await rm(postgres.directory, { recursive: true, force: true });
});
const nats = opened.use(await startNats());
const outside = opened.use(await startOutside(flapping, random));
const natsPort = Number(new URL(nats.url).port);
const databaseUrl = `${postgres.url}/postgres`;
const database = openDatabase(databaseUrl);
opened.defer(() => database.close());

const firstDueAt = Date.now() + FIRST_DUE_AFTER_MS;
const filled = { monitors, flapping, intervalMs: INTERVAL_MS, firstDueAt, key: KEY };
const ids = await fillDatabase(database, filled, outside);

const link = async (port: number) => opened.use(await startSilentNetwork(port));
const links = {
	"control 1 – PostgreSQL": await link(postgres.port),
	"control 2 – PostgreSQL": await link(postgres.port),
	"control 1 – NATS": await link(natsPort),
	"control 2 – NATS": await link(natsPort),
	"prober – NATS": await link(natsPort),
};
const secret = { LAPWING_SECRET: "a secret that both of them have, 32+" };
const natsEnv = { NATS_CREDENTIALS: nats.credentialsFile };

function control(number: 1 | 2): Kept {
	const database = databaseUrl.replace(`:${postgres.port}/`, `:${links[`control ${number} – PostgreSQL`].port}/`);
	return new Kept(`control ${number}`, () => {
		const offSeconds = Math.round((random() - 0.5) * 7_200);
		const clock = existsSync(LIBFAKETIME) && {
			LD_PRELOAD: LIBFAKETIME,
			FAKETIME: `${offSeconds >= 0 ? "+" : ""}${offSeconds}s`,
		};
		return spawnService({
			directory,
			databaseUrl: database,
			logFile: join(directory, `control-${number}.log`),
			args: ["--role", "control"],
			env: {
				...secret,
				...natsEnv,
				NATS_URL: `nats://127.0.0.1:${links[`control ${number} – NATS`].port}`,
				PORT: String(ports[number - 1]),
				MACHINE_NAME: `machine-${number}`,
				LOG_LEVEL: "warn",
				...(number === 2 && clock),
			},
		});
	});
}

const ports = [29_301, 29_302];
const { stdout } = await lapwing(
	{
		...secret,
		...natsEnv,
		NATS_URL: nats.url,
		DATABASE_URL: databaseUrl,
		PROBER_URL: `nats://127.0.0.1:${links["prober – NATS"].port}`,
	},
	"probers",
	"add",
	...["--name", "away", "--location", "away", "--json"],
);
const { token } = JSON.parse(stdout) as { token: string };
const prober = new Kept("prober", async () =>
	spawn(process.execPath, [...RUN_MAIN, "prober"], {
		env: { ...process.env, LAPWING_PROBER_TOKEN: token },
		stdio: ["ignore", "ignore", "pipe"],
	}),
);
const controls = [control(1), control(2)] as const;
for (const each of [...controls, prober]) {
	each.start();
	opened.defer(() => each.end());
}

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
	return fetch(`http://127.0.0.1:${ports[0]}${path}`, {
		method,
		headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
}

await until(async () => (await ask("GET", "/api/v1/monitors").catch(() => null))?.ok || undefined, {
	withinMs: 60_000,
	what: "the first control",
});
const must = async (answer: Promise<Response>) => {
	const response = await answer;
	if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
};
for (let first = 0; first < flapping; first += SITE) {
	await must(
		ask("POST", "/api/v1/alerts", {
			name: `Alert ${first}`,
			channel: { type: "webhook", url: outside.receiverUrl },
			monitorIds: ids.slice(first, first + SITE),
			cooldownMinutes: 0,
			dailyCap: 1_000,
		}),
	);
}
/** A quarter of those that are always up is checked from the prober's location. */
const away = ids.slice(flapping + Math.floor((monitors - flapping) * 0.75));
const editedFrom = minuteOf(Date.now());
for (const id of away) await must(ask("PUT", `/api/v1/monitors/${id}`, { locations: ["away"] }));
const editedUntil = minuteOf(Date.now());
outside.begin();

const counts = new Map<string, number>();
const cut = new Set<string>();
const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
const over: Promise<void>[] = [];
const troubles: (() => Promise<void>)[] = [
	...[...controls, prober].map((each) => async () => {
		count(`kill −9 of ${each.name}`);
		each.kill(500 + random() * DOWN_MS);
	}),
	async () => {
		count("kill −9 of NATS with its store");
		await nats.kill({ andForget: true });
		await pause(random() * DOWN_MS);
		await nats.start();
	},
	async () => {
		count("restart of PostgreSQL");
		const { directory, port } = postgres;
		await postgres.stop();
		await pause(random() * DOWN_MS);
		postgres = await startPostgres({ keep: true, directory, port });
	},
	...Object.entries(links).map(([name, network]) => async () => {
		if (cut.has(name)) return;
		cut.add(name);
		count(`cut of ${name}`);
		network.fallSilent();
		over.push(
			pause(CUT_MS / 3 + (random() * CUT_MS * 2) / 3).then(() => {
				network.restore();
				cut.delete(name);
			}),
		);
	}),
];

const endsAt = performance.now() + Number(args.minutes) * 60_000;
await pause(Math.max(0, firstDueAt - Date.now()));
// Each once, in an order of chance, and then any.
let next = troubles.toSorted(() => random() - 0.5);
while (performance.now() < endsAt) {
	const trouble = next.shift();
	if (trouble === undefined) {
		next = troubles.toSorted(() => random() - 0.5);
		continue;
	}
	await trouble();
	await pause(random() * QUIET_MS);
}
await Promise.all(over);
const through = Date.now();
outside.freeze();
say("every trouble is over; what is due is made up for");
function keep(): void {
	staysThere = true;
	say(`the database stays in ${postgres.directory}, the logs in ${directory}`);
}
await untilSettled(database, through, SETTLES_WITHIN_MS).catch((error) => {
	keep();
	throw error;
});
for (const each of [...controls, prober]) await each.end();

const received = outside.received;
const expected = { intervalMs: INTERVAL_MS, firstDueAt, through, now: Date.now(), received };
const evidence = await readEvidence(database, expected);
const { recorded, missed, transitions } = evidence;
/** An edit makes its monitor due at once: that minute is not one of its grid. */
const broken = evidence.broken.filter((sentence) => {
	const [, id = "", minute] = /^(\S+) has a result of minute (\d+), which was not scheduled/.exec(sentence) ?? [];
	return !(away.includes(id) && Number(minute) >= editedFrom && Number(minute) <= editedUntil);
});
const { rows: healthy } = await sql<{ id: number; name: string }>`
	select id, name from monitors where name like 'killed %'
		and cast(substr(name, 8) as integer) >= ${flapping}`.execute(database.db);
const falselyDown: string[] = [];
for (const { id, name } of healthy) {
	const checks = await checksBetween(database, id, minuteOf(firstDueAt) - 2, minuteOf(Date.now()) + 2);
	for (const { minute, verdict } of checks) {
		if (verdict === "down" || verdict === "degraded") falselyDown.push(`${name} is ${verdict} in minute ${minute}`);
	}
}
const kinds = {
	"minutes twice": broken.filter((sentence) => sentence.includes("two results")),
	"minutes silently absent": broken.filter((sentence) => sentence.includes("has no result of")),
	"notices lost": broken.filter((sentence) => sentence.includes("under 0 ids")),
	"notices under two ids": broken.filter((sentence) => /under (?!0 )\d+ ids/.test(sentence)),
	"false down": falselyDown,
};
const others = broken.filter((sentence) => !Object.values(kinds).some((known) => known.includes(sentence)));
for (const [what, times] of counts) say(`${what.padEnd(46)}${times}`);
say(`${"checks recorded".padEnd(46)}${recorded}`);
say(`${"of them missed".padEnd(46)}${missed}`);
say(`${"changes of status".padEnd(46)}${transitions}`);
say(`${"messages, and those repeated under their ids".padEnd(46)}${received.messages}, ${received.repeated}`);
for (const [what, sentences] of Object.entries({ ...kinds, "other promises not kept": others })) {
	say(`${what.padEnd(46)}${sentences.length}`);
	for (const sentence of sentences.slice(0, SHOWN_OF_A_KIND)) say(`    ${sentence}`);
}
if (broken.length + falselyDown.length > 0) {
	process.exitCode = 1;
	keep();
}
