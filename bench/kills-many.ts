/**
 * Two `control`s, four probers in three locations, NATS and PostgreSQL under load, while any of them dies or is cut
 * off, and clocks are wrong: kill −9 of a control, of a prober, of NATS with its store; restarts of PostgreSQL; links
 * that drop everything for up to a minute, between each of them; a prober whose own network fails; a control whose
 * clock is up to an hour off at each start, and a prober's by seconds. Monitors are checked from one location, with a
 * second one that confirms, or from several; their targets fail from everywhere or from some of these. In the end
 * every promise is held against what is in the database, what the targets answered and what the receiver of notices
 * got.
 *
 *     node --conditions=@lapwing/source bench/kills-many.ts [--minutes 4] [--monitors 600] [--seed 1]
 *
 * It ends with 1 when a promise was not kept. Missed minutes are counted and are none. It needs root on Linux, for a
 * network of its own; nats-server; and, for the clocks, libfaketime.
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
import { bootstrap } from "../packages/server/src/storage/access/bootstrap.ts";
import { migrate } from "../packages/server/src/storage/database/migrate.ts";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";
import { startPostgres } from "../packages/server/src/storage/testing/postgres.ts";
import { startSilentNetwork } from "../packages/server/src/storage/testing/silent-network.ts";
import { BrokenNetworks } from "./processes/broken-networks.ts";
import { Kept } from "./processes/kept.ts";
import { readLocatedEvidence } from "./processes/located-evidence.ts";
import { HERE, LOCATION_OF, locatedAt, PROBERS } from "./processes/located-monitors.ts";
import { ADDRESSES, startLocatedTargets } from "./processes/located-targets.ts";
import { inOwnNetwork } from "./processes/own-network.ts";
import { shownRegional, storedRegional } from "./processes/regional-board.ts";
import { Troubles } from "./processes/troubles.ts";

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
/** Short enough that a failure is confirmed, and so long that no answer is late. */
const LOCATED_TIMEOUT_SECONDS = 10;
/** Time to fill the database and to start before checks are due. */
const FIRST_DUE_AFTER_MS = 40_000;
const SETTLES_WITHIN_MS = 300_000;
const SHOWN_OF_A_KIND = 5;
/** By so much the clock of a control is wrong, and that of a prober that is not set aside for it. */
const CONTROL_CLOCK_SECONDS = 3_600;
const PROBER_CLOCK_SECONDS = 20;
const WITH_WRONG_CLOCK = "north";
const ALERTED_TOGETHER = 10;

await inOwnNetwork(ADDRESSES);
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
const located = new Map(
	Array.from({ length: monitors - flapping }, (_, place) => [flapping + place, locatedAt(place)] as const),
);
const targets = opened.use(await startLocatedTargets(located, random));
const natsPort = Number(new URL(nats.url).port);
const databaseUrl = `${postgres.url}/postgres`;
const database = openDatabase(databaseUrl);
opened.defer(() => database.close());
await migrate(database);
await bootstrap(database, KEY, Date.now());

const link = async (port: number) => opened.use(await startSilentNetwork(port));
const controlLinks = [
	{ postgres: await link(postgres.port), nats: await link(natsPort) },
	{ postgres: await link(postgres.port), nats: await link(natsPort) },
] as const;
const proberLinks = new Map<string, Awaited<ReturnType<typeof link>>>();
for (const prober of PROBERS) proberLinks.set(prober, await link(natsPort));
const secret = { LAPWING_SECRET: "a secret that both of them have, 32+" };
const natsEnv = { NATS_CREDENTIALS: nats.credentialsFile };

/** A clock that is off by up to so much. */
function wrongClock(seconds: number): Record<string, string> {
	const off = Math.round((random() - 0.5) * 2 * seconds);
	return existsSync(LIBFAKETIME) ? { LD_PRELOAD: LIBFAKETIME, FAKETIME: `${off >= 0 ? "+" : ""}${off}s` } : {};
}

const ports = [29_301, 29_302] as const;
function control(number: 1 | 2): Kept {
	const links = controlLinks[number - 1] as (typeof controlLinks)[number];
	return new Kept(`control ${number}`, () =>
		spawnService({
			directory,
			databaseUrl: databaseUrl.replace(`:${postgres.port}/`, `:${links.postgres.port}/`),
			logFile: join(directory, `control-${number}.log`),
			args: ["--role", "control"],
			env: {
				...secret,
				...natsEnv,
				NATS_URL: `nats://127.0.0.1:${links.nats.port}`,
				PROBE_RESOLVERS: targets.resolver(HERE),
				PORT: String(ports[number - 1]),
				MACHINE_NAME: `machine-${number}`,
				LOG_LEVEL: "warn",
				...(number === 2 && wrongClock(CONTROL_CLOCK_SECONDS)),
			},
		}),
	);
}

async function prober(name: string): Promise<Kept> {
	const { stdout } = await lapwing(
		{
			...secret,
			...natsEnv,
			NATS_URL: nats.url,
			DATABASE_URL: databaseUrl,
			PROBER_URL: `nats://127.0.0.1:${proberLinks.get(name)?.port}`,
		},
		...["probers", "add", "--name", name, "--location", LOCATION_OF[name] as string, "--json"],
	);
	const { token } = JSON.parse(stdout) as { token: string };
	return new Kept(name, async () =>
		spawn(process.execPath, [...RUN_MAIN, "prober"], {
			env: {
				...process.env,
				LAPWING_PROBER_TOKEN: token,
				PROBE_RESOLVERS: targets.resolver(name),
				...(name === WITH_WRONG_CLOCK && wrongClock(PROBER_CLOCK_SECONDS)),
			},
			stdio: ["ignore", "ignore", "pipe"],
		}),
	);
}

const probers: Kept[] = [];
for (const name of PROBERS) probers.push(await prober(name));
const { rows: locations } = await sql<{ name: string; id: number }>`select name, id from locations`.execute(
	database.db,
);
const locationKeys = new Map(locations.map(({ name, id }) => [name, id]));

const firstDueAt = Date.now() + FIRST_DUE_AFTER_MS;
const filled = { monitors, flapping, intervalMs: INTERVAL_MS, firstDueAt, key: KEY };
const ids = await fillDatabase(
	database,
	{
		...filled,
		located(index) {
			const monitor = located.get(index);
			if (!monitor) return null;
			const { downWhen, fallback, isPublic } = monitor;
			const names = monitor.locations.filter((name) => name !== HERE);
			const url = isPublic ? targets.url(index) : outside.targetUrl(index);
			return {
				locationIds: names.map((name) => locationKeys.get(name) as number),
				settings: {
					...{ downWhen, fallback, locations: names, timeoutSeconds: LOCATED_TIMEOUT_SECONDS },
					settings: { type: "http", url, method: "GET", expectedStatus: 200 },
				},
			};
		},
	},
	outside,
);

const controls = [control(1), control(2)] as const;
for (const each of [...controls, ...probers]) {
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
async function alertFor(monitorIds: readonly string[]): Promise<void> {
	const response = await ask("POST", "/api/v1/alerts", {
		name: `Alert of ${monitorIds[0]}`,
		channel: { type: "webhook", url: outside.receiverUrl },
		monitorIds,
		events: ["down", "degraded", "up", "regional"],
		cooldownMinutes: 0,
		dailyCap: 1_000,
	});
	if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
}
for (let first = 0; first < flapping; first += SITE) await alertFor(ids.slice(first, first + SITE));
const mayFail = ids.filter((_, index) => located.get(index)?.isPublic);
for (let first = 0; first < mayFail.length; first += ALERTED_TOGETHER)
	await alertFor(mayFail.slice(first, first + ALERTED_TOGETHER));
outside.begin();
targets.begin();

const networks = new BrokenNetworks(database, targets);
const links = {
	...Object.fromEntries(
		controlLinks.flatMap((links, index) => [
			[`control ${index + 1} – PostgreSQL`, links.postgres],
			[`control ${index + 1} – NATS`, links.nats],
		]),
	),
	...Object.fromEntries(Array.from(proberLinks, ([name, network]) => [`${name} – NATS`, network])),
};
const troubles = new Troubles(
	{
		processes: [...controls, ...probers],
		nats,
		links,
		networks,
		async restartPostgres(awayMs) {
			const { directory, port } = postgres;
			await postgres.stop();
			await pause(awayMs);
			postgres = await startPostgres({ keep: true, directory, port });
		},
	},
	random,
);

const endsAt = performance.now() + Number(args.minutes) * 60_000;
await pause(Math.max(0, firstDueAt - Date.now()));
const ending = new AbortController();
const watching = networks.watch(ending.signal);
await troubles.goOn(endsAt);
ending.abort();
await watching;
const through = Date.now();
outside.freeze();
targets.freeze();
say("every trouble is over; what is due is made up for");
function keep(): void {
	staysThere = true;
	say(`the database stays in ${postgres.directory}, the logs in ${directory}`);
}
await untilSettled(database, through, SETTLES_WITHIN_MS).catch((error) => {
	keep();
	throw error;
});
/** What the board and the database have of locations that fail alone, if they differ. */
const regionalNotShown: string[] = [];
await until(async () => ((await storedRegional(database)) === (await shownRegional(ask)) ? true : undefined), {
	withinMs: 30_000,
	what: "the board to show the locations that fail alone as the database has them",
}).catch(({ message }: Error) => void regionalNotShown.push(message));
for (const each of [...controls, ...probers]) await each.end();

const received = outside.received;
const expected = { intervalMs: INTERVAL_MS, firstDueAt, through, now: Date.now(), received };
const evidence = await readEvidence(database, expected);
const ofLocations = await readLocatedEvidence(database, {
	monitors: new Map(Array.from(located, ([index, each]) => [index, { publicId: ids[index] as string, located: each }])),
	targets,
	keys: locationKeys,
	minutes: [minuteOf(firstDueAt) - 2, minuteOf(Date.now()) + 2],
	notified: received.regionalEvents,
});
const { broken, recorded, missed, transitions } = evidence;
const kinds = {
	"minutes twice": broken.filter((sentence) => sentence.includes("two results")),
	"minutes silently absent": broken.filter((sentence) => sentence.includes("has no result of")),
	"locations of a minute twice or absent": ofLocations.broken.locationsTwiceOrAbsent,
	"notices lost": broken.filter((sentence) => sentence.includes("under 0 ids")),
	"notices under two ids": broken.filter((sentence) => /under (?!0 )\d+ ids/.test(sentence)),
	"regional notices lost": ofLocations.broken.regionalLost,
	"regional notices under two ids": ofLocations.broken.regionalTwice,
	"verdicts that no target gave": ofLocations.broken.falseVerdicts,
	"results that their locations do not give": ofLocations.broken.againstLocations,
	"regional failures not shown": [...ofLocations.broken.regionalNotShown, ...regionalNotShown],
	"probers set aside without a fault": networks.wronglySetAside(),
};
const known = new Set(Object.values(kinds).flat());
const all = { ...kinds, "other promises not kept": broken.filter((sentence) => !known.has(sentence)) };
const row = (what: string, value: number | string) => say(`${what.padEnd(65)} ${value}`);
for (const [what, times] of troubles.counts) row(what, times);
const delays = networks.faults.map(({ prober, setAsideAfterMs }) =>
	setAsideAfterMs === null ? `${prober} not` : `${prober} after ${Math.round(setAsideAfterMs / 1_000)} s`,
);
row("set aside", delays.join(", "));
for (const [why, times] of networks.failedReads) row(`reads of who is set aside that failed: ${why}`, times);
row("checks recorded", recorded);
row("of them missed", missed);
for (const [what, times] of [...ofLocations.counts].toSorted(([a], [b]) => a.localeCompare(b))) row(what, times);
row("changes of status", transitions);
const { messages, repeated } = received.told.webhook;
row("messages, and those repeated under their ids", `${messages}, ${repeated}`);
for (const [what, sentences] of Object.entries(all)) {
	row(what, sentences.length);
	for (const sentence of sentences.slice(0, SHOWN_OF_A_KIND)) say(`    ${sentence}`);
}
if (Object.values(all).some((sentences) => sentences.length > 0)) {
	process.exitCode = 1;
	keep();
}
